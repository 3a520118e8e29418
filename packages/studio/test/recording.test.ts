import assert from 'node:assert/strict';
import { writeSync } from 'node:fs';
import { readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { basename, dirname, join, relative, sep } from 'node:path';
import { test, type TestContext } from 'node:test';
import { type PickedFile, RecordedRun, runsIn } from '../src/page/timeline/recorded-run.ts';
import { Recording } from '../src/timeline/recording.ts';
import type { RecordingState } from '../src/wire/timeline.ts';
import { scratchFolder } from '@handeye/testing/attached';
import { picture } from '@handeye/testing/scripted-device';
import { calculator, form } from '@handeye/testing/screens';
import { watchedTools } from './watched-tools.ts';

interface Line {
  readonly number: number;
  readonly tool: string;
  readonly client: string;
  readonly outcome: string;
  readonly arguments: unknown;
  readonly content: readonly string[];
  readonly before?: string;
  readonly after?: string;
  readonly missed?: number;
}

async function linesIn(folder: string): Promise<Line[]> {
  const text = await readFile(join(folder, 'calls.jsonl'), 'utf8');
  // The tests compare what they read.
  return text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Line);
}

/** Tools whose calls are recorded, on a phone that can be pictured. */
async function recorded(t: TestContext, view = calculator()) {
  const parent = join(await scratchFolder(t), 'record');
  const tools = watchedTools(view, { recordTo: parent });
  tools.device.picture = await picture(108, 240);
  const folder = tools.recording?.state.folder ?? '';
  return { ...tools, parent, folder };
}

test('--record writes every call with its answer, and pictures from before and after each write', async (t) => {
  const { call, device, folder, timeline } = await recorded(t);
  const red = await picture(108, 240, '#ff0000');
  device.react = ({ did }) => {
    if (did === 'act') device.picture = red;
  };
  await call('get_screen_state', {}, { name: 'ada' });
  await call('click_element', { element_id: 'text:7' }, { name: 'ada' });
  await call('click_element', { element_id: 'node_999999' }, { name: 'ben' });
  timeline.close();
  const lines = await linesIn(folder);
  assert.deepEqual(
    lines.map(({ number, tool, client, outcome, before, after }) => ({
      ...{ number, tool, client, outcome },
      ...{ before, after },
    })),
    [
      {
        ...{ number: 1, tool: 'get_screen_state', client: 'ada', outcome: 'ok' },
        ...{ before: undefined, after: undefined },
      },
      {
        ...{ number: 2, tool: 'click_element', client: 'ada', outcome: 'ok' },
        ...{ before: '2-before.jpg', after: '2-after.jpg' },
      },
      {
        ...{ number: 3, tool: 'click_element', client: 'ben', outcome: 'element_not_found' },
        ...{ before: '3-before.jpg', after: undefined },
      },
    ],
  );
  assert.deepEqual(lines[1]?.arguments, { element_id: 'text:7' });
  assert.match(lines[0]?.content[0] ?? '', /com\.example\.calculator/);
  const [before, after] = await Promise.all(
    ['2-before.jpg', '2-after.jpg'].map((name) => readFile(join(folder, name))),
  );
  assert.ok(before && after && !before.equals(after));
});

test('a recording is readable by its owner only, and each run has a folder of its own', async (t) => {
  const { call, folder, parent, timeline } = await recorded(t);
  await call('click_element', { element_id: 'text:7' });
  timeline.close();
  assert.equal((await stat(folder)).mode & 0o777, 0o700);
  const files = await readdir(folder);
  assert.deepEqual(files.sort(), ['1-before.jpg', 'calls.jsonl']);
  for (const file of files) assert.equal((await stat(join(folder, file))).mode & 0o777, 0o600);
  const now = () => new Date('2026-01-02T03:04:05.678Z');
  const made = [1, 2].map(() => new Recording({ folder: parent, onChange: () => undefined, now }));
  assert.deepEqual(
    made.map(({ state }) => state.folder),
    [join(parent, '2026-01-02T03-04-05'), join(parent, '2026-01-02T03-04-05-2')],
  );
});

test('a recording holds no text that may have gone to a password field', async (t) => {
  const { call, folder, timeline } = await recorded(t, form({ focused: 'secret' }));
  await call('input_text', { text: 'correct horse' });
  timeline.close();
  assert.doesNotMatch(await readFile(join(folder, 'calls.jsonl'), 'utf8'), /horse/);
});

test('a full disk is reported once and stops no call, and the recording goes on when there is room', async (t) => {
  const { call, details } = watchedTools(calculator());
  for (let number = 1; number <= 4; number += 1) await call('get_screen_state');
  const folder = await scratchFolder(t);
  let room = Infinity;
  const states: RecordingState[] = [];
  const recording = new Recording({
    folder,
    onChange: (state) => states.push(state),
    write: (file, bytes) => {
      if (room === 0) throw Object.assign(new Error('no room'), { code: 'ENOSPC' });
      const written = writeSync(file, bytes.subarray(0, Math.min(bytes.length, room)));
      room -= written;
      return written;
    },
  });
  const add = async (number: number) => {
    recording.add({ ...(await details(number)) }, { before: undefined, after: undefined });
  };
  await add(1);
  room = 20;
  await add(2);
  await add(3);
  room = Infinity;
  await add(4);
  assert.deepEqual(
    states.map(({ problem }) => problem?.includes('the disk is full')),
    [true, undefined],
  );
  const lines = (await readFile(join(recording.state.folder, 'calls.jsonl'), 'utf8')).trim().split('\n');
  assert.equal(lines[1]?.length, 20);
  const last = JSON.parse(lines[2] ?? '') as Line;
  assert.deepEqual([last.number, last.missed], [4, 2]);
});

