import assert from 'node:assert/strict';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { startPhone } from '@handeye/virtual-phone';
import { createLog } from '../../src/cli/log.ts';
import { services } from '../../src/cli/wiring.ts';
import { emptyHome, load } from '../config/given.ts';
import { callers } from '@handeye/testing/tools';

const log = createLog({ level: 'error', plain: true, write: () => undefined, now: () => new Date() });

test('--record writes calls and pictures of a real phone, with no page served', async (t) => {
  const phone = await startPhone({ idleWaitMs: 50 });
  t.after(() => phone.close());
  const folder = emptyHome(t);
  mkdirSync(folder, { recursive: true });
  const secrets = join(folder, 'secrets');
  writeFileSync(secrets, 'PIN=correct-horse-battery\n', { mode: 0o600 });
  const record = join(folder, 'record');
  const flags = ['--device', `tcp:${phone.serial}`, '--record', record, '--secrets', secrets];
  const { config } = load(t, { flags });
  const { toolbox, studio, close } = await services.openTools(config, { log, folder });
  assert.equal(studio, undefined);
  const { call, text, idOf } = callers(toolbox);
  await text('click_element', { element_id: await idOf('Settings') });
  await call('find_elements', { by: 'text', value: 'correct-horse-battery' });
  await close();
  const [run = ''] = readdirSync(record);
  const written = readFileSync(join(record, run, 'calls.jsonl'), 'utf8');
  const lines = written.trim().split('\n');
  assert.deepEqual(lines.map((line) => (JSON.parse(line) as { readonly tool: string }).tool).sort(), [
    'click_element',
    'find_elements',
    'get_screen_state',
  ]);
  assert.doesNotMatch(written, /correct-horse/);
  assert.match(written, /\{\{PIN\}\}/);
  // Every JPEG begins with these bytes.
  const before = readFileSync(join(record, run, '2-before.jpg'));
  assert.deepEqual([...before.subarray(0, 3)], [0xff, 0xd8, 0xff]);
});

test('a folder that cannot be recorded to keeps the server from starting, and says so', async (t) => {
  const folder = emptyHome(t);
  mkdirSync(folder, { recursive: true });
  const file = join(folder, 'file');
  writeFileSync(file, '');
  const { config } = load(t, { flags: ['--device', 'virtual', '--record', join(file, 'record')] });
  await assert.rejects(services.openTools(config, { log, folder }), /--record: .*cannot be written: ENOTDIR/);
});
