import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Crash } from '../../src/device/services/crashes.ts';
import { calculator } from '@handeye/testing/screens';
import { ScriptedDevice } from '@handeye/testing/scripted-device';
import { scriptedCrashes } from '@handeye/testing/scripted-record';
import { bench } from '@handeye/testing/tools';

function withCrashes(crashes: readonly Crash[], { notes = [] as readonly string[], maxTokens = 2000 } = {}) {
  const device = new ScriptedDevice(calculator());
  device.services = { crashes: scriptedCrashes(crashes, notes) };
  return bench(calculator(), { device, toolsets: ['crashes'], maxTokens });
}

const crash = (own: Partial<Crash> = {}): Crash => ({
  id: 'abcde',
  kind: 'crash',
  app: 'com.a',
  time: '2026-11-16 03:15:22',
  reason: 'java.lang.Error: x',
  frames: ['at com.a.B.c(B.java:1)'],
  trace: 'java.lang.Error: x\n\tat com.a.B.c(B.java:1)',
  ...own,
});

test('a crash is one line with its frames below, whatever its app calls itself', async () => {
  const { text } = withCrashes([crash({ reason: 'java.lang.Error: a\nfgh12 crash com.b 2026' })]);
  assert.equal(
    await text('get_crashes'),
    'abcde crash com.a 2026-11-16 03:15:22 java.lang.Error: a fgh12 crash com.b 2026\n  at com.a.B.c(B.java:1)',
  );
});

test('what does not fit into the budget is counted, and what cannot be read is told', async () => {
  const many = Array.from({ length: 60 }, (_, at) => crash({ id: `id${at}` }));
  const { text } = withCrashes(many, { notes: ['The drop box cannot be read.'], maxTokens: 500 });
  const lines = (await text('get_crashes')).split('\n');
  assert.equal(lines.at(-1), 'note: The drop box cannot be read.');
  const [, left = ''] = /^…(\d+) older: narrow it with since or package_name$/.exec(lines.at(-2) ?? '') ?? [];
  assert.equal(Number(left) + (lines.length - 2) / 2, 60);
});

test('one crash is told in full, or is not known any more', async () => {
  const { text, fails } = withCrashes([crash()]);
  assert.match(await text('get_crashes', { id: 'abcde' }), /\njava\.lang\.Error: x\n {2}at com\.a\.B\.c/);
  assert.match(
    await fails('get_crashes', { id: 'other' }, 'element_not_found'),
    /Call get_crashes without id/,
  );
  assert.equal(await withCrashes([]).text('get_crashes'), 'no crashes');
});
