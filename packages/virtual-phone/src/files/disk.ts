/** The disk of the phone: its nodes and its space. Users see it through UserFiles. */
import { FileError } from '../kernel/file-system.ts';
import type { Contents } from './contents.ts';
import { FREE_BYTES } from './partitions.ts';

interface NodeBase {
  readonly inode: number;
  mode: number;
  uid: number;
  gid: number;
  modified: number;
}

export interface FileNode extends NodeBase {
  readonly kind: 'file';
  contents: Contents;
}

export interface DirectoryNode extends NodeBase {
  readonly kind: 'directory';
  readonly children: Map<string, Node>;
  /** Children that are computed at each access (/proc/1234). */
  readonly living?: () => Map<string, Node>;
  readonly rule: Rule;
}

interface LinkNode extends NodeBase {
  readonly kind: 'link';
  readonly target: string;
}

interface DeviceNode extends NodeBase {
  readonly kind: 'device';
}

export type Node = FileNode | DirectoryNode | LinkNode | DeviceNode;

/** Rules for everything below a mount point. */
export interface Rule {
  readonly readOnly?: boolean;
  /** The emulated SD card gives every file the same owner and modes, and forgets chmod. */
  readonly fixed?: { uid: number; gid: number; file: number; directory: number };
}

/** The space that Settings calls free on a new phone: see partitions.ts. */
const DEFAULT_CAPACITY = FREE_BYTES;

export interface DiskOptions {
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  readonly capacity?: number;
}

export class Disk {
  readonly root: DirectoryNode;
  readonly #now: () => number;
  readonly #capacity: number;
  private nextInode = 2;
  private taken = 0;

  constructor({ now, capacity = DEFAULT_CAPACITY }: DiskOptions) {
    this.#now = now;
    this.#capacity = capacity;
    this.root = this.directory({ mode: 0o755 });
  }

  get seconds(): number {
    return Math.floor(this.#now() / 1000);
  }

  get capacity(): number {
    return this.#capacity;
  }

  get used(): number {
    return this.taken;
  }

  /** Reserves bytes, or frees them if negative; throws ENOSPC if the disk is full. */
  book(bytes: number, path: string): void {
    if (bytes > 0 && this.taken + bytes > this.#capacity) throw new FileError('ENOSPC', path);
    this.taken += bytes;
  }

  directory(own: {
    mode?: number;
    uid?: number;
    gid?: number;
    rule?: Rule;
    living?: () => Map<string, Node>;
  }): DirectoryNode {
    const { mode = 0o755, uid, gid, rule = {}, living } = own;
    const base = { ...this.#base(mode, uid, gid), kind: 'directory' as const, children: new Map(), rule };
    return living ? { ...base, living } : base;
  }

  file(contents: Contents, own: { mode?: number; uid?: number; gid?: number } = {}): FileNode {
    return { ...this.#base(own.mode ?? 0o644, own.uid, own.gid), kind: 'file', contents };
  }

  device({ mode = 0o666, uid, gid }: { mode?: number; uid?: number; gid?: number } = {}): DeviceNode {
    return { ...this.#base(mode, uid, gid), kind: 'device' };
  }

  symbolicLink(target: string, own: { uid?: number; gid?: number } = {}): LinkNode {
    return { ...this.#base(0o777, own.uid, own.gid), kind: 'link', target };
  }

  #base(mode: number, uid = 0, gid = 0): NodeBase {
    return { inode: this.nextInode++, mode, uid, gid, modified: this.seconds };
  }
}
