import assert from 'node:assert/strict';
import { type ChildProcess, execFileSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { cli } from '../android/commands/on-phone.ts';
import { agentOf, farmUp } from './trial.ts';

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

test('farm up starts a whole farm that lends a phone, and Ctrl-C ends all of it', async (t) => {
  const { child, ended, folder, env, said } = await farmUp(t, { cli, cwd: ROOT, hosts: 2 });
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
  const { child, ended, said } = await farmUp(t, { cli, cwd: ROOT, hosts: 1 });
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
