import { execFileSync } from 'node:child_process';
import assert from 'node:assert/strict';
import { chmod, mkdtemp, readdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import { services } from '../../src/cli/wiring.ts';
import { keptToken } from '@handeye/core/server/token';

async function emptyFolder(t: TestContext): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'handeye-token-'));
  t.after(() => rm(folder, { recursive: true }));
  return folder;
}

async function modeOf(path: string): Promise<string> {
  return ((await stat(path)).mode & 0o777).toString(8);
}

test('a token is generated once, readable only by its owner, and used again', async (t) => {
  const folder = join(await emptyFolder(t), 'config', 'handeye');
  const token = await keptToken(folder);
  assert.match(token, /^[\w-]{43}$/);
  assert.equal(await keptToken(folder), token);
  assert.deepEqual(await readdir(folder), ['token']);
  assert.equal(await modeOf(folder), '700');
  assert.equal(await modeOf(join(folder, 'token')), '600');
});

test('several processes that start at once agree on one token', async (t) => {
  const folder = await emptyFolder(t);
  const tokens = await Promise.all(Array.from({ length: 20 }, () => keptToken(folder)));
  assert.equal(new Set(tokens).size, 1);
  assert.deepEqual(await readdir(folder), ['token']);
});

test('a token that others can read is refused, and the error says how to fix it', async (t) => {
  const folder = await emptyFolder(t);
  await keptToken(folder);
  for (const mode of [0o644, 0o640, 0o604]) {
    await chmod(join(folder, 'token'), mode);
    await assert.rejects(keptToken(folder), /Other users can read .*chmod 600/);
  }
});

test('a folder in which others can write, a link, and a file without a token are refused', async (t) => {
  const folder = await emptyFolder(t);
  const file = join(folder, 'token');
  await writeFile(file, 'short\n', { mode: 0o600 });
  await assert.rejects(keptToken(folder), /does not contain a valid token/);
  assert.equal(await readFile(file, 'utf8'), 'short\n');
  await rm(file);
  await symlink('/etc/hostname', file);
  await assert.rejects(keptToken(folder), /is a symbolic link/);
  await chmod(folder, 0o777);
  await assert.rejects(keptToken(folder), /Other users can write .*chmod 700/);
});

test('a pipe in place of the token is refused at once', { skip: process.platform === 'win32' }, async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'handeye-token-'));
  t.after(() => rm(folder, { recursive: true, force: true }));
  execFileSync('mkfifo', ['-m', '600', join(folder, 'token')]);
  await assert.rejects(keptToken(folder), /token is not a regular file\. Delete it to get a new token\./);
});

test(
  'a folder that cannot be made is told at once, with what to do',
  { skip: process.platform !== 'linux' },
  async () => {
    await assert.rejects(keptToken('/proc/self/nowhere/handeye'), {
      name: 'CannotKeepToken',
      message: /^The token cannot be saved in .*\(ENOENT\)\. .* HANDEYE_TOKEN\.$/,
    });
    const { token, unkept } = await services.serverToken('/proc/self/nowhere/handeye');
    assert.match(token, /^[\w-]{43}$/);
    assert.match(unkept ?? '', /cannot be saved/);
  },
);
