import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startPhone } from '@handeye/virtual-phone';
import { callWithoutDeadline } from '@handeye/core/call/call';
import { realClock } from '@handeye/core/call/clock';
import { tokenOf } from '@handeye/farm/protocol/names';
import { openFarm } from '@handeye/farm/server/open-farm';
import { freePort } from '@handeye/testing/ports';
import { startFarm, startHost } from './hosts.ts';
import { ScriptedServer, textOf } from './scripted-server.ts';

const call = callWithoutDeadline(realClock, new AbortController().signal);
const forever = new AbortController().signal;
const shown = { screen: 'lean', observe: 'none', toolsets: ['device', 'model'] } as const;

/** Two servers' clients take turns; all parts between them and the phone are real. */
test('a phone goes from a client of one server to one of another, which waits for it', async (t) => {
  const farm = await startFarm(t);
  await startHost(t, farm);
  const servers = await Promise.all(
    [1, 2].map(() => openFarm({ servers: [farm.url] }, { clock: realClock })),
  );
  farm.ends.push(...servers.map((server) => () => server.close()));
  const [one = assert.fail(), two = assert.fail()] = servers;
  const wish = { wants: { platform: 'android' }, minutes: 5, waitSeconds: 60 } as const;
  const first = await one.leases.lease({ ...wish, client: 'ada' }, call);
  const use = (server: typeof one, device: string, tool: string, args = {}) =>
    server.remote([]).call({ device, tool, args, writes: true, ...shown }, { signal: forever });
  await use(one, first.name, 'open_app', { app: 'Settings' });
  assert.match(
    textOf(await use(two, first.name, 'get_screen_state')),
    /Network/,
    'any server serves a lease',
  );
  const waiting = two.leases.lease({ ...wish, client: 'bob' }, call);
  await one.leases.release(first.name, call);
  const second = await waiting;
  assert.notEqual(second.name, first.name);
  assert.doesNotMatch(textOf(await use(two, second.name, 'get_screen_state')), /Network/);
  await assert.rejects(use(one, first.name, 'press_home'), /lease_device/);
});

test('a phone that cannot start anew is reset, and one that dies is unwell until it is back', async (t) => {
  const farm = await startFarm(t);
  // It comes back on that port, which must stay unused meanwhile.
  const port = await freePort();
  const phone = await startPhone({ port });
  farm.ends.push(() => phone.close());
  const id = `tcp:${phone.serial}`;
  const device = tokenOf(id);
  await startHost(t, farm, { virtualPhones: 0, flags: ['--device', id] });
  const server = new ScriptedServer(farm.bus, 'rack-1');
  const secret = await server.lease(device);
  await server.call('open_app', { app: 'Settings' }, { device, secret });
  assert.match(textOf(await server.call('get_screen_state', {}, { device, secret })), /Network/);
  await server.ask('release', { device, secret });
  const next = await server.lease(device);
  const state = textOf(await server.call('get_screen_state', {}, { device, secret: next }));
  assert.match(state, /launcher/);
  await phone.close();
  const { reason } = await server.until(device, 'unwell');
  assert.ok(reason !== undefined && reason !== '');
  await assert.rejects(server.call('get_screen_state', {}, { device, secret: next }), /lease_device/);
  const back = await startPhone({ port });
  farm.ends.push(() => back.close());
  await server.until(device, 'free');
});

test('a lease and the list of devices survive a restart of NATS', async (t) => {
  const farm = await startFarm(t);
  await startHost(t, farm, { virtualPhones: 2 });
  const server = new ScriptedServer(farm.bus, 'rack-1');
  const secret = await server.lease('virtual-1');
  await server.until('virtual-2', 'free');
  await farm.node.stop('SIGKILL');
  await farm.node.start();
  const end = Date.now() + 60_000;
  const pressed = async () =>
    server.call('press_home', {}, { secret }).catch((error: unknown) => {
      assert.ok(Date.now() < end, String(error));
      return undefined;
    });
  let result = await pressed();
  while (result === undefined || result.isError === true) result = await pressed();
  assert.match(textOf(result), /Home/);
  assert.equal((await server.until('virtual-1', 'leased')).holder, 'tester');
  await server.until('virtual-2', 'free');
});
