import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { Session, type Profiler } from 'node:inspector/promises';
import { test, type TestContext } from 'node:test';
import { house } from './real/android/house.ts';

/*
 * CONTRIBUTING.md describes one click, file by file. Here a click is made, and V8 says which functions of ours it called.
 *
 * The walk names two kinds of files. A step is a numbered item: it passes the click on and waits for the next step. The files
 * named further down in an item are helpers: the step calls them, and they return before the click goes on. A helper in which
 * the call may wait is followed by "(waits)". When names or the path change, run this test: it says what to add and what to
 * remove.
 */

/** How many files a reader has to know to follow a click. */
const MAX_STEPS = 17;

/** A file of which a click runs less than this many characters (without spaces and types) may be left out of the walk. */
const SMALL = 400;

/** The packages' sources. The virtual phone runs from its build and is no part of the walk. */
const SOURCE = new URL('../packages/', import.meta.url).href;
const OURS = /^([\w-]+)\/src\//;

interface Walk {
  readonly steps: readonly string[];
  readonly helpers: readonly string[];
  /** The helpers of which the text says that the call may wait there. */
  readonly waitingHelpers: readonly string[];
  /** How many steps, helpers, waiting helpers and files at most the text says that there are. */
  readonly figures: readonly number[];
}

interface Trace {
  readonly file: string;
  /** How many characters of the file the call ran. */
  readonly characters: number;
  /** The functions it called that wait for something. */
  readonly waiting: readonly string[];
}

/** The items of the section "One click, file by file". */
function walkIn(page: string): Walk {
  const [, section = ''] = page.split(/^## One click, file by file$/m);
  const items = section
    .split(/^## /m, 1)
    .join('')
    .split(/^\d+\. /m)
    .slice(1);
  const files = items.map((item) => [...item.matchAll(/`([\w/-]+\.ts)`/g)].map(([, file = '']) => file));
  return {
    steps: files.flatMap(([step]) => step ?? []),
    helpers: files.flatMap(([, ...helpers]) => helpers),
    waitingHelpers: [...section.matchAll(/`([\w/-]+\.ts)`\s\(waits\)/g)].map(([, file = '']) => file),
    figures: (/(\d+) steps and (\d+) helpers, (\d+) of which wait.*?(\d+) files at most/s.exec(section) ?? [])
      .slice(1)
      .map(Number),
  };
}

/** The files of ours that one click on a phone over plain ADB runs, from the request to the answer; most of it first. */
async function traceClick(t: TestContext): Promise<readonly Trace[]> {
  const { agent } = await house(t);
  await agent.clicks('Calculator');
  await agent.sees('7');
  const { id } = await agent.row('7');
  const session = new Session();
  session.connect();
  t.after(() => {
    session.disconnect();
  });
  await session.post('Profiler.enable');
  await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: true });
  await agent.does('click_element', { element_id: id });
  const { result } = await session.post('Profiler.takePreciseCoverage');
  await session.post('Debugger.enable');
  const traces: Trace[] = [];
  for (const { scriptId, url, functions } of result) {
    const called = functions.filter(({ ranges }) => (ranges[0]?.count ?? 0) > 0);
    const file = fileOf(url);
    if (file === undefined || called.length === 0) continue;
    const { scriptSource } = await session.post('Debugger.getScriptSource', { scriptId });
    traces.push({
      file,
      characters: charactersRun(called, scriptSource.length),
      waiting: called.filter((one) => waits(one, scriptSource)).map(({ functionName }) => functionName),
    });
  }
  return traces.sort((one, other) => other.characters - one.characters);
}

/** The file as the walk names it: `core/server/calls.ts` is packages/core/src/server/calls.ts. Undefined if it is no source of ours. */
function fileOf(url: string): string | undefined {
  const [path = ''] = url.startsWith(SOURCE) ? url.slice(SOURCE.length).split('?') : [];
  if (!OURS.test(path) || path.startsWith('testing/')) return undefined;
  return path.replace(OURS, '$1/');
}

/** Ranges lie inside each other, and an inner one may have been skipped although the one around it ran. */
function charactersRun(functions: readonly Profiler.FunctionCoverage[], length: number): number {
  const ran = new Uint8Array(length);
  const size = ({ ranges: [whole] }: Profiler.FunctionCoverage) =>
    whole ? whole.endOffset - whole.startOffset : 0;
  for (const { ranges } of functions.toSorted((one, other) => size(other) - size(one))) {
    for (const { startOffset, endOffset, count } of ranges)
      ran.fill(Number(count > 0), startOffset, endOffset);
  }
  return ran.reduce((sum, one) => sum + one, 0);
}

/** Whether a function is asynchronous or works with promises. */
function waits({ ranges: [whole] }: Profiler.FunctionCoverage, source: string): boolean {
  const text = source.slice(whole?.startOffset, whole?.endOffset);
  return /^(static\s+)?async\b/.test(text) || /new Promise\(|\.then\(|Promise\.(all|any|race)\(/.test(text);
}

const row = ({ file, characters, waiting }: Trace) =>
  `${file}: ${characters} characters${waiting.length > 0 ? `, waits in ${waiting.join(', ')}` : ''}`;

test('the walk in CONTRIBUTING.md is the way that a click really takes', async (t) => {
  const { steps, helpers, waitingHelpers, figures } = walkIn(
    readFileSync(new URL('../CONTRIBUTING.md', import.meta.url), 'utf8'),
  );
  const traces = await traceClick(t);
  const table = traces.map(row).join('\n');
  const named = [...steps, ...helpers];
  const large = traces.filter(({ characters }) => characters >= SMALL);
  const files = (some: readonly Trace[]) => some.map(({ file }) => file);
  const none = (wrong: readonly string[], what: string) => {
    assert.ok(wrong.length === 0, `${what}: ${wrong.join(', ')}\nWhat the click ran:\n${table}`);
  };

  assert.ok(steps.length > 0, 'CONTRIBUTING.md has no walk');
  none(
    named.filter((file, index) => named.indexOf(file) !== index),
    'The walk names these files twice',
  );
  none(
    named.filter((file) => !files(traces).includes(file)),
    'The walk names these files, but the click did not run them',
  );
  none(
    files(large.filter(({ waiting }) => waiting.length > 0)).filter(
      (file) => !steps.includes(file) && !waitingHelpers.includes(file),
    ),
    'The call waits in these files, so each is a step of the walk or a helper that "(waits)"',
  );
  none(
    waitingHelpers.filter((file) => !traces.some((one) => one.file === file && one.waiting.length > 0)),
    'The walk says that the call may wait in these files, but it cannot',
  );
  none(
    files(large.filter(({ file }) => !named.includes(file))),
    'The click runs these files; name them as helpers of the step that calls them',
  );
  none(steps.slice(MAX_STEPS), `The walk has more than ${MAX_STEPS} steps`);
  const [, , , mostFiles = 0] = figures;
  assert.deepEqual(
    figures,
    [steps.length, helpers.length, waitingHelpers.length, mostFiles],
    'The figures before the walk are wrong',
  );
  none(
    files(traces.slice(mostFiles)),
    `The click runs more than the ${mostFiles} files that the walk speaks of`,
  );
  t.diagnostic(`${steps.length} steps, ${helpers.length} helpers, ${traces.length} files in all`);
});
