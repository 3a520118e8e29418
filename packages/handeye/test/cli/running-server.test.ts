import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { createServer as createTcpServer, type AddressInfo } from 'node:net';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { describe, test, type TestContext } from 'node:test';
import selfsigned from 'selfsigned';
import { createLog } from '../../src/cli/log.ts';
import type { Services } from '../../src/cli/services.ts';
import { services as real } from '../../src/cli/wiring.ts';
import { Registry } from '@handeye/core/device/registry';
import { loadConfig } from '../../src/config/load.ts';
import { readCommandLine } from '../../src/config/flags.ts';
import { settings } from '../../src/config/settings.ts';
import { createToolbox } from '@handeye/core/tools/create-toolbox';
import type { Toolset } from '@handeye/core/tools/frame/defaults';
import { emptyHome } from '../config/given.ts';
import { form } from '@handeye/testing/screens';
import { ScriptedDevice, sourceOf } from '@handeye/testing/scripted-device';
import { fakeServices } from './fake-services.ts';
import { freePort } from '@handeye/testing/ports';
import { run } from './run.ts';

const TOKEN = 'kept-token-of-the-tests';
const quiet = createLog({ level: 'error', plain: true, write: () => undefined, now: () => new Date() });

/** A user whose server serves a scripted device, and whose commands open fakes if that server does not answer. */
async function userWithServer(
  t: TestContext,
  flags: readonly string[] = [],
  toolsets: readonly Toolset[] = ['device'],
) {
  const home = emptyHome(t);
  const folder = join(home, '.config', 'handeye');
  const port = await freePort();
  const { given } = readCommandLine(['--port', String(port), ...flags], settings);
  const { config } = loadConfig(given, { env: {}, platform: 'linux', home });
  const registry = new Registry({
    sources: [sourceOf([new ScriptedDevice(form())])],
    configured: ['scripted'],
  });
  const toolbox = createToolbox({
    registry,
    toolsets,
    screenFormat: config.screenFormat,
    policy: {
      readOnly: config.readOnly,
      blockedApps: [],
      allowedApps: [],
      allowedSchemes: [],
      writesPerSecond: 100,
      wake: true,
    },
  });
  const token = config.noAuth ? undefined : (config.token ?? TOKEN);
  const server = await real.startHttp(toolbox, { config, token, version: '0', folder, log: quiet });
  t.after(async () => {
    await server.stop();
    await registry.close();
  });
  return { ...user(t, home), folder, port, server, registry };
}

function user(t: TestContext, home: string) {
  const fakes = fakeServices();
  const services: Services = { ...fakes, runningTools: (wish) => real.runningTools(wish) };
  const call = (...argv: string[]) => run(t, ['call', ...argv], { home, services });
  const callIn = (env: Record<string, string>, ...argv: string[]) =>
    run(t, ['call', ...argv], { home, services, env });
  const atTerminal = (...argv: string[]) => run(t, ['call', ...argv], { home, services, terminal: true });
  const explain = (...argv: string[]) => run(t, ['policy', 'explain', ...argv], { home, services });
  return { home, call, callIn, atTerminal, explain, opened: fakes.events };
}

function recordIn(folder: string): Record<string, unknown> {
  return JSON.parse(readFileSync(join(folder, 'servers', `${process.pid}.json`), 'utf8')) as Record<
    string,
    unknown
  >;
}

/** Leaves the record of a killed server. */
function leaveRecord(home: string, changed: Record<string, unknown>): string {
  const place = join(home, '.config', 'handeye', 'servers');
  mkdirSync(place, { recursive: true, mode: 0o700 });
  const record = {
    pid: process.pid,
    machine: hostname(),
    started: 1,
    url: 'http://127.0.0.1:1',
    token: 'token-of-a-run-0123456789',
    toolsets: ['device', 'model'],
    settings: {},
    ...changed,
  };
  const file = join(place, `${record.pid}.json`);
  writeFileSync(file, JSON.stringify(record), { mode: 0o600 });
  return file;
}

const goneProcess = () => spawnSync('true').pid;

