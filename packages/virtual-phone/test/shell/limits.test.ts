import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const PROGRAM = fileURLToPath(new URL('measured-run.ts', import.meta.url));
/** Far below what the host has, far above what a phone that counts needs. */
const MOST_MEGABYTES = 400;
/** Nobody else is served meanwhile; generous, because the machine may be busy. */
const MOST_BLOCKED_MS = 3000;
/** What JavaScript calls its errors. */
const HOST_TEXT =
  /RangeError|TypeError|SyntaxError|\bError\b|Maximum call stack|Invalid (?:string|array|time)|\.ts:\d/;

interface Cost {
  readonly late: boolean;
  readonly out: string;
  readonly err: string;
  readonly rss: number;
  readonly blocked: number;
  readonly left: number;
}

/** Runs a line on a phone in a process of its own; it is hung up when it takes longer than the limit. */
async function costOf(line: string, limit = 3000): Promise<Cost> {
  const node = ['--expose-gc', '--import', 'tsx', PROGRAM, line, String(limit)];
  const { stdout } = await promisify(execFile)(process.execPath, node, { timeout: 60_000 });
  return JSON.parse(stdout) as Cost; // written by that program alone
}

const LONG = "x=$(printf '%0999999d' 0)";

for (const [line, expected] of [
  ['seq 1 1000000000 | tail -1', 'late'],
  ['cat /dev/zero | tail -n 5', 'Out of memory'],
  ['seq 1 1000000000 | sort | tail -1', 'Out of memory'],
  ['x=$(yes)', 'out of memory'],
  [`${LONG}; y=\${x//0/$x}`, 'out of memory'],
  [`${LONG}; y=\${x//0*1/}; echo`, 'pattern too costly'],
  [`${LONG}; i=0; while :; do eval "a$i=\\$x"; i=$((i+1)); done`, 'out of memory'],
  ['echo /*/../*/../*/../*/../*/../*', 'too many paths'],
  ['set -- $(seq 1 100000); f() { f "$@"; }; f "$@"', 'out of memory'],
  ['x=\'eval "$x"\'; eval "$x"', 'recursion too deep'],
  ['head -c 99999999999 /dev/zero | tail -c 1 | wc -c', 'late'],
  ['echo {1..1000000000}; printf %1000000000d 1', 'bad width'],
] as const) {
  test(`memory and the event loop of the host stay free: ${line}`, async () => {
    const cost = await costOf(line);
    assert.ok(cost.rss < MOST_MEGABYTES, `${cost.rss} MB more`);
    assert.ok(cost.blocked < MOST_BLOCKED_MS, `blocked for ${cost.blocked} ms`);
    assert.doesNotMatch(cost.out + cost.err, HOST_TEXT);
    if (expected === 'late') assert.ok(cost.late, 'it goes on until its stream is closed');
    else assert.ok(cost.err.includes(expected), cost.err);
    assert.equal(cost.left, 0, 'nothing runs on');
  });
}
