import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { startPhone } from '@handeye/virtual-phone';
import { callWithoutDeadline } from '@handeye/core/call/call';
import { realClock } from '@handeye/core/call/clock';
import { newSecret, tokenOf } from '@handeye/farm/protocol/names';
import { hostRecord } from '@handeye/farm/protocol/records';
import { emptyHome } from '../../../packages/handeye/test/config/given.ts';
import { endings } from '../../support/endings.ts';
import { farmWithHost, startFarm, startHost } from './hosts.ts';
import { ScriptedServer, textOf } from './scripted-server.ts';

const call = callWithoutDeadline(realClock, new AbortController().signal);

test('a host announces itself and its phones with what they are', async (t) => {
  const { farm, server } = await farmWithHost(t, { virtualPhones: 2 });
  const { offer, incarnation, capabilities, ...record } = await server.until('virtual-1', 'free');
  assert.deepEqual(record, {
    title: 'Handeye Virtual Phone, Android 14',
    kind: 'phone',
    platform: 'android',
    version: '14',
    tier: 'companion',
    labels: { rack: '1' },
    state: 'free',
  });
  assert.ok(offer !== undefined && offer !== (await server.until('virtual-2', 'free')).offer);
  assert.ok(capabilities.includes('touch') && capabilities.includes('files'));
  const host = hostRecord.parse((await (await farm.bus.bucket('devices')).get('rack-1', call))?.value);
  assert.deepEqual([host.incarnation, host.version, host.devices], [incarnation, '0.0.0', 2]);
});

test('without the secret of its lease a phone is neither read nor used', async (t) => {
  const { server } = await farmWithHost(t);
  await server.until('virtual-1', 'free');
  const stranger = newSecret();
  for (const tool of ['get_screen_state', 'press_home']) {
    await assert.rejects(server.call(tool, {}, { secret: stranger }), /permission_denied: .*lease_device/);
  }
  const secret = await server.lease('virtual-1');
  await assert.rejects(server.call('get_screen_state', {}, { secret: stranger }), /lease_device/);
  assert.equal((await server.call('get_screen_state', {}, { secret })).isError, undefined);
  await assert.rejects(
    server.call('get_screen_state', {}, { secret, device: 'virtual-7' }),
    /has no device 'virtual-7'/,
  );
});

test('after a lease the phone starts anew before the next one, and the old lease does nothing', async (t) => {
  const { server } = await farmWithHost(t);
  const secret = await server.lease('virtual-1');
  const { offer: taken, holder } = await server.until('virtual-1', 'leased');
  assert.deepEqual([taken, holder], [undefined, 'tester']);
  await server.call('open_app', { app: 'Settings' }, { secret });
  const before = textOf(await server.call('get_screen_state', {}, { secret }));
  assert.match(before, /Network/);
  const released = await server.ask('release', { device: 'virtual-1', secret });
  assert.deepEqual(released, { ok: true, minutes: 0 });
  await assert.rejects(server.call('get_screen_state', {}, { secret }), /lease_device/);
  const next = await server.lease('virtual-1');
  assert.notEqual(next, secret);
  assert.doesNotMatch(textOf(await server.call('get_screen_state', {}, { secret: next })), /Network/);
  const state = /\bs[0-9a-z]+\b/.exec(before)?.[0];
  const changes = await server.call('get_changes', { since: state }, { secret: next });
  assert.doesNotMatch(textOf(changes), /Network/, 'what the last holder saw is not told');
});

test('a lease whose key is gone writes nothing more, also in the middle of its steps', async (t) => {
  const { farm, server } = await farmWithHost(t);
  const secret = await server.lease('virtual-1');
  const leases = await farm.bus.bucket('leases');
  const steps = [{ tool: 'press_home', times: 20 }];
  const seen = await server.begin('run_steps', { steps }, { secret });
  await seen.heard('begin');
  await leases.remove('rack-1.virtual-1', undefined, call);
  const result = await seen.result;
  assert.equal(result.isError, true);
  assert.match(textOf(result), /lease/);
  await assert.rejects(server.call('press_home', {}, { secret }), /lease_device/);
});

test('a write that ran when its lease ended may have been done, and the answer says so', async (t) => {
  const atEnd = endings(t);
  const phone = await startPhone({ idleWaitMs: 10 });
  atEnd(() => phone.close());
  const { framework } = phone;
  const pointer = framework.pointer.bind(framework);
  const isTouched = new Promise<void>((resolve) => {
    framework.pointer = (event) => {
      if (event.action === 'down') resolve();
      pointer(event);
    };
  });
  const id = `tcp:${phone.serial}`;
  const device = tokenOf(id);
  const { server } = await farmWithHost(t, { virtualPhones: 0, flags: ['--device', id] });
  const secret = await server.lease(device);
  const press = { x: 500, y: 1500, duration: 30_000 };
  const seen = await server.begin('long_press', press, { secret, device });
  await Promise.race([isTouched, seen.result.then((ended) => assert.fail(textOf(ended)))]);
  await server.ask('release', { device, secret });
  assert.match(textOf(await seen.result), /^unknown outcome: .*lease.*ended while long_press was under way/);
});