describe('handeye policy explain with a server of the same user', () => {
  test('applies its policy to its screen, and nothing is done', async (t) => {
    const { call, explain, opened } = await userWithServer(t, ['--read-only']);
    assert.deepEqual(await explain('tap', '{"x":10,"y":10}'), { code: 0, out: 'deny: read-only\n', err: '' });
    assert.equal((await explain('get_screen_state')).out, 'allow: no rule says otherwise\n');
    assert.match((await call('get_screen_state')).out, /Send/);
    assert.deepEqual(opened, []);
  });

  test('says why the call would fail, with code 1', async (t) => {
    const { explain, opened } = await userWithServer(t);
    const { code, out } = await explain('click_element', '{"element_id":"node_1"}');
    assert.equal(code, 1);
    assert.match(out, /^The call would fail before any rule is asked: Element 'node_1' not found/);
    assert.deepEqual(opened, []);
  });

  test('opens the device itself for another policy', async (t) => {
    const { explain, opened } = await userWithServer(t);
    await explain('tap', '{"x":10,"y":10}', '--policy', 'careful');
    assert.match(opened[0] ?? '', /^open/);
  });
});

describe('handeye call with a server of the same user', () => {
  test('is answered by it: no device is opened, and ids stay', async (t) => {
    const { call, opened } = await userWithServer(t);
    const { code, out, err } = await call('get_screen_state');
    assert.deepEqual([code, err], [0, '']);
    const [id = ''] = /node_\d+(?=\tButton\tSend)/.exec(out) ?? [];
    const clicked = await call('click_element', JSON.stringify({ element_id: id }));
    assert.deepEqual([clicked.code, clicked.out], [0, `Click performed on element '${id}'\n`]);
    assert.deepEqual(opened, []);
  });

  test('lists its tools, prints its failures with code 1 and names a tool that was meant', async (t) => {
    const { call, opened } = await userWithServer(t);
    assert.match((await call()).out, /^click_element +Click element +element_id/m);
    const failed = await call('click_element', '{"element_id":"node_1"}', '--json');
    assert.equal(failed.code, 1);
    assert.deepEqual((JSON.parse(failed.out) as { _meta: unknown })._meta, {
      'handeye/error': { kind: 'element_not_found', code: -32002 },
    });
    const unknown = await call('click_elemen');
    assert.equal(unknown.code, 2);
    assert.match(unknown.err, /^Unknown tool: click_elemen; did you mean click_element\?/);
    assert.deepEqual(opened, []);
  });

  test('prints the same as without one', async (t) => {
    const { call, registry } = await userWithServer(t);
    const args = { by: 'text', value: 'Send' };
    const own = await createToolbox({ registry }).call('find_elements', args, {
      signal: new AbortController().signal,
    });
    const { out } = await call('find_elements', JSON.stringify(args), '--json');
    assert.deepEqual(JSON.parse(out), own);
  });

  test('prints compact unless lean is chosen, for any start options of the server', async (t) => {
    for (const flags of [[], ['--screen-format', 'lean']]) {
      const { call, callIn, opened } = await userWithServer(t, flags);
      assert.match((await call('get_screen_state')).out, /^note:structural-only/);
      assert.match((await call('get_screen_state', '--screen-format', 'lean')).out, /^1080x2400 s/);
      const lean = await callIn({ HANDEYE_SCREEN_FORMAT: 'lean' }, 'get_screen_state');
      assert.match(lean.out, /^1080x2400 s/);
      assert.deepEqual(opened, []);
    }
  });

  for (const [what, started, given, opens] of [
    ['the same device', ['--device', 'virtual'], ['--device', 'virtual'], false],
    ['the same devices in another order', ['--device', 'virtual,R58M'], ['--device', 'R58M,virtual'], false],
    ['another device', ['--device', 'virtual'], ['--device', 'R58M'], true],
    ['a device that the server was not told', [], ['--device', 'virtual'], true],
    ['the default tier', [], ['--tier', 'auto'], false],
    ['another tier', [], ['--tier', 'plain'], true],
    ['a stricter policy', [], ['--read-only'], true],
    ['a toolset that the server has', [], ['--toolset', 'device,model'], false],
    ['a toolset that it has not', [], ['--toolset', 'desktop'], true],
    ['--fresh', [], ['--fresh'], true],
    ['no wish', ['--device', 'virtual', '--tier', 'plain', '--block-app', 'a.b'], [], false],
  ] as const) {
    test(`with ${what} ${opens ? 'opens the device itself' : 'asks the server'}`, async (t) => {
      const { call, opened } = await userWithServer(t, started);
      const { code, err } = await call(...given);
      assert.equal(code, 0, err);
      assert.equal(opened.length > 0, opens);
    });
  }

  test('logs which way it took and why', async (t) => {
    const { call, port } = await userWithServer(t);
    const level = ['--log-level', 'info'];
    assert.ok((await call(...level)).err.includes(`answered by the server at http://127.0.0.1:${port}`));
    assert.ok(
      (await call(...level, '--tier', 'plain')).err.includes('the running server has another --tier'),
    );
    assert.ok((await call(...level, '--fresh')).err.includes('opening the device for this call: --fresh'));
  });

  test('reports it to a person at a terminal, too', async (t) => {
    const { call, atTerminal, port } = await userWithServer(t);
    assert.equal((await call()).err, '');
    const line = `handeye: answered by the server at http://127.0.0.1:${port}; --fresh opens the device instead\n`;
    assert.equal((await atTerminal()).err, line);
    assert.equal((await atTerminal('--fresh')).err, 'handeye: opening the device for this call: --fresh\n');
  });

  test('chooses the one that serves the requested tools', async (t) => {
    const { call, home, opened } = await userWithServer(t, ['--device', 'virtual']);
    leaveRecord(home, { pid: process.ppid, started: Date.now() + 1e6, settings: { device: ['R58M'] } });
    assert.equal((await call('--device', 'virtual')).code, 0);
    assert.deepEqual(opened, []);
  });

  test('needs no token of the user: with one of their own, or none, it works as well', async (t) => {
    for (const flags of [['--token', 'chosen-by-hand'], ['--no-auth']]) {
      const { call, opened } = await userWithServer(t, flags);
      assert.equal((await call('get_screen_state')).code, 0);
      assert.deepEqual(opened, []);
    }
  });

  test('knows it by its certificate over HTTPS: our own, or one of the user that a CA signed for another name', async (t) => {
    const { cert, key } = await signedCertificate(emptyHome(t));
    for (const flags of [['--https'], ['--cert', cert, '--key', key]]) {
      const { call, opened } = await userWithServer(t, flags);
      const { code, err } = await call('get_screen_state');
      assert.equal(code, 0, err);
      assert.deepEqual(opened, []);
    }
  });

  test('a read-only server refuses in its own words', async (t) => {
    const { call } = await userWithServer(t, ['--read-only']);
    const { code, out } = await call('press_home');
    assert.equal(code, 1);
    assert.match(out, /^This server is read-only/);
  });
});

