import type { LogEntry } from '../../framework/system/log.ts';

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
