import { dirname, posix } from 'node:path';
import { FileError, type FileKind, type FileStat, type FileSystem } from '@handeye/virtual-phone';

interface Entry {
  kind: FileKind;
  bytes: Uint8Array;
  mode: number;
  modified: number;
  inode: number;
}

/** The part of a file system that the sync service needs: no permissions except for /system, no links within a path. */
export class SmallFiles implements FileSystem {
  readonly #entries = new Map<string, Entry>();
  #inodes = 0;

  constructor() {
    for (const path of ['/', '/data', '/data/local', '/data/local/tmp', '/system'])
      this.#put(path, 'directory');
  }

  stat(path: string): FileStat {
    const target = this.resolve(path);
    const entry = this.#get(target);
    return entry.kind === 'link' ? this.stat(Buffer.from(entry.bytes).toString()) : statOf(entry);
  }

  lstat(path: string): FileStat {
    return statOf(this.#get(this.resolve(path)));
  }

  exists(path: string): boolean {
    return this.#entries.has(this.resolve(path));
  }

  list(path: string): readonly string[] {
    const folder = this.resolve(path);
    if (this.#get(folder).kind !== 'directory') throw new FileError('ENOTDIR', path);
    return [...this.#entries.keys()]
      .filter((other) => other !== '/' && dirname(other) === folder)
      .map((other) => posix.basename(other));
  }

  read(path: string, { start, end }: { start?: number; end?: number } = {}): Uint8Array {
    const entry = this.#get(this.resolve(path));
    if (entry.kind === 'directory') throw new FileError('EISDIR', path);
    return entry.bytes.subarray(start, end);
  }

  write(
    path: string,
    bytes: Uint8Array,
    { append = false, ...options }: { mode?: number; modified?: number; append?: boolean } = {},
  ): void {
    const target = this.resolve(path);
    if (target.startsWith('/system/')) throw new FileError('EROFS', path);
    if (this.#entries.get(target)?.kind === 'directory') throw new FileError('EISDIR', path);
    const before = this.#entries.get(target);
    if (append && before !== undefined)
      Object.assign(before, { bytes: Buffer.concat([before.bytes, bytes]), ...options });
    else Object.assign(this.#put(target, 'file'), { bytes, ...options });
  }

  makeDirectory(path: string): void {
    const target = this.resolve(path);
    if (this.#entries.has(target)) return;
    this.makeDirectory(dirname(target));
    this.#put(target, 'directory');
  }

  remove(path: string): void {
    if (!this.#entries.delete(this.resolve(path))) throw new FileError('ENOENT', path);
  }

  rename(from: string, to: string): void {
    this.#entries.set(this.resolve(to), this.#get(this.resolve(from)));
    this.remove(from);
  }

  link(target: string, path: string): void {
    this.#put(this.resolve(path), 'link').bytes = Buffer.from(target);
  }

  readLink(path: string): string {
    return Buffer.from(this.#get(this.resolve(path)).bytes).toString();
  }

  allows(path: string): boolean {
    return this.exists(path);
  }

  setMode(path: string, mode: number): void {
    this.#get(this.resolve(path)).mode = mode;
  }

  setModified(path: string, modified: number): void {
    this.#get(this.resolve(path)).modified = modified;
  }

  resolve(path: string, cwd = '/'): string {
    return posix.resolve(cwd, path);
  }

  #get(path: string): Entry {
    const entry = this.#entries.get(path);
    if (entry === undefined) throw new FileError('ENOENT', path);
    return entry;
  }

  #put(path: string, kind: FileKind): Entry {
    const mode = kind === 'directory' ? 0o755 : 0o644;
    const entry = {
      kind,
      bytes: new Uint8Array(0),
      mode,
      modified: 1_700_000_000,
      inode: (this.#inodes += 1),
    };
    this.#entries.set(path, entry);
    return entry;
  }
}

function statOf({ kind, mode, bytes, modified, inode }: Entry): FileStat {
  return { kind, mode, modified, inode, size: bytes.length, uid: 2000, gid: 2000 };
}