describe('the record of a running server', () => {
  test('is for its user only, holds a token of its own, and goes when the server stops', async (t) => {
    const { folder, server } = await userWithServer(t);
    const file = join(folder, 'servers', `${process.pid}.json`);
    assert.equal(statSync(file).mode & 0o777, 0o600);
    assert.equal(statSync(join(folder, 'servers')).mode & 0o777, 0o700);
    assert.ok(!readFileSync(file, 'utf8').includes(TOKEN));
    await server.stop();
    assert.deepEqual(readdirSync(join(folder, 'servers')), []);
  });

  test('is not written for an address that only others reach', async (t) => {
    const { folder } = await userWithServer(t, ['--host', '0.0.0.0']);
    assert.match(String(recordIn(folder).url), /^http:\/\/127\.0\.0\.1:/);
    const home = emptyHome(t);
    const { announce } = await import('../../src/cli/running-server/announce.ts');
    const { given } = readCommandLine(['--host', '192.0.2.7'], settings);
    const { config } = loadConfig(given, { env: {}, platform: 'linux', home });
    const toolbox = {
      instructions: '',
      tools: [],
      has: () => false,
      call: () => Promise.reject(new Error()),
    };
    await announce({
      config,
      folder: home,
      log: quiet,
      toolbox,
      token: 'x'.repeat(20),
      certificate: undefined,
    });
    assert.deepEqual(readdirSync(home), []);
  });

  test('of a server that was killed is removed, and the device opened', async (t) => {
    const { home, call, opened } = user(t, emptyHome(t));
    const file = leaveRecord(home, { pid: goneProcess() });
    assert.equal((await call()).code, 0);
    assert.deepEqual(opened, ['open ', 'close']);
    assert.equal(existsSync(file), false);
  });

  for (const [what, changed] of [
    ['whose number another process got', { url: undefined }],
    ['of another machine with the same home', { machine: 'elsewhere' }],
    ['of a form that this version does not know', { settings: 'many' }],
  ] as const) {
    test(`${what} is left alone, and the device opened`, async (t) => {
      const { home, call, opened } = user(t, emptyHome(t));
      const url = `http://127.0.0.1:${await freePort()}`;
      const file = leaveRecord(home, { ...changed, url });
      assert.equal((await call()).code, 0);
      assert.deepEqual(opened, ['open ', 'close']);
      assert.equal(existsSync(file), true);
    });
  }

  test('that other users could have read is not believed', async (t) => {
    const { home, call, opened } = await userWithServer(t);
    execFileSync('chmod', ['644', join(home, '.config', 'handeye', 'servers', `${process.pid}.json`)]);
    assert.equal((await call()).code, 0);
    assert.deepEqual(opened, ['open ', 'close']);
  });
});

