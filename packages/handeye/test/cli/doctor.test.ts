import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import { certificate } from '@handeye/core/server/tls';
import { emptyHome } from '../config/given.ts';
import { serving } from '@handeye/testing/serving';
import { fakeServices } from './fake-services.ts';
import { freePort, takenPort } from '@handeye/testing/ports';
import { run, type Shell } from './run.ts';

interface Finding {
  readonly check: string;
  readonly state: string;
  readonly found: string;
  readonly fix?: string;
}

async function findings(t: TestContext, argv: readonly string[], shell?: Shell) {
  const { code, out } = await run(t, ['doctor', '--json', ...argv], shell);
  const list = JSON.parse(out) as Finding[];
  return { code, of: (name: string) => list.find(({ check }) => check === name) };
}

test('a healthy machine passes, with adb and the picture library found for real', async (t) => {
  const { code, of } = await findings(t, ['--port', String(await freePort())], {
    env: { PATH: process.env.PATH ?? '' },
  });
  assert.equal(code, 0);
  assert.match(of('Pictures')!.found, /^sharp \d/);
  assert.match(of('adb')!.found, /^Android Debug Bridge/);
  assert.equal(of('Node.js')!.state, 'fine');
});

test('a taken port fails and says what to do', async (t) => {
  const port = await takenPort(t);
  const { code, of } = await findings(t, ['--port', String(port)]);
  assert.equal(code, 1);
  assert.equal(of('Port')!.state, 'broken');
  assert.match(of('Port')!.fix!, /--port/);
});

test('a port on which Handeye itself serves is fine, with and without a token and over HTTPS', async (t) => {
  const tls = await certificate({ folder: join(emptyHome(t), 'tls') });
  for (const [options, flags] of [
    [{}, []],
    [{ token: undefined }, ['--no-auth']],
    [{ tls }, ['--https']],
  ] as const) {
    const { server } = await serving(t, options);
    const { code, of } = await findings(t, ['--port', String(server.port), ...flags]);
    assert.deepEqual(of('Port'), {
      check: 'Port',
      state: 'fine',
      found: `Handeye is serving at 127.0.0.1:${server.port}`,
    });
    assert.equal(code, 0);
  }
});

test('another web server on the port, however healthy, is not taken for Handeye', async (t) => {
  const other = createServer((_, response) => response.end('{"status":"healthy"}')).listen(0, '127.0.0.1');
  await once(other, 'listening');
  t.after(() => other.close());
  const { port } = other.address() as AddressInfo;
  const { code, of } = await findings(t, ['--port', String(port)]);
  assert.equal(code, 1);
  assert.match(of('Port')!.found, /EADDRINUSE/);
});

test('a token that others can read fails and says how to close it', async (t) => {
  const home = emptyHome(t);
  const folder = join(home, '.config', 'handeye');
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'token'), 'abcdefgh');
  chmodSync(join(folder, 'token'), 0o644);
  const { code, of } = await findings(t, [], { home });
  assert.equal(code, 1);
  assert.equal(of('Token')!.fix, `chmod 600 "${join(folder, 'token')}"`);
});

test('a token that serve refuses fails in the same words', async (t) => {
  const home = emptyHome(t);
  const folder = join(home, '.config', 'handeye');
  mkdirSync(folder, { recursive: true });
  for (const [make, complaint] of [
    ['mkfifo -m 600 "$0"', /token is not a regular file\. Delete it to get a new token\./],
    ['umask 077; echo short > "$0"', /token does not contain a valid token/],
  ] as const) {
    execFileSync('sh', ['-c', make, join(folder, 'token')]);
    const { code, of } = await findings(t, [], { home });
    assert.equal(code, 1);
    assert.equal(of('Token')!.state, 'broken');
    assert.match(of('Token')!.found, complaint);
    rmSync(join(folder, 'token'));
  }
});

test('a device that was asked for and is not ready is a failed check', async (t) => {
  const device = {
    id: 'nosuch',
    kind: 'phone',
    title: 'nosuch',
    state: 'absent',
    fix: 'Attach it.',
  } as const;
  const services = fakeServices({ devices: [device] });
  const { of, code } = await findings(t, ['--device', 'nosuch'], { services });
  assert.equal(of('Devices')?.state, 'broken');
  assert.equal(code, 1);
});

test('a device that is not ready is a note with its fix', async (t) => {
  const device = {
    id: 'R58M',
    kind: 'phone',
    title: 'Galaxy A5',
    state: 'offline',
    fix: 'Plug it in again.',
  } as const;
  const { of } = await findings(t, [], { services: fakeServices({ devices: [device] }) });
  assert.deepEqual(of('Devices'), {
    check: 'Devices',
    state: 'note',
    found: 'R58M (Galaxy A5): offline',
    fix: 'R58M: Plug it in again.',
  });
});

test('a check that fails in itself is reported, not thrown', async (t) => {
  const services = {
    ...fakeServices(),
    devices: () => Promise.reject(new Error('the adb server broke off')),
  };
  const { code, of } = await findings(t, [], { services });
  assert.equal(code, 1);
  assert.deepEqual(of('Devices'), { check: 'Devices', state: 'broken', found: 'the adb server broke off' });
});

test('a certificate that cannot be read fails', async (t) => {
  const { of } = await findings(t, ['--cert', '/nowhere/c.pem', '--key', '/nowhere/k.pem']);
  assert.equal(of('HTTPS')!.state, 'broken');
  assert.match(of('HTTPS')!.found, /\/nowhere\/[ck]\.pem/);
});

test('for a person each finding is a line and its fix another', async (t) => {
  const port = await takenPort(t);
  const { out } = await run(t, ['doctor', '--port', String(port)]);
  assert.match(out, /^ok {4}Node\.js: v\d/m);
  assert.match(out, /^FAIL {2}Port: .*EADDRINUSE.*\n {6}Stop the program that uses it/m);
  assert.match(out, /^Problems to fix first: 1\.$/m);
});

test('a farm is checked, and credentials that others can read are reported; without one there is no line', async (t) => {
  const port = ['--port', String(await freePort())];
  assert.equal((await findings(t, port)).of('Farm'), undefined);
  const seed = join(emptyHome(t), 'server.nk');
  writeFileSync(seed, 'SU', { mode: 0o600 });
  const flags = [...port, '--farm', 'nats://127.0.0.1:4222', '--farm-credentials', seed];
  assert.deepEqual((await findings(t, flags)).of('Farm'), {
    check: 'Farm',
    state: 'fine',
    found: 'farm with 3 devices, 2 free',
  });
  chmodSync(seed, 0o644);
  assert.match((await findings(t, flags)).of('Farm')?.fix ?? '', /^chmod 600/);
});
