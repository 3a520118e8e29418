import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { test } from 'node:test';
import type { TestContext } from 'node:test';
import { connectDaemon } from '../../../packages/adb/src/daemon/daemon.ts';
import { newKey } from '../../../packages/adb/src/daemon/key.ts';
import { exchangeKeys } from '../../../packages/adb/src/wireless/pairing-connection.ts';
import { eventually, within } from '@handeye/testing/attached';
import { NetworkNamespace } from './network-namespace.ts';
import { newerAdb } from './newer-adb.ts';
import { sourceProgram } from './wireless-phone.ts';
import { CODE, GUID, startRecorder } from './wireless-recorder.ts';
import type { Said } from './wireless-recorder.ts';

test('to a phone, Handeye pairs and connects with the packets of the real adb 34, but for the keys', async (t) => {
  const [adbs, ours] = [await saidByAdb(t), await saidByUs(t)];
  assert.deepEqual(ours, adbs);
  assert.ok(ours.length >= 7, JSON.stringify(ours));
});

async function saidByUs(t: TestContext): Promise<readonly Said[]> {
  const said: Said[] = [];
  const recorder = await startRecorder((one) => said.push(one));
  t.after(recorder.close);
  const key = await newKey();
  const host = '127.0.0.1';
  await within(60_000, async (call) => {
    const at = { host, port: recorder.pairing };
    assert.equal((await exchangeKeys(at, { password: CODE, key }, call)).guid, GUID);
    const address = { host, port: recorder.connect };
    const options = { serial: 'Recorder', address, key, tlsOnly: true, onState: () => undefined };
    await (await connectDaemon(options, call)).close();
  });
  return said;
}

async function saidByAdb(t: TestContext): Promise<readonly Said[]> {
  const network = await NetworkNamespace.start(t);
  const [program, ...args] = sourceProgram(new URL('wireless-recorder.ts', import.meta.url));
  const recorder = network.spawn(program, args);
  t.after(() => recorder.kill());
  const said: Said[] = [];
  createInterface(recorder.stdout).on('line', (line) => said.push(JSON.parse(line) as Said));
  await eventually(() => said.length > 0, 'the recorder listens');
  const { pairingPort, connect } = said.splice(0)[0] ?? {};
  const home = await mkdtemp(join(tmpdir(), 'handeye-adb34-'));
  const { program: adb, environment } = await newerAdb();
  const env = { ...process.env, ...environment, HOME: home, TMPDIR: home };
  network.beforeEnd(async () => {
    await network.run(adb, ['kill-server'], env);
    await rm(home, { recursive: true, force: true });
  });
  const paired = await network.run(adb, ['pair', `127.0.0.1:${String(pairingPort)}`, CODE], env);
  assert.match(paired.stdout, new RegExp(`Successfully paired to .*\\[guid=${GUID}\\]`));
  // It may begin TLS before its own STLS, which ends the connection; it is asked again then.
  await eventually(async () => {
    const { stdout } = await network.run(adb, ['connect', `127.0.0.1:${String(connect)}`], env);
    return stdout.startsWith('connected to');
  }, 'adb connects');
  await eventually(() => said.some(({ serialNumber }) => serialNumber !== undefined), 'it is told');
  return said;
}