test('an abandoned call is not carried out', async (t) => {
  const { server } = await farmWithHost(t);
  const secret = await server.lease('virtual-1');
  const result = await server.call('open_app', { app: 'Settings' }, { secret, go: false });
  assert.match(textOf(result), /Nothing was done/);
  assert.doesNotMatch(textOf(await server.call('get_screen_state', {}, { secret })), /Network/);
});

test('cancelling a call reaches the host, and a read asks for no permission to begin', async (t) => {
  const { server } = await farmWithHost(t);
  const secret = await server.lease('virtual-1');
  const wait = { by: 'text', value: 'never there', timeout: 30_000 };
  const seen = await server.begin('wait_for_element', wait, { secret });
  await seen.heard('alive');
  server.cancel(seen.id);
  assert.match(textOf(await seen.result), /cancelled/);
  assert.ok(!seen.events.includes('begin'));
});

test('an answer that is larger than a message of NATS comes in parts', async (t) => {
  const { server } = await farmWithHost(t, { more: 'max_payload: 16384' });
  const secret = await server.lease('virtual-1');
  const seen = await server.begin('get_screen_state', { include_screenshot: true }, { secret });
  const result = await seen.result;
  assert.ok(result.content.some(({ type }) => type === 'image'));
  assert.ok(seen.events.filter((event) => event === 'answer').length > 1);
});

test("the host's own policy decides, and asks the person at the client", async (t) => {
  const { server } = await farmWithHost(t, { flags: ['--policy', 'careful'] });
  const secret = await server.lease('virtual-1');
  const uninstall = { app: 'Notes' };
  const seen = await server.begin('uninstall_app', uninstall, { secret, canAsk: true, toolsets: ['apps'] });
  const text = textOf(await seen.result);
  assert.ok(seen.events.includes('ask'), text);
  assert.ok(!seen.events.includes('begin'), 'nothing was done');
});

test('a host that stops ends its leases and leaves nothing in the farm', async (t) => {
  const { farm, host, server } = await farmWithHost(t);
  const secret = await server.lease('virtual-1');
  const seen = await server.begin(
    'wait_for_element',
    { by: 'text', value: 'a text that no screen shows', timeout: 30_000 },
    { secret },
  );
  await host.stop();
  assert.match(textOf(await seen.result), /lease_device/);
  const devices = await farm.bus.bucket('devices');
  assert.equal(await devices.get('rack-1', call), undefined);
  assert.equal(await devices.get('rack-1.virtual-1', call), undefined);
  assert.equal(await (await farm.bus.bucket('leases')).get('rack-1.virtual-1', call), undefined);
});

test('a second host of the same name does not start while the first one lives, and does once it has left', async (t) => {
  const farm = await startFarm(t);
  const first = await startHost(t, farm);
  await assert.rejects(startHost(t, farm), /A host named 'rack-1' is running in this farm/);
  await first.stop();
  await startHost(t, farm);
  await new ScriptedServer(farm.bus, 'rack-1').until('virtual-1', 'free');
});

test('a recording of a host tells no lease, wherever a client puts it', async (t) => {
  const folder = emptyHome(t);
  const { host, server } = await farmWithHost(t, { flags: ['--record', folder] });
  const secret = await server.lease('virtual-1');
  const device = `rack-1.virtual-1#${secret}`;
  const steps = [{ tool: 'press_home', arguments: { device } }];
  await server.call('run_steps', { steps }, { secret, toolsets: ['device', 'model'] });
  await server.call('find_elements', { by: 'text', value: device }, { secret });
  await server.ask('release', { device: 'virtual-1', secret });
  await host.stop();
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  const [calls = assert.fail()] = files.filter((name) => name.endsWith('calls.jsonl'));
  const written = readFileSync(join(folder, calls), 'utf8');
  for (const tool of ['run_steps', 'find_elements']) assert.ok(written.includes(`"${tool}"`), written);
  assert.ok(!written.includes(secret));
});

test("the host's record tells who did what on which device, nothing tells the lease, and --toolset limits servers", async (t) => {
  const audit = join(emptyHome(t), 'calls.jsonl');
  const logged: string[] = [];
  const { host, server } = await farmWithHost(t, {
    flags: ['--audit', audit, '--toolset', 'device'],
    onLog: (line) => logged.push(line),
  });
  const secret = await server.lease('virtual-1');
  await server.call('press_home', {}, { secret });
  const files = await server.call('list_files', {}, { secret, toolsets: ['device', 'files'] });
  assert.match(textOf(files), /The host of this device does not serve 'list_files'/);
  await server.ask('release', { device: 'virtual-1', secret });
  await host.stop();
  const written = readFileSync(audit, 'utf8');
  const [made = assert.fail()] = written.split('\n').filter((line) => line.includes('press_home'));
  assert.match(made, /"device":"rack-1\.virtual-1"/);
  assert.match(made, /tester/);
  const log = logged.join('');
  assert.match(log, /press_home/);
  assert.equal(log.split('this NATS lets everybody in').length, 2, 'it warns once');
  for (const text of [written, log]) assert.ok(!text.includes(secret));
});
