/** The disk, seen and changed by one user: paths, links, permissions. Programs and the sync service use it. */
import { FileError, type FileStat, type FileSystem } from '../kernel/file-system.ts';
import { Contents } from './contents.ts';
import type { DirectoryNode, Disk, FileNode, Node, Rule } from './disk.ts';
import { join, parentOf } from './paths.ts';
import { ROOT, type User } from './users.ts';

const MOST_LINKS = 40;

/** The result of walking a path: the parent directory, the name there, and the node if there is one. */
interface Place {
  readonly path: string;
  readonly parent: DirectoryNode;
  readonly name: string;
  readonly node: Node | undefined;
}

export class UserFiles implements FileSystem {
  readonly #disk: Disk;
  readonly #user: User;

  constructor(disk: Disk, user: User) {
    this.#disk = disk;
    this.#user = user;
  }

  stat(path: string): FileStat {
    return describe(this.#node(path));
  }

  lstat(path: string): FileStat {
    return describe(this.#node(path, false));
  }

  exists(path: string): boolean {
    try {
      this.#node(path);
      return true;
    } catch {
      return false;
    }
  }

  list(path: string): readonly string[] {
    const directory = this.#directory(path);
    this.#demand(directory, 'read', path);
    return [...childrenOf(directory).keys()].sort(byBytes);
  }

  read(path: string, { start, end }: { start?: number; end?: number } = {}): Uint8Array {
    const node = this.#node(path);
    if (node.kind === 'directory') throw new FileError('EISDIR', path);
    this.#demand(node, 'read', path);
    return node.kind === 'file' ? node.contents.bytes(start, end) : new Uint8Array();
  }

  write(
    path: string,
    bytes: Uint8Array,
    options: { mode?: number; modified?: number; append?: boolean } = {},
  ): void {
    const place = this.#place(path);
    const file = place.node ?? this.#create(place, options.mode ?? 0o644);
    if (file.kind === 'directory') throw new FileError('EISDIR', path);
    if (place.node) this.#demandChange(place, file);
    if (file.kind !== 'file') return;
    const kept = options.append ? file.contents.allocated : 0;
    this.#disk.book(kept + bytes.length - file.contents.allocated, path);
    if (options.append) file.contents.append(bytes);
    else {
      file.contents.release();
      file.contents = new Contents(new Uint8Array(bytes));
    }
    file.modified = options.modified ?? this.#disk.seconds;
    if (options.mode !== undefined && !place.parent.rule.fixed) file.mode = options.mode;
  }

  resize(path: string, size: number, { allocate = false }: { allocate?: boolean } = {}): void {
    const place = this.#place(path);
    const file = place.node ?? this.#create(place, 0o644);
    if (file.kind === 'directory') throw new FileError('EISDIR', path);
    if (place.node) this.#demandChange(place, file);
    if (file.kind !== 'file') return;
    const { allocated } = file.contents;
    this.#disk.book((allocate ? Math.max(allocated, size) : Math.min(allocated, size)) - allocated, path);
    file.contents.resize(size, { allocate });
    file.modified = this.#disk.seconds;
  }

  space(): { capacity: number; used: number } {
    return { capacity: this.#disk.capacity, used: this.#disk.used };
  }

  makeDirectory(path: string, options: { recursive?: boolean; mode?: number } = {}): void {
    const { recursive = false, mode = 0o755 } = options;
    if (recursive) {
      const parent = parentOf(path);
      if (parent !== path && !this.exists(parent)) this.makeDirectory(parent, options);
    }
    const place = this.#place(path);
    if (place.node) {
      if (recursive && place.node.kind === 'directory') return;
      throw new FileError('EEXIST', path);
    }
    this.#demandChange(place, place.parent);
    const { rule } = place.parent;
    const own = rule.fixed
      ? { uid: rule.fixed.uid, gid: rule.fixed.gid, mode: rule.fixed.directory }
      : { uid: this.#user.uid, gid: this.#user.gid, mode };
    this.#add(place, this.#disk.directory({ ...own, rule }));
  }

  remove(path: string, options: { recursive?: boolean } = {}): void {
    const place = this.#place(path, false);
    if (!place.node) throw new FileError('ENOENT', path);
    this.#demandChange(place, place.parent);
    const { node } = place;
    if (node.kind === 'directory' && node.children.size > 0) {
      if (!options.recursive) throw new FileError('ENOTEMPTY', path);
      for (const name of [...node.children.keys()]) this.remove(`${place.path}/${name}`, options);
    }
    if (node.kind === 'file') {
      this.#disk.book(-node.contents.allocated, path);
      node.contents.release();
    }
    place.parent.children.delete(place.name);
    place.parent.modified = this.#disk.seconds;
  }

  rename(from: string, to: string): void {
    const source = this.#place(from, false);
    const target = this.#place(to, false);
    if (!source.node) throw new FileError('ENOENT', from);
    this.#demandChange(source, source.parent);
    this.#demandChange(target, target.parent);
    if (source.node === target.node) return;
    if (`${target.path}/`.startsWith(`${source.path}/`)) throw new FileError('EINVAL', to);
    if (target.node) {
      if (target.node.kind === 'directory' && source.node.kind !== 'directory')
        throw new FileError('EISDIR', to);
      if (target.node.kind !== 'directory' && source.node.kind === 'directory')
        throw new FileError('ENOTDIR', to);
      this.remove(to);
    }
    source.parent.children.delete(source.name);
    this.#add(target, source.node);
  }

  link(target: string, path: string): void {
    const place = this.#place(path, false);
    if (place.node) throw new FileError('EEXIST', path);
    this.#demandChange(place, place.parent);
    // The SD card of a phone (FAT-like, by FUSE) knows no links.
    if (place.parent.rule.fixed) throw new FileError('EPERM', path);
    this.#add(place, this.#disk.symbolicLink(target, this.#user));
  }

  readLink(path: string): string {
    const node = this.#node(path, false);
    if (node.kind !== 'link') throw new FileError('EINVAL', path);
    return node.target;
  }

  setMode(path: string, mode: number): void {
    const place = this.#place(path);
    if (!place.node) throw new FileError('ENOENT', path);
    this.#demandOwner(place, place.node);
    if (!place.parent.rule.fixed) place.node.mode = mode;
  }

  setModified(path: string, modified: number): void {
    const place = this.#place(path);
    if (!place.node) throw new FileError('ENOENT', path);
    if (!this.#mayDo(place.node, 'write')) this.#demandOwner(place, place.node);
    place.node.modified = modified;
  }

  allows(path: string, wish: 'read' | 'write' | 'execute'): boolean {
    try {
      const place = this.#place(path);
      if (!place.node || (wish === 'write' && ruleAt(place).readOnly)) return false;
      return this.#mayDo(place.node, wish);
    } catch {
      return false;
    }
  }

  resolve(path: string, cwd = '/'): string {
    return this.#place(join(cwd, path)).path;
  }

  #node(path: string, follow = true): Node {
    const { node } = this.#place(path, follow);
    if (!node) throw new FileError('ENOENT', path);
    return node;
  }

  #directory(path: string): DirectoryNode {
    const node = this.#node(path);
    if (node.kind !== 'directory') throw new FileError('ENOTDIR', path);
    return node;
  }

  /** Walks to a path. Only its last name may be missing; `follow` says whether a link there is followed. */
  #place(path: string, follow = true): Place {
    let parents: { name: string; node: DirectoryNode }[] = [];
    let names = path.split('/').filter((name) => name !== '' && name !== '.');
    const mustBeDirectory = /\/\.?$/.test(path) && names.length > 0;
    let links = 0;
    for (;;) {
      const name = names.shift();
      const here = parents.at(-1)?.node ?? this.#disk.root;
      const herePath = `/${parents.map((parent) => parent.name).join('/')}`;
      if (name === undefined) {
        const last = parents.at(-1);
        const above = parents.at(-2)?.node ?? this.#disk.root;
        return { path: herePath, parent: above, name: last?.name ?? '/', node: here };
      }
      if (name === '..') {
        parents = parents.slice(0, -1);
        continue;
      }
      this.#demand(here, 'execute', path);
      const node = childrenOf(here).get(name);
      const isLast = names.length === 0;
      if (node?.kind === 'link' && (!isLast || follow || mustBeDirectory)) {
        if (++links > MOST_LINKS) throw new FileError('ELOOP', path);
        names = [...node.target.split('/').filter((part) => part !== '' && part !== '.'), ...names];
        if (node.target.startsWith('/')) parents = [];
        continue;
      }
      if (node?.kind === 'directory') {
        parents.push({ name, node });
        continue;
      }
      if (!isLast) throw new FileError(node ? 'ENOTDIR' : 'ENOENT', path);
      if (node && mustBeDirectory) throw new FileError('ENOTDIR', path);
      return { path: herePath === '/' ? `/${name}` : `${herePath}/${name}`, parent: here, name, node };
    }
  }

  #create(place: Place, mode: number): FileNode {
    this.#demandChange(place, place.parent);
    const { fixed } = place.parent.rule;
    const own = fixed
      ? { uid: fixed.uid, gid: fixed.gid, mode: fixed.file }
      : { uid: this.#user.uid, gid: this.#user.gid, mode };
    const file = this.#disk.file(new Contents(new Uint8Array()), own);
    this.#add(place, file);
    return file;
  }

  #add(place: Place, node: Node): void {
    place.parent.children.set(place.name, node);
    place.parent.modified = this.#disk.seconds;
  }

  /** Checks in the kernel's order: permission first, then whether the file system is writable. */
  #demandChange(place: Place, node: Node): void {
    if (ruleAt(place).readOnly) throw new FileError('EROFS', place.path);
    this.#demand(node, 'write', place.path);
  }

