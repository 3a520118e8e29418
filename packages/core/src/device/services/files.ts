import type { Call } from '../../call/call.ts';
import type { Remark } from '../answers.ts';

/** No file that goes through the server is larger. */
export const MOST_FILE_BYTES = 50 * 1024 * 1024;

/** A folder of the device that files may be read from and written to. */
export interface FileLocation {
  readonly id: string;
  readonly title: string;
  /** Where it is on the device. */
  readonly path: string;
  /** The allowed operations there, as the device itself reports them. */
  readonly readable: boolean;
  readonly writable: boolean;
  /** Folders inside that cannot be opened. */
  readonly closed: readonly string[];
}

/** A file or folder below a location; `path` is relative to it, and empty for the location itself. */
export interface FilePlace {
  readonly location: string;
  readonly path: string;
}

export interface FileEntry {
  readonly name: string;
  readonly kind: 'file' | 'folder' | 'link' | 'other';
  readonly size: number;
  /** Seconds since 1970. */
  readonly modified: number;
  /** The name is not UTF-8, so no path leads to it. */
  readonly garbled?: boolean;
}

export interface WriteOptions {
  /** Seconds since 1970; default now. */
  readonly modified?: number | undefined;
  /** It came from elsewhere: where that matters, the device's gallery and players hear of it. */
  readonly announce?: boolean;
  /** Hears how many bytes have been transferred. */
  readonly onProgress?: ((bytes: number) => void) | undefined;
}

/** The files of a device, below its locations only: no path and no link leads out of one. */
export interface Files {
  locations(call: Call): Promise<readonly FileLocation[]>;
  list(folder: FilePlace, call: Call): Promise<readonly FileEntry[]>;
  /** Fails for anything but a file of at most MOST_FILE_BYTES; a link is not followed. */
  read(file: FilePlace, call: Call, options?: Pick<WriteOptions, 'onProgress'>): Promise<Uint8Array>;
  /** The bytes of a file as in `read`; undefined where nothing is. */
  readIfThere(file: FilePlace, call: Call): Promise<Uint8Array | undefined>;
  /**
   * Puts the whole file in its place at once, and makes the folders on the way: whatever fails leaves what was there, and
   * no half of the new one.
   */
  write(file: FilePlace, bytes: Uint8Array, call: Call, options?: WriteOptions): Promise<Remark>;
  /** Deletes a file or a link, never a folder. */
  delete(file: FilePlace, call: Call): Promise<void>;
}
