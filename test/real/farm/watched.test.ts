import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import { createLog } from '../../../packages/handeye/src/cli/log.ts';
import { services } from '../../../packages/handeye/src/cli/wiring.ts';
import { Studio } from '@handeye/studio/studio';
import { NO_ADB } from '@handeye/testing/attached';
import { emptyHome, load } from '../../../packages/handeye/test/config/given.ts';
import { PlainPage } from '../../../packages/studio/test/plain-page.ts';
import { callers } from '@handeye/testing/tools';
import { startFarm, startHost, type TestFarm } from './hosts.ts';
import { freePort } from '@handeye/testing/ports';

// The real services look for phones: none must be found, and no adb server started.
Object.assign(process.env, { ...NO_ADB, PATH: process.env.PATH, ADB: '/nonexistent/adb' });

const TOKEN = 'a-token-of-the-tests';
const DEVICE = 'rack-1.virtual-1';

/** A server of the farm with Studio and metrics, as the command starts it, and a page of its Studio. */
async function startServer(t: TestContext, { url, ends }: TestFarm) {
  const port = await freePort();
  const { config } = load(t, {
    flags: ['--farm', url, '--metrics', '--screen-format', 'lean', '--port', String(port)],
  });
  const log = createLog({ level: 'error', plain: true, write: () => undefined, now: () => new Date() });
  const folder = emptyHome(t);
  const tools = await services.openTools(config, { log, folder, version: '0', studio: true });
  ends.push(tools.close);
  const { toolbox, metrics, studio } = tools;
  const options = { version: '0', config, token: TOKEN, folder, log, mount: studio, metrics };
  const listening = await services.startHttp(toolbox, options);
  ends.push(() => listening.stop());
  assert.ok(studio instanceof Studio);
  const close = () => Promise.resolve();
  const page = await PlainPage.open(t, studio, { url: `http://127.0.0.1:${port}`, port, close });
  return { agent: callers(toolbox), page, port };
}

async function metricsAt(port: number): Promise<string> {
  const headers = { Authorization: `Bearer ${TOKEN}` };
  return (await fetch(`http://127.0.0.1:${port}/metrics`, { headers })).text();
}

test('Studio of a server shows a leased device of the farm while its holder works on it', async (t) => {
  const farm = await startFarm(t);
  await startHost(t, farm);
  const { agent, page } = await startServer(t, farm);
  const leased = /^device: (\S+)/.exec(await agent.text('lease_device', { wait_seconds: 60 }))?.[1] ?? '';
  assert.ok(leased.startsWith(`${DEVICE}#`));
  await agent.text('open_app', { device: leased, app: 'Calculator' });
  assert.match(
    await page.isRefused('watch', { visible: true }),
    /^This server uses the devices of a farm\. Choose one to watch it/,
  );
  await page.asks('watch', { device: DEVICE, visible: true });
  for (;;) {
    const screen = await page.hears('screen');
    assert.equal(screen.device, DEVICE);
    if (screen.app?.includes('calculator') !== true) continue;
    assert.ok(screen.elements.some(({ label }) => label === '7'));
    assert.equal(screen.pictureless, undefined);
    break;
  }
  const card = (await page.asks('devices', undefined)).find(({ id }) => id === DEVICE);
  assert.equal(card?.state, 'leased');
  assert.ok(card.title.startsWith(`${DEVICE}: Handeye Virtual Phone`), card.title);
  const ids = (await page.asks('devices', undefined)).map(({ id }) => id);
  assert.ok(!ids.includes('virtual'), 'a local phone that is not configured cannot be used');
  assert.notEqual(card.holder, undefined);
  assert.match(
    await page.isRefused('takeOver', { device: DEVICE }),
    /belongs to the farm.*cannot be taken over/,
  );
  await agent.text('press_home', { device: leased });
  while ((await page.hears('screen')).app?.includes('launcher') !== true);
  assert.doesNotMatch(JSON.stringify(await page.asks('devices', undefined)), /#/);
});

test('servers and hosts with --metrics tell of calls, leases and devices', async (t) => {
  const farm = await startFarm(t);
  const port = await freePort();
  const flags = ['--metrics', '--port', String(port), '--no-auth'];
  await startHost(t, farm, { flags });
  const { agent, port: serverPort } = await startServer(t, farm);
  const leased = /^device: (\S+)/.exec(await agent.text('lease_device', { wait_seconds: 60 }))?.[1] ?? '';
  await agent.text('press_home', { device: leased });
  const [server, host] = [await metricsAt(serverPort), await metricsAt(port)];
  for (const told of [
    /^handeye_calls_total\{tool="press_home",outcome="ok"\} 1$/m,
    /^handeye_lease_requests_total\{request="lease",outcome="ok"\} 1$/m,
    /^handeye_farm_leases 1$/m,
    /^handeye_farm_hosts 1$/m,
    /^handeye_farm_connected 1$/m,
  ])
    assert.match(server, told);
  for (const told of [
    /^handeye_calls_total\{tool="press_home",outcome="ok"\} 1$/m,
    /^handeye_host_leases_accepted_total 1$/m,
    /^handeye_host_device_usable\{device="virtual-1",state="leased"\} 1$/m,
    /^handeye_host_reset_seconds_count\{outcome="proven"\} 1$/m,
  ])
    assert.match(host, told);
  await agent.text('release_device', { device: leased });
  assert.match(await metricsAt(port), /^handeye_host_leases_ended_total\{why="released"\} 1$/m);
  assert.ok(![server, host].join().includes(leased.slice(leased.indexOf('#') + 1)));
});
