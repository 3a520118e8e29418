/** The records of the sync protocol. All numbers are little-endian; the ids are four letters. */
import type { ByteReader } from './byte-reader.ts';

/** What is at a path. `mode` holds the kind of file and its permissions, as in stat(2). */
export interface FileStatus {
  readonly mode: number;
  readonly size: number;
  /** Seconds since 1970. */
  readonly modified: number;
}

export interface DirectoryEntry extends FileStatus {
  readonly name: string;
  /** The name is not UTF-8: it is shown as far as it can be, and no path leads to it. */
  readonly garbled: boolean;
}

/** Mode, size and time behind the id, and what the second version knows: an errno, device, inode, … */
export const SHORT_STATUS_BYTES = 12;
export const LONG_STATUS_BYTES = 68;

export function word(id: string, value: number): Buffer {
  const bytes = Buffer.alloc(8);
  bytes.write(id, 'latin1');
  bytes.writeUInt32LE(value, 4);
  return bytes;
}

export function message(id: string, data: Uint8Array): Buffer {
  return Buffer.concat([word(id, data.length), data]);
}

export async function readWord(reader: ByteReader): Promise<{ id: string; value: number }> {
  const bytes = await reader.exactly(8);
  return { id: bytes.toString('latin1', 0, 4), value: bytes.readUInt32LE(4) };
}

/** Undefined if the phone found nothing there, or was not allowed to look. */
export function asStatus(bytes: Buffer): FileStatus | undefined {
  const status = bytes.length === SHORT_STATUS_BYTES ? shortStatus(bytes) : longStatus(bytes);
  return status.mode === 0 ? undefined : status;
}

export function asEntry(name: Buffer, bytes: Buffer): DirectoryEntry {
  const status = bytes.length === SHORT_STATUS_BYTES ? shortStatus(bytes) : longStatus(bytes);
  const text = name.toString();
  return { ...status, name: text, garbled: !Buffer.from(text).equals(name) };
}

function shortStatus(bytes: Buffer): FileStatus {
  return { mode: bytes.readUInt32LE(0), size: bytes.readUInt32LE(4), modified: bytes.readUInt32LE(8) };
}

function longStatus(bytes: Buffer): FileStatus {
  return {
    mode: bytes.readUInt32LE(20),
    size: Number(bytes.readBigUInt64LE(36)),
    modified: Number(bytes.readBigInt64LE(52)),
  };
}
