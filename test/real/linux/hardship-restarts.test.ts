import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import test from 'node:test';
import { DBusConnection } from '../../../packages/linux/src/dbus/connection.ts';
import type { Value } from '../../../packages/linux/src/dbus/value.ts';
import { type PrivateDesktop, sharedDesktop, until } from './desktop-session.ts';
import { ownTools } from './own-tools.ts';
import { processOf } from './processes.ts';

const desktopFor = sharedDesktop();

test('a session without accessibility says which package brings it', async (t) => {
  const desktop = await desktopFor(t);
  const folder = await mkdtemp(join(tmpdir(), 'handeye-bus-'));
  const config = join(folder, 'bus.conf');
  // Its bus starts no services: at-spi2-core is not installed.
  await writeFile(
    config,
    `<busconfig><type>session</type><listen>unix:path=${folder}/bus</listen><policy context="default">
<allow send_destination="*" eavesdrop="true"/><allow eavesdrop="true"/><allow own="*"/></policy></busconfig>`,
  );
  const bus = spawn('dbus-daemon', [`--config-file=${config}`, '--nofork'], { stdio: 'ignore' });
  t.after(async () => {
    await stopped(bus);
    await rm(folder, { recursive: true });
  });
  await until('the bus', () => existsSync(join(folder, 'bus')));
  const environment = { ...desktop.environment, DBUS_SESSION_BUS_ADDRESS: `unix:path=${folder}/bus` };
  const tools = await ownTools(t, { environment }, {});
  const { content } = await tools.call('list_windows');
  assert.match(JSON.stringify(content), /offers no accessibility.*sudo apt install at-spi2-core/);
});

test('a desktop reports that its X server is gone, and works again with a new one', async (t) => {
  const desktop = await desktopFor(t);
  // A display number that no other test uses.
  const environment = { ...desktop.environment, DISPLAY: `:${10_000 + (process.pid % 10_000)}` };
  const first = displayServer(environment, '1280x1024x24');
  const tools = await ownTools(t, { environment }, {});
  const isThere = async () => (await tools.call('list_windows')).isError !== true;
  await until('the X server', isThere);
  await stopped(first);
  for (const [tool, args] of [
    ['get_screen_state', {}],
    ['tap', { x: 5, y: 5 }],
    ['list_windows', {}],
  ] as const) {
    assert.match(
      await tools.fails(tool, args, 'permission_denied'),
      /The X display :\d+ cannot be used: .*Is it running/,
    );
  }
  const second = displayServer(environment, '800x600x24');
  try {
    await until('the new X server', isThere);
    for (const program of ['openbox', 'mousepad']) spawn(program, [], { env: environment, stdio: 'ignore' });
    await until('a window on it', async () => {
      const { windows } = await tools.json('list_windows', {});
      return (windows as { app: string }[]).some(({ app }) => app === 'mousepad');
    });
    assert.match(await tools.text('get_screen_state'), /screen:800x600/);
  } finally {
    await stopped(second);
  }
});

/** An X server removes its lock on SIGTERM; if it were killed with the desktop, it would leave it behind. */
async function stopped(server: ChildProcess): Promise<void> {
  server.kill('SIGTERM');
  await once(server, 'exit');
}

function displayServer(env: NodeJS.ProcessEnv, screen: string): ChildProcess {
  const args = [env.DISPLAY ?? '', '-screen', '0', screen, '-nolisten', 'tcp'];
  return spawn('Xvfb', args, { env, stdio: 'ignore' });
}

for (const ending of ['SIGTERM', 'the end of its client'] as const) {
  test(`accessibility that was off before is off again after ${ending}`, async (t) => {
    const desktop = await desktopFor(t);
    await setEnabled(desktop, false);
    const program = fileURLToPath(new URL('../../../packages/handeye/src/cli/bin.ts', import.meta.url));
    const args = ['--import', import.meta.resolve('tsx'), program, 'stdio', '--device', 'linux'];
    const server = spawn(process.execPath, args, {
      env: desktop.environment,
      stdio: ['pipe', 'pipe', 'ignore'],
    });
    t.after(() => server.kill('SIGKILL'));
    const answers = createInterface(server.stdout);
    const say = (message: object) =>
      server.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
    const clientInfo = { name: 'agent', version: '1' };
    say({
      id: 1,
      method: 'initialize',
      params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo },
    });
    await once(answers, 'line');
    say({ method: 'notifications/initialized' });
    say({ id: 2, method: 'tools/call', params: { name: 'list_windows', arguments: {} } });
    await once(answers, 'line');
    assert.equal(await isEnabled(desktop), true);
    if (ending === 'SIGTERM') server.kill('SIGTERM');
    else server.stdin.end();
    await once(server, 'exit');
    assert.equal(await isEnabled(desktop), false);
  });
}

// The last: its desktop's bus does not come back for programs that run already.
test('after a restart of the accessibility bus the next call works, with applications that start from then on', async (t) => {
  const desktop = await desktopFor(t);
  await desktop.launch('mousepad', [], /Mousepad/);
  const tools = await ownTools(t, desktop, {});
  await tools.json('get_ui_tree', { app: 'mousepad' });
  process.kill(processOf(desktop, /dbus-daemon .*accessibility\.conf/), 'SIGKILL');
  await until('an answer', async () => (await tools.call('list_windows')).isError !== true);
  await desktop.launch('gnome-calculator', [], /Calculator/);
  const { elements } = await tools.json('find_element', {
    app: 'gnome-calculator',
    role: 'button',
    title: '7',
  });
  assert.equal((elements as unknown[]).length, 1);
});

async function isEnabled(desktop: PrivateDesktop): Promise<boolean> {
  const [enabled] = await accessibilityStatus(desktop, 'Get', 'ss', []);
  return enabled === true;
}

async function setEnabled(desktop: PrivateDesktop, value: boolean): Promise<void> {
  await accessibilityStatus(desktop, 'Set', 'ssv', [{ signature: 'b', value }]);
}

function accessibilityStatus(
  desktop: PrivateDesktop,
  member: string,
  signature: string,
  more: readonly { signature: string; value: boolean }[],
): Promise<readonly Value[]> {
  return desktop.during(async (call) => {
    const bus = await DBusConnection.connectToBus(desktop.environment.DBUS_SESSION_BUS_ADDRESS ?? '', call);
    const place = { destination: 'org.a11y.Bus', path: '/org/a11y/bus' };
    const args = ['org.a11y.Status', 'IsEnabled', ...more];
    const method = { ...place, interface: 'org.freedesktop.DBus.Properties', member, signature, args };
    const answer = await bus.call(method, call.remaining());
    bus.close();
    return answer;
  });
}
