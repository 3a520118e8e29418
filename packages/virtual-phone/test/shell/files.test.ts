import assert from 'node:assert/strict';
import { test } from 'node:test';
import { phoneFiles } from '../../src/files/layout.ts';
import { UserFiles } from '../../src/files/user-files.ts';
import { ROOT, shellUser } from '../../src/files/users.ts';
import { FileError, type FileErrorCode, type FileSystem } from '../../src/kernel/file-system.ts';
import type { AndroidRelease } from '../../src/kernel/release.ts';

function phone(release: AndroidRelease = 14): { files: FileSystem; root: FileSystem; time: { now: number } } {
  const time = { now: 1_000_000 };
  const disk = phoneFiles({
    release,
    now: () => time.now,
    tools: ['ls'],
    programs: ['input'],
    capacity: 10_000,
  });
  return { files: new UserFiles(disk, shellUser(release)), root: new UserFiles(disk, ROOT), time };
}

function refuses(code: FileErrorCode, work: () => unknown): void {
  assert.throws(work, (error) => error instanceof FileError && error.code === code);
}

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);

test('the SD card is reached by every name it has', () => {
  const paths: Record<AndroidRelease, string[]> = {
    5: ['/sdcard', '/storage/emulated/legacy', '/storage/sdcard0', '/mnt/sdcard'],
    9: ['/sdcard', '/storage/self/primary', '/mnt/sdcard'],
    12: ['/sdcard', '/storage/self/primary'],
    14: ['/sdcard', '/storage/self/primary'],
  };
  for (const release of [5, 9, 12, 14] as const) {
    const { files } = phone(release);
    files.write('/sdcard/x', bytes('here'));
    for (const path of paths[release]) assert.equal(files.resolve(`${path}/x`), '/storage/emulated/0/x');
  }
});

test('the shell user writes where permitted; elsewhere it gets the reason', () => {
  const { files } = phone();
  files.write('/data/local/tmp/a', bytes('a'));
  files.write('/sdcard/Download/a', bytes('a'));
  refuses('EROFS', () => {
    files.write('/system/a', bytes('a'));
  });
  refuses('EROFS', () => {
    files.remove('/system/bin/ls');
  });
  refuses('EACCES', () => {
    files.write('/a', bytes('a'));
  });
  refuses('EACCES', () => files.list('/data'));
  refuses('EACCES', () => {
    files.write('/data/data/a', bytes('a'));
  });
  refuses('ENOENT', () => files.read('/nosuch'));
  refuses('ENOENT', () => {
    files.write('/sdcard/no/such', bytes('a'));
  });
  refuses('ENOTDIR', () => files.read('/system/build.prop/x'));
  refuses('EISDIR', () => files.read('/sdcard'));
  refuses('EISDIR', () => {
    files.write('/sdcard', bytes('a'));
  });
  refuses('EPERM', () => {
    files.setMode('/data/local', 0o777);
  });
  refuses('ENOSPC', () => {
    files.write('/sdcard/big', new Uint8Array(20_000));
  });
});

test('root may write anywhere except on read-only mounts', () => {
  const { root } = phone();
  root.write('/data/data/x', bytes('a'));
  refuses('EROFS', () => {
    root.write('/system/x', bytes('a'));
  });
});

test('file times come from the phone, or from the program that sets them', () => {
  const { files, time } = phone();
  files.write('/sdcard/a', bytes('a'));
  time.now = 5_000_000;
  files.write('/sdcard/b', bytes('b'), { modified: 42 });
  assert.equal(files.stat('/sdcard/a').modified, 1000);
  assert.equal(files.stat('/sdcard/b').modified, 42);
  files.write('/sdcard/a', bytes('more'), { append: true });
  assert.equal(files.stat('/sdcard/a').modified, 5000);
});

test('bytes already read do not change when the file grows or is replaced', () => {
  const { files } = phone();
  files.write('/sdcard/a', bytes('one'));
  const before = files.read('/sdcard/a');
  files.write('/sdcard/a', bytes(' two'), { append: true });
  assert.equal(new TextDecoder().decode(files.read('/sdcard/a')), 'one two');
  files.write('/sdcard/a', bytes('three'));
  assert.equal(new TextDecoder().decode(before), 'one');
});

test('a file that a writer keeps changing afterwards is not changed', () => {
  const { files } = phone();
  const buffer = bytes('abc');
  files.write('/sdcard/a', buffer);
  buffer[0] = 0x7a;
  assert.equal(new TextDecoder().decode(files.read('/sdcard/a')), 'abc');
});

test('directories are made, listed in order, renamed and removed', () => {
  const { files } = phone();
  files.makeDirectory('/data/local/tmp/a/b/c', { recursive: true });
  files.write('/data/local/tmp/a/z', bytes('z'));
  files.write('/data/local/tmp/a/Y', bytes('y'));
  assert.deepEqual(files.list('/data/local/tmp/a'), ['Y', 'b', 'z']);
  refuses('EEXIST', () => {
    files.makeDirectory('/data/local/tmp/a');
  });
  refuses('ENOTEMPTY', () => {
    files.remove('/data/local/tmp/a');
  });
  refuses('EINVAL', () => {
    files.rename('/data/local/tmp/a', '/data/local/tmp/a/b/x');
  });
  files.rename('/data/local/tmp/a', '/data/local/tmp/moved');
  assert.ok(files.exists('/data/local/tmp/moved/b/c'));
  files.remove('/data/local/tmp/moved', { recursive: true });
  assert.deepEqual(files.list('/data/local/tmp'), []);
});

test('links are followed, shown and removed as links, and a ring of them is refused', () => {
  const { files } = phone();
  files.link('../tmp/target', '/data/local/tmp/l');
  files.write('/data/local/tmp/l', bytes('through'));
  assert.equal(new TextDecoder().decode(files.read('/data/local/tmp/target')), 'through');
  assert.equal(files.lstat('/data/local/tmp/l').kind, 'link');
  assert.equal(files.readLink('/data/local/tmp/l'), '../tmp/target');
  files.remove('/data/local/tmp/l');
  assert.ok(files.exists('/data/local/tmp/target'));
  files.link('/data/local/tmp/p', '/data/local/tmp/q');
  files.link('/data/local/tmp/q', '/data/local/tmp/p');
  refuses('ELOOP', () => files.read('/data/local/tmp/p'));
  refuses('EPERM', () => {
    files.link('/x', '/sdcard/l');
  });
});

test('a path may be relative, have dots and double slashes, and its last name may be missing', () => {
  const { files } = phone();
  assert.equal(files.resolve('tmp/../tmp//./new', '/data/local'), '/data/local/tmp/new');
  assert.equal(files.resolve('/../..'), '/');
  assert.equal(files.resolve('/sdcard/../0/x'), '/storage/emulated/0/x');
});

test('the SD card gives every file the same owner and forgets modes', () => {
  const { files } = phone();
  files.write('/sdcard/a', bytes('a'), { mode: 0o600 });
  files.setMode('/sdcard/a', 0o755);
  assert.equal(files.stat('/sdcard/a').mode, 0o666);
  assert.equal(files.stat('/sdcard/a').gid, 1023);
});
