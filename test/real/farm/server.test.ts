import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import { createLog } from '../../../packages/handeye/src/cli/log.ts';
import { services } from '../../../packages/handeye/src/cli/wiring.ts';
import type { Toolbox } from '@handeye/core/tools/frame/toolbox';
import { NO_ADB } from '@handeye/testing/attached';
import { emptyHome, load } from '../../../packages/handeye/test/config/given.ts';
import { callers } from '@handeye/testing/tools';
import { startFarm, startHost, type TestFarm } from './hosts.ts';

// The real services look for phones: none must be found, and no adb server started.
Object.assign(process.env, { ...NO_ADB, PATH: process.env.PATH, ADB: '/nonexistent/adb' });

interface Written {
  text: string;
}

/** A server as the commands open it, in this process. */
async function startServer(
  t: TestContext,
  { url, ends }: TestFarm,
  flags: readonly string[] = [],
  written: Written = { text: '' },
): Promise<Toolbox> {
  const { config } = load(t, { flags: ['--farm', url, '--screen-format', 'lean', ...flags] });
  const write = (line: string) => {
    written.text += line;
  };
  const log = createLog({ level: 'debug', plain: true, write, now: () => new Date() });
  const { toolbox, close } = await services.openTools(config, { log, folder: emptyHome(t), version: '0' });
  ends.push(close);
  return toolbox;
}

const leasedIn = (answer: string) => /^device: (\S+)/.exec(answer)?.[1] ?? '';

test('two servers and a host: what one server leased, each of them uses, until it is given back', async (t) => {
  const farm = await startFarm(t);
  await startHost(t, farm, { virtualPhones: 2 });
  const [one, two] = [callers(await startServer(t, farm)), callers(await startServer(t, farm))];
  const wants = { platform: 'android', version: { from: '12' }, labels: { rack: '1' } };
  const leased = leasedIn(await one.text('lease_device', { wants, wait_seconds: 60 }));
  assert.match(leased, /^rack-1\.virtual-[12]#[\w-]{22}$/);
  await one.text('open_app', { device: leased, app: 'Calculator' });
  assert.match(await two.text('get_screen_state', { device: leased }), /calculator/i);
  const done = await two.call('click_element', { device: leased, element_id: 'text:7' });
  assert.equal(done.isError, undefined, JSON.stringify(done.content));
  assert.match(JSON.stringify(done.content), /hit: \d+ 7/);
  const wanting = { wants: { ...wants, device: leased.slice(0, leased.indexOf('#')) } };
  assert.match(await two.fails('lease_device', wanting, 'action_failed'), /1st of 1 waiting for this/);
  assert.match(
    await two.fails('lease_device', { wants: { platform: 'macos' } }, 'action_failed'),
    /list_devices/,
  );
  assert.match(await one.text('list_devices', {}), /^farm: 2 devices, \d free$/m);
  await two.text('release_device', { device: leased });
  await one.fails('press_home', { device: leased }, 'permission_denied');
  const again = leasedIn(await one.text('lease_device', { ...wanting, wait_seconds: 60 }));
  assert.doesNotMatch(await one.text('get_screen_state', { device: again }), /calculator2/);
});

test('a lease is in no log and no audit file of the server; a local device needs none', async (t) => {
  const farm = await startFarm(t);
  await startHost(t, farm);
  const audit = join(emptyHome(t), 'audit.jsonl');
  const written: Written = { text: '' };
  const flags = ['--device', 'virtual', '--audit', audit, '--audit-screens'];
  const { text, fails } = callers(await startServer(t, farm, flags, written));
  const leased = leasedIn(await text('lease_device', { wait_seconds: 60 }));
  await text('get_screen_state', { device: leased });
  await text('press_home', { device: leased });
  await fails('tap', { device: leased, x: 1, y: 99_999 }, 'invalid_params');
  await text('release_device', { device: leased });
  await fails('press_home', { device: leased }, 'permission_denied');
  assert.match(await text('get_screen_state', {}), /launcher/);
  const secret = leased.slice(leased.indexOf('#') + 1);
  const all = written.text + readFileSync(audit, 'utf8');
  assert.match(all, /rack-1\.virtual-1/);
  assert.ok(secret.length === 22 && !all.includes(secret));
});

test('handeye devices lists the farm beside what is attached, and doctor counts it', async (t) => {
  const farm = await startFarm(t);
  await startHost(t, farm);
  const { config } = load(t, { flags: ['--farm', farm.url] });
  const log = createLog({ level: 'error', plain: true, write: () => undefined, now: () => new Date() });
  await callers(await startServer(t, farm)).text('lease_device', { wait_seconds: 60 });
  const rows = await services.devices(config, { log, folder: emptyHome(t) });
  assert.deepEqual(rows.map(({ id, kind, state, title }) => [id, kind, state, title]).at(-1), [
    'rack-1.virtual-1',
    'phone',
    'leased',
    'Handeye Virtual Phone, Android 14',
  ]);
  assert.match((await services.farm(config)) ?? '', /^farm with 1 device, [01] free$/);
});
