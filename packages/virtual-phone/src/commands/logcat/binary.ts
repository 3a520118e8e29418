import type { LogEntry, LogLevel } from '../../framework/system/log.ts';

/** `logcat -B`: entries in the log daemon's binary form (struct logger_entry). */

const priorities: Readonly<Record<LogLevel, number>> = { V: 2, D: 3, I: 4, W: 5, E: 6, F: 7 };
const logIds: Readonly<Record<LogEntry['buffer'], number>> = { main: 0, events: 2, system: 3, crash: 4 };
/** The size of the header up to Android 6 (version 3) and later (version 4, which adds the uid). */
const HEADER_3 = 24;
const HEADER_4 = 28;
/** The type of a text in an entry of the events buffer. */
const EVENT_STRING = 2;
/** The largest payload of an entry (LOGGER_ENTRY_MAX_PAYLOAD). */
const MAX_PAYLOAD = 4068;

/** An entry in bytes: lengths, process and time, then its payload. */
export function binaryEntry(entry: LogEntry, release: number, uid: number): Buffer {
  const payload = entry.buffer === 'events' ? eventPayload(entry) : textPayload(entry);
  const size = release === 5 ? HEADER_3 : HEADER_4;
  const header = Buffer.alloc(size);
  header.writeUInt16LE(payload.length, 0);
  header.writeUInt16LE(size, 2);
  header.writeInt32LE(entry.pid, 4);
  header.writeUInt32LE(entry.tid, 8);
  header.writeUInt32LE(Math.floor(entry.time / 1000), 12);
  header.writeUInt32LE(Math.floor((entry.time % 1000) * 1e6), 16);
  header.writeUInt32LE(logIds[entry.buffer], 20);
  if (size === HEADER_4) header.writeUInt32LE(uid, 24);
  return Buffer.concat([header, payload]);
}

/** Priority, tag, NUL, message, NUL. */
function textPayload({ level, tag, message }: LogEntry): Buffer {
  const head = Buffer.concat([Buffer.of(priorities[level]), Buffer.from(`${tag}\0`)]);
  const body = Buffer.from(message).subarray(0, MAX_PAYLOAD - head.length - 1);
  return Buffer.concat([head, body, Buffer.of(0)]);
}

/** The number of a tag, then a text. */
function eventPayload({ tag, message }: LogEntry): Buffer {
  const body = Buffer.from(message).subarray(0, MAX_PAYLOAD - 9);
  const head = Buffer.alloc(9);
  head.writeUInt32LE(eventNumber(tag), 0);
  head.writeUInt8(EVENT_STRING, 4);
  head.writeUInt32LE(body.length, 5);
  return Buffer.concat([head, body]);
}

/** Any number may stand for a tag, as long as it is always the same. */
function eventNumber(tag: string): number {
  return Array.from(tag).reduce((sum, letter) => (sum * 31 + (letter.codePointAt(0) ?? 0)) % 60_000, 30_000);
}
