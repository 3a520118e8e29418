import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import { AndroidSource } from '@handeye/android/source';
import { examinedRows } from '../../src/cli/devices/device-rows.ts';
import { deviceTable } from '../../src/cli/commands/devices.ts';
import { VirtualSource } from '../../src/cli/devices/virtual-source.ts';
import type { TierChoice } from '@handeye/android/tier-choice';
import { Registry } from '@handeye/core/device/registry';
import { startPhone, type StartPhoneOptions } from '@handeye/virtual-phone';
import { NO_ADB } from '@handeye/testing/attached';

/** The rows of the built-in phone and of a phone at an address. */
async function rowsWith(
  t: TestContext,
  { tier = 'auto', ...options }: StartPhoneOptions & { tier?: TierChoice },
  wanted: (id: string) => readonly string[] = () => [],
) {
  const phone = await startPhone(options);
  t.after(() => phone.close());
  const keyFolder = await mkdtemp(join(tmpdir(), 'handeye-test-'));
  t.after(() => rm(keyFolder, { recursive: true, force: true }));
  const started: string[] = [];
  const log = { ...silent, info: (event: string) => void started.push(event) };
  const addresses = [`tcp:${phone.serial}`];
  const sources = [
    new VirtualSource({ keyFolder, log }),
    new AndroidSource({ keyFolder, addresses, env: NO_ADB, tier }),
  ];
  const registry = new Registry({ sources, configured: [] });
  t.after(() => registry.close());
  const rows = await examinedRows(registry, wanted(`tcp:${phone.serial}`));
  return { rows, started, id: `tcp:${phone.serial}` };
}

const silence = () => undefined;
const silent = {
  error: silence,
  warn: silence,
  info: silence,
  debug: silence,
  conceal: silence,
  mask: silence,
};

test('a phone is listed with its version and missing capabilities, the built-in one without being started', async (t) => {
  const { rows, started, id } = await rowsWith(t, { release: 9, tier: 'plain' });
  assert.deepEqual(started, []);
  const listed = deviceTable(rows);
  assert.match(listed, new RegExp(`^${id} +phone +ready +.*, Android 9$`, 'm'));
  assert.match(listed, /^virtual:\n {2}served by the companion on the phone$/m);
  assert.match(listed, /^ {2}served by plain ADB \(--tier plain\)$/m);
  assert.match(
    listed,
    /^ {2}no clipboard: Android's shell has no command for the clipboard\. The reason is --tier plain: .* companion/m,
  );
  assert.match(listed, /^virtual +phone +ready/m);
});

test('a phone that has not allowed this computer is listed with that word and what to tap', async (t) => {
  const { rows, id } = await rowsWith(t, { faults: [{ kind: 'unauthorized' }] });
  const row = rows.find((candidate) => candidate.id === id);
  assert.equal(row?.state, 'unauthorized');
  assert.match(row.fix ?? '', /tap "Allow"/);
  assert.equal(row.capabilities, undefined);
});

test('with --device only the devices that were asked for are listed, also one that is not there', async (t) => {
  const { rows, id } = await rowsWith(t, { release: 9 }, (phone) => [phone, 'tcp:127.0.0.1:1']);
  assert.deepEqual(
    rows.map((row) => [row.id, row.state === 'ready']),
    [
      [id, true],
      ['tcp:127.0.0.1:1', false],
    ],
  );
});
