import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { build } from 'esbuild';

/** Far below the host's memory, far above the need of a phone that limits its programs. */
const MOST_MEGABYTES = 400;
/** The names of JavaScript's errors. */
const HOST_TEXT =
  /RangeError|TypeError|SyntaxError|\bError\b|Maximum call stack|Invalid (?:string|array|time)|\.ts:\d/;

interface Cost {
  readonly out: string;
  readonly err: string;
  readonly rss: number;
  readonly left: number;
}

let folder = '';
let program = '';

before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'handeye-limits-'));
  program = join(folder, 'measured-run.mjs');
  const source = fileURLToPath(new URL('measured-run.ts', import.meta.url));
  await build({ entryPoints: [source], outfile: program, bundle: true, format: 'esm', platform: 'node' });
});

after(() => rm(folder, { recursive: true }));

/** Runs a line on a phone in a process of its own; one without end is hung up, which shows that the event loop is free. */
async function costOf(line: string, isEndless: boolean): Promise<Cost> {
  const node = ['--expose-gc', program, line, ...(isEndless ? ['endless'] : [])];
  const { stdout } = await promisify(execFile)(process.execPath, node);
  return JSON.parse(stdout) as Cost; // written by that program alone
}

const LONG = "x=$(printf '%0999999d' 0)";

for (const [line, expected] of [
  ['yes | tail -1', 'endless'],
  ['cat /dev/zero | tail -n 5', 'Out of memory'],
  ['x=$(yes)', 'out of memory'],
  [`${LONG}; y=\${x##*0*1}; echo`, 'pattern too costly'],
  [`${LONG}; i=0; while :; do eval "a$i=\\$x"; i=$((i+1)); done`, 'out of memory'],
  ['echo /*/../*/../*/../*/../*/../*', 'too many paths'],
  ['set -- $(yes | head -n 100000); f() { f "$@"; }; f "$@"', 'out of memory'],
  ['x=\'eval "$x"\'; eval "$x"', 'recursion too deep'],
  ['head -c 99999999999 /dev/zero | tail -c 1 | wc -c', 'endless'],
  ['echo {1..1000000000}; printf %1000000000d 1', 'bad width'],
] as const) {
  test(`memory and the event loop of the host stay free: ${line}`, async () => {
    const cost = await costOf(line, expected === 'endless');
    assert.ok(cost.rss < MOST_MEGABYTES, `${cost.rss} MB more`);
    assert.doesNotMatch(cost.out + cost.err, HOST_TEXT);
    if (expected !== 'endless') assert.ok(cost.err.includes(expected), cost.err);
    assert.equal(cost.left, 0, 'nothing runs on');
  });
}
