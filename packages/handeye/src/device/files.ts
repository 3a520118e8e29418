import type { Call } from '../call/call.ts';

/** A folder of the device that files may be read from and written to. */
export interface FileLocation {
  readonly id: string;
  readonly title: string;
  /** Where it is on the device. */
  readonly path: string;
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
}

/** The files of a device, below its locations only: no path and no link leads out of one. */
export interface Files {
  locations(call: Call): Promise<readonly FileLocation[]>;
  list(folder: FilePlace, call: Call): Promise<readonly FileEntry[]>;
  /** Undefined where nothing is. */
  status(place: FilePlace, call: Call): Promise<FileEntry | undefined>;
  read(file: FilePlace, call: Call): Promise<Uint8Array>;
  /** Puts the whole file in its place at once: whatever fails leaves what was there. */
  write(file: FilePlace, bytes: Uint8Array, call: Call): Promise<void>;
  delete(file: FilePlace, call: Call): Promise<void>;
}
