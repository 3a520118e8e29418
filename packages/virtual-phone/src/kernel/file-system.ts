/**
 * The phone's file system. It never touches a file of the host: small files are in memory, large ones in a nameless scratch
 * file (see files/pages.ts). The shell and the sync service share one.
 */

export type FileKind = 'file' | 'directory' | 'link' | 'device';

export interface FileStat {
  readonly kind: FileKind;
  /** Permission bits only (0o644); the kind is not part of it. */
  readonly mode: number;
  readonly uid: number;
  readonly gid: number;
  readonly size: number;
  /** Seconds since the epoch. */
  readonly modified: number;
  readonly inode: number;
  /** Bytes of disk that it takes. Default: its size. */
  readonly allocated?: number;
}

export type FileErrorCode =
  | 'ENOENT'
  | 'EACCES'
  | 'EPERM'
  | 'EISDIR'
  | 'ENOTDIR'
  | 'EEXIST'
  | 'ENOTEMPTY'
  | 'EROFS'
  | 'ELOOP'
  | 'EINVAL'
  | 'ENOSPC'
  | 'EFBIG'
  | 'ENXIO';

/** Why a file operation failed, in the kernel's own words (ENOENT, EACCES, …). */
export class FileError extends Error {
  override readonly name = 'FileError';
  constructor(
    readonly code: FileErrorCode,
    readonly path: string,
  ) {
    super(`${path}: ${code}`);
  }
}

/** Paths are absolute; `..`, `.` and links (/sdcard) are resolved here. Failures are FileErrors. */
export interface FileSystem {
  stat(path: string): FileStat;
  /** Like stat, but of a link itself. */
  lstat(path: string): FileStat;
  exists(path: string): boolean;
  list(path: string): readonly string[];
  /** The whole file, or the bytes from `start` up to `end`. */
  read(path: string, range?: { start: number; end: number }): Uint8Array;
  write(
    path: string,
    bytes: Uint8Array,
    options?: { mode?: number; modified?: number; append?: boolean },
  ): void;
  /** Truncates or extends a file; added bytes are zeros, which take space only with `allocate`. */
  resize?(path: string, size: number, options?: { allocate?: boolean }): void;
  /** The size of the disk and the bytes in use. */
  space?(): { readonly capacity: number; readonly used: number };
  makeDirectory(path: string, options?: { recursive?: boolean; mode?: number }): void;
  remove(path: string, options?: { recursive?: boolean }): void;
  rename(from: string, to: string): void;
  /** Makes a symbolic link at `path`. */
  link(target: string, path: string): void;
  /** The target of a link, unresolved. */
  readLink(path: string): string;
  setMode(path: string, mode: number): void;
  setModified(path: string, modified: number): void;
  /** Whether this user may read, write or execute it; false also if it does not exist. */
  allows(path: string, wish: 'read' | 'write' | 'execute'): boolean;
  /** The absolute path with links and dots resolved. */
  resolve(path: string, cwd?: string): string;
}