describe('something else in the place of the server', () => {
  test('gets neither token nor arguments, however much it looks like Handeye, and the user gets a warning', async (t) => {
    const seen: string[] = [];
    const other = createServer((request, response) => {
      seen.push(`${request.method ?? ''} ${request.url ?? ''} ${request.headers.authorization ?? ''}`);
      response.setHeader('handeye-proof', 'x'.repeat(43));
      response.end(request.url === '/health' ? '{"status":"healthy"}' : '{"error":"unauthorized"}');
    }).listen(0, '127.0.0.1');
    await once(other, 'listening');
    t.after(() => other.close());
    const { home, call, opened } = user(t, emptyHome(t));
    const { port } = other.address() as AddressInfo;
    leaveRecord(home, { url: `http://127.0.0.1:${port}` });
    const { code, out, err } = await call('input_text', '{"text":"secret"}');
    assert.deepEqual([code, out], [1, '']);
    assert.match(err, /another program answers there\. Add --fresh to open the device without it\.\n$/);
    assert.deepEqual(seen, ['GET /health ']);
    assert.deepEqual(opened, []);
    assert.equal((await call('--fresh')).code, 0);
  });

  test('that does not answer is named after a while', async (t) => {
    const silent = createTcpServer().listen(0, '127.0.0.1');
    await once(silent, 'listening');
    t.after(() => silent.close());
    const home = emptyHome(t);
    const { port } = silent.address() as AddressInfo;
    leaveRecord(home, { url: `http://127.0.0.1:${port}` });
    const { config, sources } = loadConfig(new Map(), { env: {}, platform: 'linux', home });
    const folder = join(home, '.config', 'handeye');
    const { signal } = new AbortController();
    await assert.rejects(real.runningTools({ config, sources, folder, version: '0', signal, limit: 50 }), {
      message: /\(process \d+\) did not answer within 50 ms\. Add --fresh/,
    });
  });
});

/** A certificate that a CA of its own signed for phone.example. */
async function signedCertificate(folder: string): Promise<{ cert: string; key: string }> {
  const made = { keyType: 'ec', algorithm: 'sha256' } as const;
  const extensions = [{ name: 'basicConstraints', cA: true, critical: true } as const];
  const ca = await selfsigned.generate([{ name: 'commonName', value: 'Test CA' }], { ...made, extensions });
  const signed = await selfsigned.generate([{ name: 'commonName', value: 'phone.example' }], {
    ...made,
    ca: { key: ca.private, cert: ca.cert },
  });
  const files = { cert: join(folder, 'own.pem'), key: join(folder, 'own-key.pem') };
  writeFileSync(files.cert, signed.cert);
  writeFileSync(files.key, signed.private);
  return files;
}
