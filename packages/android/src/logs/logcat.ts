import type { LogLevel, LogLines, LogQuery } from '@handeye/core/device/port';
import { shown } from '@handeye/screen/sanitize';
import { type LogLine, parseLogLine, shownLine } from './log-line.ts';
import type { ProcessHistory } from './log-processes.ts';
import { type Bound, localBound, type LocalTime, parseBound, type PhoneClock } from './log-time.ts';

const LEVELS: readonly LogLevel[] = ['V', 'D', 'I', 'W', 'E', 'F'];
/** From Android 7 on, lines can include year and zone. */
const FIRST_SDK_WITH_YEARS = 24;
const HOUR = 3600_000;
/** Tags that logcat's own filter can express. It splits at the first colon and takes a leading dash for an option. */
const PLAIN_TAG = /^[\w.$][\w.$-]*$/;

/**
 * The `logcat` command for a query. It uses only logcat's reliable filters; `LogReader` applies every filter again. `-t N` is
 * not used: it counts before filtering, so the newest N lines may contain no match.
 */
export function logcatCommand(query: LogQuery, sdk: number, clock: PhoneClock): readonly string[] {
  const withYears = sdk >= FIRST_SDK_WITH_YEARS;
  return [
    'logcat',
    '-d',
    // One -b for each buffer: `-b main,system` is an error on Android 5.
    ...['-b', 'main', '-b', 'system', '-b', 'crash', '-v', 'threadtime'],
    ...(withYears ? ['-v', 'year', '-v', 'zone'] : []),
    ...sinceOption(query, withYears, clock),
    ...filters(query),
  ];
}

/** Lists the past processes that the system still knows; see ProcessHistory. */
export const processEventsCommand: readonly string[] = [
  ...['logcat', '-d', '-b', 'events', '-v', 'threadtime'],
  ...['am_proc_start:I', 'am_proc_died:I', 'am_kill:I', '*:S'],
];

function sinceOption(query: LogQuery, withYears: boolean, clock: PhoneClock): string[] {
  // A process may have started before `since`, and its start is needed.
  if (query.since === undefined || query.packageName !== undefined) return [];
  const bound = parseBound('since', query.since);
  // Daylight-saving time may have changed since then, so an hour more is read than is wanted.
  const local = localBound(bound, clock) - ('utc' in bound ? HOUR : 0);
  const text = new Date(Math.floor(local)).toISOString().replace('T', ' ').slice(0, 23);
  if (withYears) return ['-T', text];
  // Without a year the phone assumes the current one: last year's log would be missing.
  const thisYear = new Date(local).getUTCFullYear() === new Date(clock.now).getUTCFullYear();
  return thisYear && local <= clock.now ? ['-T', text.slice(5)] : [];
}

function filters({ tag, level, packageName }: LogQuery): string[] {
  // Starts of processes are logged at level I and are always needed.
  const processes = packageName === undefined ? [] : [`ActivityManager:${lower(level, 'I')}`];
  if (tag === undefined || !PLAIN_TAG.test(tag)) return [...processes, `*:${level}`];
  // With two filters for one tag, the last one would win.
  if (tag === 'ActivityManager' && packageName !== undefined) return [...processes, '*:S'];
  return [...processes, `${tag}:${level}`, '*:S'];
}

function lower(a: LogLevel, b: LogLevel): LogLevel {
  return LEVELS.indexOf(a) < LEVELS.indexOf(b) ? a : b;
}

/** Longer than any entry in logd: bounds the memory for a stream without line ends. */
const LONGEST_LINE = 16_384;

/** Filters a log as it streams in and keeps only the newest lines that match. */
export class LogReader {
  readonly #query: LogQuery;
  readonly #clock: PhoneClock;
  readonly #processes: ProcessHistory | undefined;
  readonly #since: Bound | undefined;
  readonly #until: Bound | undefined;
  readonly #lowest: number;
  readonly #decoder = new TextDecoder();
  /** A ring buffer of the newest matching lines; the oldest is at `#matched % lastLines`. */
  readonly #kept: string[] = [];
  #matched = 0;
  #pending = '';
  /** The entry that a continuation line belongs to, if that entry matched. */
  #last: LogLine | undefined;

  constructor(query: LogQuery, clock: PhoneClock, processes?: ProcessHistory) {
    this.#query = query;
    this.#clock = clock;
    this.#processes = processes;
    this.#since = query.since === undefined ? undefined : parseBound('since', query.since);
    this.#until = query.until === undefined ? undefined : parseBound('until', query.until);
    this.#lowest = LEVELS.indexOf(query.level);
  }

  /** Takes the next bytes; invalid UTF-8 becomes U+FFFD. */
  write(bytes: Uint8Array): void {
    const lines = (this.#pending + this.#decoder.decode(bytes, { stream: true })).split('\n');
    this.#pending = lines.pop() ?? '';
    if (this.#pending.length > LONGEST_LINE) this.#pending = this.#pending.slice(0, LONGEST_LINE);
    for (const line of lines) this.#line(line);
  }

  end(): LogLines {
    const rest = this.#pending + this.#decoder.decode();
    if (rest !== '') this.#line(rest);
    const start = this.#matched % this.#query.lastLines;
    const full = this.#kept.length === this.#query.lastLines;
    const inOrder = full ? [...this.#kept.slice(start), ...this.#kept.slice(0, start)] : this.#kept;
    return {
      lines: inOrder.map((line) => shown(line) ?? ''),
      truncated: this.#matched > this.#kept.length,
    };
  }

  #line(text: string): void {
    const bare = text.endsWith('\r') ? text.slice(0, -1) : text;
    if (bare.startsWith('--------- ')) {
      this.#last = undefined;
      return;
    }
    const line = parseLogLine(bare.slice(0, LONGEST_LINE), this.#clock, this.#query.tag);
    if (line !== undefined) {
      this.#processes?.learn(line);
      this.#last = this.#matches(line) ? line : undefined;
      if (this.#last !== undefined) this.#keep(line);
    } else if (this.#last !== undefined && bare !== '') {
      this.#keep({ ...this.#last, message: bare });
    }
  }

  #keep(line: LogLine): void {
    this.#kept[this.#matched % this.#query.lastLines] = shownLine(line);
    this.#matched++;
  }

  #matches(line: LogLine): boolean {
    if (LEVELS.indexOf(line.level) < this.#lowest) return false;
    if (this.#query.tag !== undefined && line.tag !== this.#query.tag) return false;
    if (!this.#isInPeriod(line)) return false;
    if (this.#query.packageName === undefined) return true;
    return this.#processes?.owns(line.pid, line.time) ?? false;
  }

  #isInPeriod({ time, zone }: LogLine): boolean {
    if (this.#since === undefined && this.#until === undefined) return true;
    if (time === undefined) return false;
    const clock = zone === undefined ? this.#clock : { ...this.#clock, zone };
    const from: LocalTime = this.#since === undefined ? -Infinity : localBound(this.#since, clock);
    const to: LocalTime = this.#until === undefined ? Infinity : localBound(this.#until, clock);
    return from <= time && time <= to;
  }
}
