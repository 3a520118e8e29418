import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import test from 'node:test';
import { Bus } from '../../../src/linux/dbus/bus.ts';
import type { Value } from '../../../src/linux/dbus/value.ts';
import { PrivateDesktop, until } from './desktop-session.ts';
import { ownTools } from './own-tools.ts';
import { processOf } from './processes.ts';

test('after the accessibility bus was restarted the next call works, on applications that start from then on', async (t) => {
  const desktop = await PrivateDesktop.start(t);
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

test('without its X server a desktop says so; with a new one, it is there again', async (t) => {
  const desktop = await PrivateDesktop.start(t);
  const { environment } = desktop;
  const tools = await ownTools(t, desktop, {});
  await tools.json('list_windows');
  const name = environment.DISPLAY ?? '';
  process.kill(processOf(desktop, /^Xvfb /), 'SIGTERM');
  await until('the end of the X server', () => !existsSync(`/tmp/.X${name.slice(1)}-lock`));
  assert.match(
    await tools.fails('list_windows', {}, 'permission_denied'),
    /The X display :\d+ cannot be used: .*Is it running/,
  );
  const xvfb = spawn('Xvfb', [name, '-screen', '0', '800x600x24', '-nolisten', 'tcp'], {
    env: environment,
    stdio: 'ignore',
  });
  t.after(() => xvfb.kill('SIGTERM'));
  await until('the new X server', async () => (await tools.call('list_windows')).isError !== true);
  spawn('openbox', [], { env: environment, stdio: 'ignore' });
  await desktop.launch('mousepad', [], /Mousepad/);
  const { windows } = await tools.json('list_windows');
  assert.deepEqual(
    (windows as { app: string }[]).map(({ app }) => app),
    ['mousepad'],
  );
  assert.match(await tools.text('get_screen_state'), /screen:800x600/);
});

for (const ending of ['SIGTERM', 'the end of its client'] as const) {
  test(`accessibility that was off before is off again after ${ending}`, async (t) => {
    const desktop = await PrivateDesktop.start(t);
    await setEnabled(desktop, false);
    const program = fileURLToPath(new URL('../../../src/cli.ts', import.meta.url));
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
    const bus = await Bus.connect(desktop.environment.DBUS_SESSION_BUS_ADDRESS ?? '', call);
    const place = { destination: 'org.a11y.Bus', path: '/org/a11y/bus' };
    const args = ['org.a11y.Status', 'IsEnabled', ...more];
    const method = { ...place, interface: 'org.freedesktop.DBus.Properties', member, signature, args };
    const answer = await bus.call(method, call.remaining());
    bus.close();
    return answer;
  });
}