  #demandOwner(place: Place, node: Node): void {
    if (ruleAt(place).readOnly) throw new FileError('EROFS', place.path);
    if (place.parent.rule.fixed) return;
    if (this.#user.uid !== ROOT.uid && node.uid !== this.#user.uid) throw new FileError('EPERM', place.path);
  }

  #demand(node: Node, wish: 'read' | 'write' | 'execute', path: string): void {
    if (!this.#mayDo(node, wish)) throw new FileError('EACCES', path);
  }

  #mayDo(node: Node, wish: 'read' | 'write' | 'execute'): boolean {
    const bit = { read: 4, write: 2, execute: 1 }[wish];
    if (this.#user.uid === ROOT.uid) {
      return wish !== 'execute' || node.kind === 'directory' || (node.mode & 0o111) !== 0;
    }
    if (node.uid === this.#user.uid) return ((node.mode >> 6) & bit) !== 0;
    const inGroup = node.gid === this.#user.gid || this.#user.groups.includes(node.gid);
    return ((inGroup ? node.mode >> 3 : node.mode) & bit) !== 0;
  }
}

function ruleAt(place: Place): Rule {
  return place.node?.kind === 'directory' ? place.node.rule : place.parent.rule;
}

function childrenOf(directory: DirectoryNode): Map<string, Node> {
  return directory.living ? new Map([...directory.children, ...directory.living()]) : directory.children;
}

const DIRECTORY_SIZE = 4096;

function describe(node: Node): FileStat {
  const { kind, mode, uid, gid, modified, inode } = node;
  const size =
    kind === 'file'
      ? node.contents.size
      : kind === 'link'
        ? node.target.length
        : kind === 'directory'
          ? DIRECTORY_SIZE
          : 0;
  const allocated = kind === 'file' ? node.contents.allocated : size;
  return { kind, mode, uid, gid, size, modified, inode, allocated };
}

function byBytes(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
