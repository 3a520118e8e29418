import assert from 'node:assert/strict';
import { chmod, mkdir, mkdtemp, readdir, readFile, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import fc from 'fast-check';
import { DeviceError, type ErrorKind } from '../../src/device/errors.ts';
import { chosenFolder, HostFolder } from '../../src/tools/files/host-folder.ts';
import { namesOf } from '../../src/tools/files/host-folder.ts';
import { runs } from '@handeye/testing/runs';

/** A folder for files, and a file beside it that must stay out of reach. */
async function sandbox(t: TestContext) {
  const outer = await mkdtemp(join(tmpdir(), 'handeye-host-folder-'));
  t.after(() => rm(outer, { recursive: true, force: true }));
  const inner = join(outer, 'files');
  const secrets = join(outer, 'secrets');
  await mkdir(join(inner, 'sub'), { recursive: true });
  await mkdir(secrets);
  await writeFile(join(secrets, 'key'), 'secret');
  await writeFile(join(inner, 'sub/a.txt'), 'a');
  return { outer, inner, secrets, folder: new HostFolder(inner) };
}

const fails = (work: Promise<unknown>, kind: ErrorKind, words?: RegExp) =>
  assert.rejects(work, (error: unknown) => {
    assert.ok(error instanceof DeviceError, String(error));
    assert.equal(error.kind, kind, error.message);
    if (words) assert.match(error.message, words);
    return true;
  });

test('files are read, written, listed and deleted below the folder', async (t) => {
  const { folder, inner } = await sandbox(t);
  await folder.write('deep/er/b.bin', Buffer.from([0, 1, 2]));
  assert.deepEqual(await folder.read('deep/er/b.bin'), Buffer.from([0, 1, 2]));
  assert.deepEqual(await folder.read('deep\\er\\b.bin'), Buffer.from([0, 1, 2]), 'either slash');
  assert.deepEqual((await folder.list()).map(({ name, kind }) => `${name} ${kind}`).sort(), [
    'deep folder',
    'sub folder',
  ]);
  await chmod(join(inner, 'sub/a.txt'), 0o600);
  await folder.write('sub/a.txt', Buffer.from('A'));
  assert.equal((await readFile(join(inner, 'sub/a.txt'))).toString(), 'A');
  assert.deepEqual(await readdir(join(inner, 'sub')), ['a.txt'], 'no temporary file is left');
  await folder.delete('sub/a.txt');
  await fails(folder.read('sub/a.txt'), 'element_not_found');
  await fails(folder.delete('sub'), 'invalid_params', /is a folder/);
  await fails(folder.write('sub', Buffer.from('x')), 'invalid_params', /is a folder/);
  await fails(folder.read('sub'), 'invalid_params', /not a file/);
  await fails(folder.write('', Buffer.from('x')), 'invalid_params', /name/);
  await folder.write('sub/plain', Buffer.from('x'));
  await fails(folder.read('sub/plain/x'), 'invalid_params', /not a folder/);
  await fails(folder.write('large', new Uint8Array(50 * 1024 * 1024 + 1)), 'invalid_params', /50 MB/);
});

test('links lead nowhere outside, and are not written through', async (t) => {
  const { folder, inner, secrets } = await sandbox(t);
  await symlink(secrets, join(inner, 'out'));
  await symlink(join(secrets, 'key'), join(inner, 'key'));
  await symlink('sub', join(inner, 'in'));
  await fails(folder.read('out/key'), 'invalid_params', /not a path inside/);
  await fails(folder.read('key'), 'invalid_params', /link/);
  await fails(folder.write('out/new', Buffer.from('x')), 'invalid_params');
  await fails(folder.write('out/deep/new', Buffer.from('x')), 'invalid_params');
  await fails(folder.list('out'), 'invalid_params');
  await fails(folder.delete('out/key'), 'invalid_params');
  await folder.write('key', Buffer.from('mine'));
  assert.equal((await readFile(join(secrets, 'key'))).toString(), 'secret');
  assert.equal((await folder.read('key')).toString(), 'mine', 'the link was replaced by a file');
  assert.equal((await folder.read('in/a.txt')).toString(), 'a', 'a link within the folder is one');
  await folder.delete('out');
  assert.deepEqual(await readdir(secrets), ['key']);
});

test('a folder that is swapped for a link again and again never lets anything out or in', async (t) => {
  const { folder, inner, secrets, outer } = await sandbox(t);
  const [real, link] = [join(outer, 'real'), join(outer, 'link')];
  await symlink(secrets, link);
  await mkdir(real);
  await writeFile(join(real, 'key'), 'public');
  const place = join(inner, 'swap');
  const over = new AbortController();
  const swapping = (async () => {
    while (!over.signal.aborted) {
      for (const thing of [real, link]) {
        await putAt(place, thing);
        await rename(place, thing);
      }
    }
  })();
  for (let count = 0; count < 300; count += 1) {
    const read = await folder.read('swap/key').catch(() => undefined);
    assert.notEqual(read?.toString(), 'secret');
    await folder.write('swap/key', Buffer.from('public')).catch(() => undefined);
    await folder.list('swap').catch(() => undefined);
  }
  over.abort();
  await swapping;
  assert.deepEqual(await readdir(secrets), ['key']);
  assert.equal((await readFile(join(secrets, 'key'))).toString(), 'secret');
});

/** Moves something to a place, although `write` makes a folder there when it finds none. */
async function putAt(place: string, thing: string): Promise<void> {
  for (;;) {
    try {
      await rename(thing, place);
      return;
    } catch {
      await rm(place, { recursive: true, force: true }).catch(() => undefined);
    }
  }
}

test('no path that anybody could think of leaves the folder', async (t) => {
  const { folder, inner, secrets, outer } = await sandbox(t);
  await symlink(secrets, join(inner, 'out'));
  await writeFile(join(outer, 'beside-it'), '');
  const piece = fc.oneof(
    fc.constantFrom(
      '..',
      '.',
      '',
      'out',
      'sub',
      'key',
      'a.txt',
      'secrets',
      outer,
      'C:',
      '\\',
      '//',
      '%2e%2e',
      '…',
    ),
    fc.constantFrom(
      '..\\',
      '../',
      '\0',
      '\u202e',
      '.. ',
      '..\u200b',
      '\ud800',
      'x'.repeat(300),
      '~',
      '$HOME',
      'con',
    ),
    fc.string({ unit: 'binary', maxLength: 6 }),
  );
  const path = fc
    .tuple(fc.array(piece, { maxLength: 6 }), fc.constantFrom('/', '\\'))
    .map(([parts, by]) => parts.join(by));
  await fc.assert(
    fc.asyncProperty(path, async (wanted) => {
      for (const work of [
        () =>
          folder.read(wanted).then((bytes) => {
            assert.notEqual(bytes.toString(), 'secret');
          }),
        () => folder.write(wanted, Buffer.from('owned')),
        () =>
          folder.list(wanted).then((all) => {
            assert.ok(!all.some(({ name }) => name === 'beside-it'));
          }),
        () => folder.delete(wanted),
      ]) {
        try {
          await work();
        } catch (error) {
          assert.ok(error instanceof DeviceError, `${JSON.stringify(wanted)}: ${String(error)}`);
        }
      }
      // Files inside may have been deleted.
      await symlink(secrets, join(inner, 'out')).catch(() => undefined);
    }),
    { numRuns: runs(400) },
  );
  assert.deepEqual((await readdir(outer)).sort(), ['beside-it', 'files', 'secrets']);
  assert.deepEqual(await readdir(secrets), ['key']);
  assert.equal((await readFile(join(secrets, 'key'))).toString(), 'secret');
});

test('names that Windows reads in another way are refused there, and are plain names elsewhere', () => {
  for (const name of ['con', 'NUL.txt', 'com1', 'ab:c', 'a.', 'a ', 'b/lpt9.log', 'x?', 'tab\there']) {
    assert.throws(() => namesOf(name, 'win32'), /plain/, name);
    assert.doesNotThrow(() => namesOf(name, 'linux'), name);
  }
  assert.deepEqual(namesOf('a\\b/./c', 'win32'), ['a', 'b', 'c']);
  for (const name of ['C:\\x', 'c:x', '\\\\host\\share', '/x', '..\\x', 'a/../../x']) {
    assert.throws(() => namesOf(name, 'linux'), /not a path inside/, name);
  }
  assert.throws(() => namesOf('ü'.repeat(128), 'darwin'), /plain/, 'a name of 256 bytes');
});

test('a folder that is missing, no folder or closed is said to be the one of --files', async (t) => {
  const { inner, outer } = await sandbox(t);
  await fails(new HostFolder(join(outer, 'none')).list(), 'permission_denied', /--files names.*not there/);
  await fails(new HostFolder(join(inner, 'sub/a.txt')).list(), 'permission_denied', /not a folder/);
  assert.throws(() => chosenFolder(undefined), /start it with --files FOLDER/);
});