test('a folder that cannot be recorded to is reported at the start', async (t) => {
  const file = join(await scratchFolder(t), 'file');
  await writeFile(file, '');
  assert.throws(
    () => new Recording({ folder: join(file, 'record'), onChange: () => undefined }),
    ({ code }: NodeJS.ErrnoException) => code === 'ENOTDIR',
  );
});

/** The files of a folder as a browser gives them to a page. */
async function picked(folder: string): Promise<PickedFile[]> {
  const names = await readdir(folder, { recursive: true, withFileTypes: true });
  return Promise.all(
    names
      .filter((one) => one.isFile())
      .map(async ({ name, parentPath }) => {
        const path = join(parentPath, name);
        const webkitRelativePath = relative(dirname(folder), path).split(sep).join('/');
        return Object.assign(new File([await readFile(path)], name), { webkitRelativePath });
      }),
  );
}

test('a recording that is opened again tells the same as the timeline did', async (t) => {
  const { call, device, parent, folder, details, timeline } = await recorded(t);
  const red = await picture(108, 240, '#ff0000');
  device.react = ({ did }) => {
    if (did === 'act') device.picture = red;
  };
  await call('get_screen_state', {}, { name: 'ada' });
  await call('click_element', { element_id: 'text:7' }, { name: 'ada' });
  await call('click_element', { element_id: 'node_999999' }, { name: 'ben' });
  timeline.control({ what: 'Stop', about: 'All writes are stopped.', by: 'a person' });
  timeline.close();
  const [files = assert.fail(), ...others] = runsIn(await picked(parent));
  assert.deepEqual(others, []);
  assert.equal(files.name, basename(folder));
  const run = await RecordedRun.read(files);
  t.after(() => {
    run.close();
  });
  assert.deepEqual(
    run.entries.map(({ number }) => number),
    [4, 3, 2, 1],
  );
  assert.deepEqual([run.missed, run.unreadable], [0, 0]);
  for (const entry of run.entries) {
    const { before, after, ...told } = await run.details(entry.number);
    const { before: _, after: __, ...live } = await details(entry.number);
    assert.deepEqual(told, live);
    assert.deepEqual({ ...live, ...entry }, live);
    assert.deepEqual([before, after].map(Boolean), [entry.writes, entry.number === 2]);
    for (const address of [before, after]) assert.match(address ?? 'blob:', /^blob:/);
  }
  assert.deepEqual(await run.search('NODE_999999'), [3]);
  assert.deepEqual(await run.search('element_id'), [2, 3]);
});

test('a recording with lines that are cut off, too long or from elsewhere is opened as far as it can be read', async () => {
  const line = {
    ...{ time: '2026-01-02T03:04:05.678Z', number: 1, kind: 'call', client: 'ada', byPerson: false },
    ...{ tool: 'tap', writes: true, hidden: [], content: ['Tapped\nmore'], steps: [], judged: [], notes: [] },
    ...{
      elements: [],
      arguments: { x: 1 },
      summary: 'x: 1',
      told: 'Tapped',
      before: '../1-before.jpg',
      after: 'calls.jsonl',
    },
  };
  const long = {
    ...line,
    number: 2,
    content: ['é'.repeat(5_000_000)],
    told: 'é'.repeat(5_000_000),
    missed: 3,
  };
  const [one, two] = [JSON.stringify(line), JSON.stringify(long)];
  const bad = [
    'null',
    '[]',
    '{}',
    '{"number":"1"}',
    JSON.stringify({ ...line, number: 9, steps: [null] }),
    one,
  ];
  const path = 'record/run/calls.jsonl';
  const calls = new File([[one, two, ...bad, two.slice(0, 20)].join('\n')], 'calls.jsonl');
  const [files = assert.fail()] = runsIn([Object.assign(calls, { webkitRelativePath: path })]);
  const run = await RecordedRun.read(files);
  assert.deepEqual(
    run.entries.map(({ number, told }) => [number, told?.length]),
    [
      [2, 200],
      [1, 'Tapped'.length],
    ],
  );
  assert.deepEqual([run.missed, run.unreadable], [3, bad.length + 1]);
  const { before, after, at, content } = await run.details(1);
  assert.deepEqual(
    { before, after, content },
    { before: undefined, after: undefined, content: line.content },
  );
  assert.equal(new Date(at).toISOString(), line.time);
  assert.equal((await run.details(2)).content[0]?.length, 5_000_000);
  await assert.rejects(run.details(3), /Open the recording again/);
  const none = new File([''], 'notes.txt');
  assert.deepEqual(runsIn([Object.assign(none, { webkitRelativePath: 'a/notes.txt' })]), []);
});
