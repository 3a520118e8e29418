import type { LogLevel } from '@handeye/core/device/port';
import { inLatestYear, type LocalTime, parseZone, type PhoneClock } from './log-time.ts';

/** One line of the log, in any format. */
export interface LogLine {
  /** `02-11 16:30:00.123`; empty if the format has none. */
  readonly stamp: string;
  readonly time: LocalTime | undefined;
  /** Minutes east of UTC, if the line says it. */
  readonly zone: number | undefined;
  readonly pid: number;
  readonly level: LogLevel;
  readonly tag: string;
  readonly message: string;
}

const STAMP = String.raw`(?:(\d{4})-)?(\d\d)-(\d\d) (\d\d):(\d\d):(\d\d)\.(\d{3})\d{0,6}(?: ([+-]\d{4}))?`;
// 11-15 07:22:56.153   235   261 I ActivityManager: …; with -v uid, a user comes before the process, with or without `:`.
const THREADTIME = new RegExp(
  String.raw`^${STAMP}\s+(?:\w+(?:\s*:|\s)\s*)?(\d+)\s+\d+ ([VDIWEFA]) (.*)$`,
  's',
);
// 11-15 07:22:49.300 D/AndroidRuntime( 2916): …, and brief, which has no time at all.
const TIME_OR_BRIEF = new RegExp(
  String.raw`^(?:${STAMP} )?([VDIWEFA])/(.{0,200}?)\s*\(\s*(\d+)\): ?(.*)$`,
  's',
);

/** Parses a line; undefined if it is not an entry (a divider, the rest of a message, a usage text). */
export function parseLogLine(line: string, clock: PhoneClock, wantedTag?: string): LogLine | undefined {
  const threadtime = THREADTIME.exec(line);
  if (threadtime !== null) {
    const [pid, level, rest = ''] = threadtime.slice(9);
    return {
      ...timeIn(threadtime, clock),
      pid: Number(pid),
      level: levelOf(level),
      ...tagIn(rest, wantedTag),
    };
  }
  const other = TIME_OR_BRIEF.exec(line);
  if (other === null) return undefined;
  const [level, tag = '', pid, message = ''] = other.slice(9);
  return { ...timeIn(other, clock), pid: Number(pid), level: levelOf(level), tag, message };
}

/**
 * `Tag     : message`. Tags are padded to eight characters and may contain colons and spaces, so the separator is the first
 * one after the padding. A wanted tag is tried first, as it is.
 */
function tagIn(rest: string, wanted: string | undefined): { tag: string; message: string } {
  if (wanted !== undefined) {
    const opening = `${wanted.padEnd(8)}:`;
    if (rest.startsWith(`${opening} `)) return { tag: wanted, message: rest.slice(opening.length + 1) };
  }
  const behind = rest.indexOf(': ', 8);
  const at = behind >= 0 ? behind : rest.indexOf(': ');
  if (at < 0) return { tag: rest.replace(/:$/, '').trimEnd(), message: '' };
  return { tag: rest.slice(0, at).trimEnd(), message: rest.slice(at + 2) };
}

function timeIn(match: RegExpExecArray, clock: PhoneClock): Pick<LogLine, 'stamp' | 'time' | 'zone'> {
  const [, year, month, day, hour, minute, second, milliseconds, zone] = match;
  if (month === undefined) return { stamp: '', time: undefined, zone: undefined };
  const at = (inYear: number) =>
    Date.UTC(
      inYear,
      Number(month) - 1,
      Number(day),
      Number(hour),
      Number(minute),
      Number(second),
      Number(milliseconds),
    );
  return {
    stamp: `${month}-${day ?? ''} ${hour ?? ''}:${minute ?? ''}:${second ?? ''}.${milliseconds ?? ''}`,
    time: year === undefined ? inLatestYear(at, clock) : at(Number(year)),
    zone: zone === undefined ? undefined : parseZone(zone),
  };
}

/** `A` (assert) is how some versions print F (fatal). */
function levelOf(letter: string | undefined): LogLevel {
  switch (letter) {
    case 'V':
    case 'D':
    case 'I':
    case 'W':
    case 'E':
      return letter;
    case undefined:
    default:
      return 'F';
  }
}

/** A line in the form of the contract. */
export function shownLine({ stamp, level, tag, message }: LogLine): string {
  return `${stamp === '' ? '' : `${stamp} `}${level}/${tag}: ${message}`;
}
