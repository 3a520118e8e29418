import type { LogEntry, LogLevel } from '../../framework/system/log.ts';

/** The format of log lines: one base format, and modifiers of its time. */

export const formats = ['brief', 'process', 'tag', 'thread', 'raw', 'time', 'threadtime', 'long'] as const;
export type Format = (typeof formats)[number];

/** Android 7+: set with further `-v`. `color`, `printable` and `descriptive` have no effect on this log. */
export const modifiers = [
  'year',
  'zone',
  'UTC',
  'usec',
  'nsec',
  'epoch',
  'monotonic',
  'uid',
  'color',
  'colour',
  'printable',
  'descriptive',
] as const;
export type Modifier = (typeof modifiers)[number];

export interface Style {
  readonly format: Format;
  readonly modifiers: ReadonlySet<Modifier>;
  /** When the phone started, for the monotonic clock. */
  readonly bootedAt: number;
  readonly uidOf: (pid: number) => number;
}

/** An entry as text: every line of its message gets the prefix, except in the long format. */
export function formatEntry(entry: LogEntry, style: Style): string {
  const lines = entry.message.replace(/\n$/, '').split('\n');
  if (style.format === 'long') return `${prefix(entry, style)}\n${lines.join('\n')}\n\n`;
  return lines.map((line) => `${prefix(entry, style, line)}\n`).join('');
}

function prefix(entry: LogEntry, style: Style, line = ''): string {
  const { level, tag, pid, tid } = entry;
  const time = timeOf(entry.time, style);
  const owner = style.modifiers.has('uid') ? `${String(style.uidOf(pid)).padStart(5)} ` : '';
  const padded = tag.padEnd(8);
  switch (style.format) {
    case 'brief':
      return `${level}/${padded}(${owner}${five(pid)}): ${line}`;
    case 'process':
      return `${level}(${owner}${five(pid)}) ${line}  (${tag})`;
    case 'tag':
      return `${level}/${padded}: ${line}`;
    case 'thread':
      return `${level}(${owner}${five(pid)}:${five(tid)}) ${line}`;
    case 'raw':
      return line;
    case 'time':
      return `${time} ${level}/${padded}(${owner}${five(pid)}): ${line}`;
    case 'threadtime':
      return `${time} ${owner}${five(pid)} ${five(tid)} ${level} ${padded}: ${line}`;
    case 'long':
      return `[ ${time} ${owner}${five(pid)}:${five(tid)} ${level}/${padded} ]`;
  }
}

function five(number: number): string {
  return String(number).padStart(5);
}

function timeOf(time: number, { modifiers: wished, bootedAt }: Style): string {
  const digits = wished.has('nsec') ? 9 : wished.has('usec') ? 6 : 3;
  const fraction = (at: number) =>
    String(Math.floor(at % 1000))
      .padStart(3, '0')
      .padEnd(digits, '0');
  if (wished.has('monotonic')) {
    const up = Math.max(0, time - bootedAt);
    return `${String(Math.floor(up / 1000)).padStart(6)}.${fraction(up)}`;
  }
  if (wished.has('epoch')) return `${String(Math.floor(time / 1000)).padStart(19)}.${fraction(time)}`;
  // The phone's time zone is GMT (persist.sys.timezone).
  const text = new Date(time).toISOString().replace('T', ' ').slice(0, 19);
  const date = wished.has('year') ? text : text.slice(5);
  return `${date}.${fraction(time)}${wished.has('zone') ? ' +0000' : ''}`;
}

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

/** Any number may stand for a tag, as long as it stays the same. */
function eventNumber(tag: string): number {
  return Array.from(tag).reduce((sum, letter) => (sum * 31 + (letter.codePointAt(0) ?? 0)) % 60_000, 30_000);
}
