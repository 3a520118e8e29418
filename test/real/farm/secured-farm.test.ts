import assert from 'node:assert/strict';
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { test, type TestContext } from 'node:test';
import { fileURLToPath } from 'node:url';
import { credentialsFile } from '@handeye/farm/setup/farm-folder';
import type { Role } from '../../../packages/farm/src/setup/roles.ts';
import { scratchFolder } from '@handeye/testing/attached';
import { startSecuredNats } from './secured.ts';

const CLI = fileURLToPath(new URL('../../../packages/handeye/dist/cli.js', import.meta.url));

/** The built command as users of two tenants run it, each with the file of a role. */
async function securedFarm(t: TestContext) {
  const { wish, address, nodes } = await startSecuredNats(t, { onlyHosts: ['rack-1'] });
  const home = await scratchFolder(t);
  const options = { cwd: home, env: { PATH: process.env.PATH, HOME: home, XDG_CONFIG_HOME: home } };
  const flags = (tenant: string, role: Role, host?: string) => [
    ...nodes.flatMap(({ url }) => ['--farm', url]),
    ...['--farm-ca', address.ca],
    ...['--farm-credentials', credentialsFile(wish.folder, tenant, role, host)],
  ];
  /** Its output, also after a failure. */
  const handeye = (...args: string[]) =>
    new Promise<string>((resolve) => {
      execFile(process.execPath, [CLI, ...args], options, (_error, out, err) => {
        resolve(out + err);
      });
    });
  const call = (tenant: string, role: Role) => (tool: string, args: object) =>
    handeye('call', tool, JSON.stringify(args), ...flags(tenant, role));
  return { options, flags, handeye, call };
}

/** Starts a host with one virtual phone, which is offered when this resolves. */
async function startHost({ options, flags }: Awaited<ReturnType<typeof securedFarm>>) {
  const args = ['host', '--name', 'rack-1', '--virtual-phones', '1', ...flags('acme', 'host', 'rack-1')];
  const host = spawn(process.execPath, [CLI, ...args], options);
  const ended = once(host, 'close');
  let said = '';
  const offered = new Promise<void>((resolve) => {
    for (const output of [host.stdout, host.stderr])
      output.setEncoding('utf8').on('data', (text: string) => {
        said += text;
        if (said.includes('"state":"free"')) resolve();
      });
  });
  await Promise.race([offered, ended.then(() => assert.fail(said))]);
  return {
    said: () => said,
    async stop() {
      host.kill('SIGTERM');
      await ended;
    },
  };
}

test('with the credentials of farm init a device is lent within its tenant, and a stolen lease opens nothing', async (t) => {
  const farm = await securedFarm(t);
  const host = await startHost(farm);
  try {
    const acme = farm.call('acme', 'server');
    const beta = farm.call('beta', 'server');
    const status = (tenant: string) => farm.handeye('farm', 'status', ...farm.flags(tenant, 'observer'));
    assert.match(await status('acme'), /rack-1\.virtual-1 +free/);
    assert.match(await status('beta'), /No host is in this farm/);
    assert.match(await beta('lease_device', {}), /No host of this farm has started yet/);

    const [, device = ''] = /^device: (rack-1\.virtual-1#\S+)/.exec(await acme('lease_device', {})) ?? [];
    assert.notEqual(device, '');
    assert.match(await beta('press_home', { device }), /Nothing was done/);
    assert.match(await beta('get_screen_state', { device }), /^Nothing was read: the lease of .* is over/);
    assert.match(await beta('renew_lease', { device, minutes: 60 }), /^Nothing was renewed: .* is over/);
    assert.match(await beta('release_device', { device }), /^There is nothing to release: .* is over/);
    for (const role of ['observer', 'host'] as const)
      assert.match(
        await farm.call('acme', role)('press_home', { device }),
        /These farm credentials do not allow this: each role .* has its own file/,
      );
    const guessed = device.replace(/#.*/, `#${'A'.repeat(22)}`);
    assert.match(await acme('press_home', { device: guessed }), /This lease .* does not hold/);

    assert.match(await acme('press_home', { device }), /Home button press executed successfully/);
    assert.match(await status('acme'), /rack-1\.virtual-1 +leased/);
    assert.match(await acme('release_device', { device }), /Released/);
    const [, secret = ''] = device.split('#');
    assert.ok(!host.said().includes(secret), 'the host logs the lease');
    assert.doesNotMatch(host.said(), /lets everybody in/);
  } finally {
    await host.stop();
  }
});
