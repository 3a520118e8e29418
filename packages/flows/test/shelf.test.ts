import assert from 'node:assert/strict';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import { realClock } from '@handeye/core/call/clock';
import { Registry } from '@handeye/core/device/registry';
import { scratchFolder } from '@handeye/testing/attached';
import { Flows } from '../src/flows.ts';
import { Shelf } from '../src/shelf.ts';

const ALARM = 'description: Rings.\nappId: a\n---\n- launchApp\n- tapOn: {text: Save, id: save}\n';

/** A shelf with the flow `alarm` and a file that is no flow. */
async function shelfOf(t: TestContext) {
  const folder = await scratchFolder(t);
  await writeFile(join(folder, 'alarm.flow.yaml'), ALARM);
  await writeFile(join(folder, 'broken.flow.yaml'), 'appId: a\n---\n- tapOn: {txt: Save}\n');
  const registry = new Registry({ sources: [], configured: [] });
  t.after(() => registry.close());
  const flows = new Flows({ registry, clock: realClock, folder, history: true });
  return { folder, shelf: new Shelf(flows, folder) };
}

const alarm = { name: 'alarm', isHealed: false };
const choice = {
  at: { file: 'alarm.flow.yaml', line: 5, column: 3 },
  selector: '{text: "Keep", id: "keep"}',
};

test('flows are listed with what they do, or why they cannot be read', async (t) => {
  const { shelf } = await shelfOf(t);
  const [first, second] = await shelf.list();
  assert.deepEqual(first, { name: 'alarm', hasHealing: false, description: 'Rings.', problem: undefined });
  assert.match(second?.problem ?? '', /broken\.flow\.yaml:3:\d+: .*txt/);
});

test('a chosen target is written beside the flow, which only an accepted difference replaces', async (t) => {
  const { folder, shelf } = await shelfOf(t);
  const file = join(folder, 'alarm.flow.yaml');
  await shelf.choose(alarm, choice);
  assert.equal(await readFile(file, 'utf8'), ALARM);
  assert.equal((await shelf.list())[0]?.hasHealing, true);
  const { diff = '' } = await shelf.read(alarm);
  assert.match(diff, /\+.*id: keep/);
  await writeFile(file, `${ALARM}- back\n`);
  await assert.rejects(shelf.accept('alarm', diff), /has changed since/);
  await writeFile(file, ALARM);
  await shelf.accept('alarm', diff);
  assert.match(await readFile(file, 'utf8'), /id: keep/);
  assert.deepEqual((await readdir(folder)).toSorted(), ['alarm.flow.yaml', 'broken.flow.yaml']);
});

test('a healed file is discarded; a step without a target, or a file elsewhere, is refused', async (t) => {
  const { folder, shelf } = await shelfOf(t);
  await shelf.choose(alarm, choice);
  await shelf.discard('alarm');
  assert.equal((await readdir(folder)).includes('alarm.healed.flow.yaml'), false);
  const launch = { ...choice, at: { ...choice.at, line: 4 } };
  await assert.rejects(shelf.choose(alarm, launch), /cannot take another target/);
  await assert.rejects(shelf.read({ name: '../alarm', isHealed: false }), /not a path inside/);
});
