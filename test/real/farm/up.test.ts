import assert from 'node:assert/strict';
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import { fileURLToPath } from 'node:url';
import { scratchFolder } from '@handeye/testing/attached';
import { cli } from '../android/commands/on-phone.ts';
import { freePort } from '@handeye/testing/ports';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));

/** The child processes of a process, without those that run TypeScript. */
function childrenOf({ pid }: ChildProcess): { pid: number; command: string }[] {
  const listed = execFileSync('ps', ['-ww', '-A', '-o', 'ppid=,pid=,args='], { encoding: 'utf8' });
  return listed.split('\n').flatMap((line) => {
    const [, parent, own, command = ''] = /^\s*(\d+)\s+(\d+)\s+(.*)$/.exec(line) ?? [];
    const isOurs = !/^ps |esbuild/.test(command);
    return Number(parent) === pid && isOurs ? [{ pid: Number(own), command }] : [];
  });
}

const runs = (pid: number) => {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
};

/** A farm whose hosts have a phone each, as a person starts it; resolves when it reports that it is up. */
async function farmUp(t: TestContext, { hosts }: { readonly hosts: number }) {
  const folder = await scratchFolder(t);
  // The user's settings for a server must not affect the trial, especially the device.
  const settings = { device: ['virtual'], readOnly: true, host: '0.0.0.0' };
  mkdirSync(join(folder, 'handeye'));
  writeFileSync(join(folder, 'handeye', 'config.json'), JSON.stringify(settings));
  const own = { HANDEYE_DEVICE: 'virtual', HANDEYE_METRICS: 'true', HANDEYE_HOST: '0.0.0.0' };
  const env = { PATH: process.env.PATH, HOME: folder, XDG_CONFIG_HOME: folder, TMPDIR: folder, ...own };
  const args = ['farm', 'up', '--hosts', String(hosts), '--phones', '1', '--port', String(await freePort())];
  const child = spawn(process.execPath, [...cli, ...args], { cwd: ROOT, env });
  // After `close` all output has arrived.
  const ended = once(child, 'close');
  let said = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => (said += text));
  t.after(async () => {
    if (child.exitCode === null) child.kill('SIGINT');
    await ended;
  });
  const up = new Promise<void>((resolve) => {
    child.stdout.on('data', () => {
      if (said.includes('Press Ctrl-C to end all of it.')) resolve();
    });
  });
  await Promise.race([up, ended.then(() => assert.fail(said))]);
  return { child, ended, folder, env, said: () => said };
}

/** Calls tools of the server with this output. */
function agentOf(said: string) {
  const [, url = ''] = /^ {2}Address +(\S+)$/m.exec(said) ?? [];
  const [, token = ''] = /^ {2}Token +(\S+)$/m.exec(said) ?? [];
  return async (name: string, args: object) => {
    const answer = await fetch(url, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify({
        jsonrpc: '2.0',
        id: 1,
        method: 'tools/call',
        params: { name, arguments: args },
      }),
    });
    const { result } = (await answer.json()) as { result?: { content: { text: string }[] } };
    return result?.content[0]?.text ?? '';
  };
}

test('farm up starts a whole farm that lends a phone, and Ctrl-C ends all of it', async (t) => {
  const { child, ended, folder, env, said } = await farmUp(t, { hosts: 2 });
  const [, flags = ''] = /farm status --watch (.*)$/m.exec(said()) ?? [];
  const status = execFileSync(process.execPath, [...cli, 'farm', 'status', '--json', ...flags.split(' ')], {
    cwd: ROOT,
    env,
    encoding: 'utf8',
  });
  const { hosts, devices } = JSON.parse(status) as Record<string, { name: string; state?: string }[]>;
  assert.deepEqual(
    hosts?.map(({ name }) => name),
    ['host-1', 'host-2'],
  );
  assert.deepEqual(
    devices?.map(({ name, state }) => [name, state]),
    [
      ['host-1.virtual-1', 'free'],
      ['host-2.virtual-1', 'free'],
    ],
  );
  assert.match(said(), /^ {2}Address +https?:\/\/127\.0\.0\.1:/m);
  assert.doesNotMatch(
    childrenOf(child)
      .map(({ command }) => command)
      .join(),
    /0\.0\.0\.0/,
  );
  const use = agentOf(said());
  const leased = await use('lease_device', {});
  const device = /^device: (\S+#\S+)$/m.exec(leased)?.[1] ?? assert.fail(leased);
  assert.match(await use('open_app', { device, app: 'Contacts' }), /^Opened Contacts/);
  assert.equal(await use('release_device', { device }), 'Released.');
  const parts = childrenOf(child);
  assert.equal(parts.length, 4, JSON.stringify(parts));
  child.kill('SIGINT');
  assert.deepEqual(await ended, [0, null]);
  assert.deepEqual(
    parts.filter(({ pid }) => runs(pid)),
    [],
  );
  assert.deepEqual(
    readdirSync(folder).filter((name) => name.startsWith('handeye-farm-')),
    [],
  );
});

test('farm up ends as a whole, and says why, if a part of it dies', async (t) => {
  const { child, ended, said } = await farmUp(t, { hosts: 1 });
  const parts = childrenOf(child);
  const host = parts.find(({ command }) => command.includes('--name host-1'));
  assert.ok(host);
  process.kill(host.pid, 'SIGKILL');
  assert.deepEqual(await ended, [1, null]);
  assert.match(said(), /The farm has ended: host-1 ended \(SIGKILL\)\./);
  assert.deepEqual(
    parts.filter(({ pid }) => runs(pid)),
    [],
  );
});
