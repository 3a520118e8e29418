import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import { loadKey } from '@handeye/adb/adb-key';
import { readConfigFile } from '../../src/config/file.ts';
import { readRegularFile } from '@handeye/core/device/regular-file';
import { certificate, ownCertificate } from '@handeye/core/server/tls';
import { keptToken } from '@handeye/core/server/token';

async function folderWithPipe(t: TestContext, name: string): Promise<{ folder: string; pipe: string }> {
  const folder = await mkdtemp(join(tmpdir(), 'handeye-files-'));
  t.after(() => rm(folder, { recursive: true }));
  const pipe = join(folder, name);
  execFileSync('mkfifo', ['-m', '600', pipe]);
  return { folder, pipe };
}

const onUnix = { skip: process.platform === 'win32' };

test('a pipe in place of the configuration is refused at once', onUnix, async (t) => {
  const { pipe } = await folderWithPipe(t, 'config.json');
  for (const mustExist of [true, false])
    assert.throws(
      () => readConfigFile(pipe, mustExist),
      /config\.json: cannot be read \(not a regular file\)/,
    );
  assert.throws(() => readConfigFile('/dev/zero', true), /cannot be read \(not a regular file\)/);
});

test(
  'a pipe in place of a saved file is refused at once, and the error says what to do',
  onUnix,
  async (t) => {
    const key = await folderWithPipe(t, 'adbkey');
    await assert.rejects(loadKey(key.folder), /adbkey is not a regular file\. Delete it to get a new key\./);
    const token = await folderWithPipe(t, 'token');
    await assert.rejects(
      keptToken(token.folder),
      /token is not a regular file\. Delete it to get a new token\./,
    );
    const kept = await folderWithPipe(t, 'certificate.pem');
    await assert.rejects(
      certificate({ folder: kept.folder }),
      /certificate\.pem is not a regular file\. Delete it to get a new certificate\./,
    );
  },
);

test("a pipe in place of the user's own certificate is refused at once", onUnix, async (t) => {
  const { pipe } = await folderWithPipe(t, 'own.pem');
  assert.throws(
    () => ownCertificate({ cert: pipe, key: pipe }),
    /The certificate .*own\.pem cannot be read: .* is not a regular file\./,
  );
});

test('a file larger than any of ours is not read', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'handeye-files-'));
  t.after(() => rm(folder, { recursive: true }));
  const large = join(folder, 'large');
  await writeFile(large, 'x'.repeat(1_048_577));
  assert.throws(() => readRegularFile(large), /large is larger than 1 MiB\./);
});
