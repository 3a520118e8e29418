import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import { eventually } from '@handeye/testing/attached';
import { NetworkNamespace } from './network-namespace.ts';
import { sourceProgram, startWirelessPhone } from './wireless-phone.ts';

/** Avahi, another implementation of multicast DNS, beside the virtual phone in a network of their own. */

const CONNECT = '_adb-tls-connect._tcp';

/** Avahi with a bus of its own; `browse` lists the instances of a service, resolved, as avahi-browse prints them. */
async function avahiIn(t: TestContext, network: NetworkNamespace) {
  const home = await mkdtemp(join(tmpdir(), 'handeye-avahi-'));
  t.after(() => rm(home, { recursive: true, force: true }));
  const [bus, conf] = [join(home, 'bus.conf'), join(home, 'avahi.conf')];
  await writeFile(
    bus,
    `<busconfig><type>system</type><listen>unix:path=${home}/bus</listen><auth>EXTERNAL</auth>
    <policy context="default"><allow send_destination="*" eavesdrop="true"/><allow eavesdrop="true"/><allow own="*"/></policy></busconfig>`,
  );
  await writeFile(conf, '[server]\nhost-name=tester\nuse-ipv6=no\nallow-interfaces=lo\n');
  const environment = { ...process.env, DBUS_SYSTEM_BUS_ADDRESS: `unix:path=${home}/bus` };
  const daemon = async (program: string, args: readonly string[], isReady: RegExp) => {
    const child = network.spawn(program, args, environment);
    const exited = once(child, 'exit');
    t.after(async () => {
      child.kill();
      await exited;
    });
    let text = '';
    const note = (bytes: Buffer) => (text += bytes.toString());
    child.stdout.on('data', note);
    child.stderr.on('data', note);
    await eventually(() => {
      assert.equal(child.exitCode, null, `${program}: ${text}`);
      return isReady.test(text);
    }, `${program} is ready`);
    return child;
  };
  await daemon(
    'dbus-daemon',
    [`--config-file=${bus}`, '--nofork', '--nopidfile', '--print-address'],
    /unix:path/,
  );
  const flags = ['--no-drop-root', '--no-chroot', '--no-rlimits', '-f', conf];
  await daemon('/usr/sbin/avahi-daemon', flags, /Server startup complete/);
  return {
    publish: (instance: string, type: string, port: number) =>
      daemon('avahi-publish', ['-s', instance, type, String(port), 'v=1'], /Established/),
    browse: async (type: string) => {
      const { stdout } = await network.run('avahi-browse', ['-rpt', type], environment);
      return stdout.split('\n').filter((line) => line.startsWith('='));
    },
  };
}

test('avahi sees the phone while wireless debugging is on, and forgets it at once when it goes', async (t) => {
  const network = await NetworkNamespace.start(t);
  const avahi = await avahiIn(t, network);
  assert.deepEqual(await avahi.browse(CONNECT), []);
  const phone = await startWirelessPhone(t, network);
  let seen: readonly string[] = [];
  await eventually(async () => (seen = await avahi.browse(CONNECT)).length > 0, 'avahi sees the phone');
  assert.deepEqual(seen, [
    `=;lo;IPv4;${phone.instance};${CONNECT};local;Android.local;127.0.0.1;${phone.port};"v=1"`,
  ]);
  await phone.stop();
  await eventually(async () => (await avahi.browse(CONNECT)).length === 0, 'avahi forgets the phone');
});

test('Handeye sees what avahi publishes, and the phone', async (t) => {
  const network = await NetworkNamespace.start(t);
  const avahi = await avahiIn(t, network);
  const [program, ...args] = sourceProgram(new URL('wireless-browser.ts', import.meta.url));
  const browser = network.spawn(program, args);
  const exited = once(browser, 'exit');
  t.after(async () => {
    browser.kill();
    await exited;
  });
  let text = '';
  browser.stdout.on('data', (bytes: Buffer) => (text += bytes.toString()));
  browser.stderr.on('data', (bytes: Buffer) => (text += bytes.toString()));
  const sees = (kind: string, instance: string, port: number) =>
    eventually(
      () =>
        text
          .split('\n')
          .some((line) =>
            line.startsWith(`{"kind":"${kind}","instance":"${instance}","host":"127.0.0.1","port":${port}`),
          ),
      `Handeye sees ${instance}: ${text}`,
    );
  await avahi.publish('studio-abc', '_adb-tls-pairing._tcp', 4444);
  await sees('pairing', 'studio-abc', 4444);
  const phone = await startWirelessPhone(t, network);
  await sees('connect', phone.instance, phone.port);
});
