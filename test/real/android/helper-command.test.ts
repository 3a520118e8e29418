import assert from 'node:assert/strict';
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { scratchFolder } from '../../../packages/handeye/test/android/adb/attached.ts';
import { helped } from './helped.ts';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));
const cli = ['--import', 'tsx', join(ROOT, 'packages', 'handeye', 'src', 'cli', 'bin.ts')];

/** The environment of a user who has no adb and no settings. */
async function user(t: TestContext) {
  const folder = await scratchFolder(t);
  return { PATH: '', HOME: folder, XDG_CONFIG_HOME: folder, ANDROID_ADB_SERVER_PORT: '1' };
}

test('handeye helper removes the helper, installs it again, and says how it stands', async (t) => {
  const { phone } = await helped(t, { tier: 'plain' });
  const env = await user(t);
  const handeye = async (...args: string[]) => {
    const options = { cwd: ROOT, env };
    const { stdout } = await promisify(execFile)(process.execPath, [...cli, ...args], options);
    return stdout.trim();
  };
  const device = `tcp:${phone.serial}`;
  const helper = (deed: string) => handeye('helper', deed, '--device', device);
  assert.equal(await helper('status'), `${device}: The helper 10.6.6 is installed.`);
  assert.equal(await helper('remove'), `${device}: The helper is not installed.`);
  assert.match(await handeye('devices', '--device', device), /served by the companion on the phone/);
  const devices = () => handeye('devices', '--tier', 'helper', '--device', device);
  assert.match(await devices(), /--tier helper was asked for, and .*: the helper is not installed/);
  assert.equal(await helper('install'), `${device}: The helper 10.6.6 is installed now.`);
  assert.equal(await helper('install'), `${device}: The helper 10.6.6 is already installed.`);
  assert.match(await devices(), /served by the helper 10\.6\.6 on the phone/);
});

test('without a phone, handeye helper says that the built-in one has it, and how to choose another', async (t) => {
  const helper = promisify(execFile)(process.execPath, [...cli, 'helper', 'status'], {
    cwd: ROOT,
    env: await user(t),
  });
  await assert.rejects(helper, {
    code: 2,
    stderr:
      /^No phone is attached\. Attach one, or choose one with --device \(.*\)\. .* brings its helper\.$/m,
  });
});

for (const signal of ['SIGTERM', 'SIGKILL'] as const) {
  test(`a server that ends by ${signal} leaves nothing that holds the phone's accessibility`, async (t) => {
    const { phone, shell } = await helped(t, { tier: 'plain' });
    const server = spawn(process.execPath, [...cli, 'stdio', '--device', `tcp:${phone.serial}`], {
      cwd: ROOT,
      env: await user(t),
      stdio: ['pipe', 'pipe', 'ignore'],
    });
    t.after(() => server.kill('SIGKILL'));
    await look(server);
    const dump = () => shell('uiautomator dump /data/local/tmp/x.xml');
    assert.match(await dump(), /exit 137$/, 'it runs');
    server.kill(signal);
    await once(server, 'exit');
    for (const end = Date.now() + 5000; Date.now() < end;) if ((await dump()).includes('dumped')) break;
    assert.match(await dump(), /dumped to/);
  });
}

async function look({ stdin, stdout }: ChildProcess): Promise<void> {
  const call = { name: 'get_screen_state', arguments: {} };
  stdin?.write(`${JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: call })}\n`);
  let heard = '';
  stdout?.setEncoding('utf8');
  for await (const text of stdout ?? []) {
    heard += String(text);
    if (heard.includes('"id":1')) break;
  }
  assert.match(heard, /structural-only/);
}
