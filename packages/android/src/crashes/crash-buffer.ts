import { parseLogLine } from '../logs/log-line.ts';
import type { LocalTime, PhoneClock } from '../logs/log-time.ts';
import type { Report } from './report.ts';
import { processOfTombstone, signalOf } from './tombstone.ts';

/** From Android 7 on, lines can include the year. */
const FIRST_SDK_WITH_YEARS = 24;

/** Prints the crash buffer, which exists since Android 5; only the last `lines` if given. */
export function crashBufferCommand(sdk: number, lines?: number): readonly string[] {
  const years = sdk >= FIRST_SDK_WITH_YEARS ? ['-v', 'year'] : [];
  const end = lines === undefined ? [] : ['-t', String(lines)];
  return ['logcat', '-d', '-b', 'crash', ...end, '-v', 'threadtime', ...years];
}

interface Group {
  readonly tag: string;
  readonly time: LocalTime;
  readonly lines: string[];
}

const JAVA_START = /^(?:\*\*\* )?FATAL EXCEPTION/;
const NATIVE_START = '*** *** ***';

/** The failures in the crash buffer. Processes write to it at the same time, so lines are sorted by their writers. */
export function parseCrashBuffer(output: string, clock: PhoneClock): readonly Report[] {
  const groups: Group[] = [];
  const open = new Map<string, Group>();
  for (const text of output.split('\n')) {
    const line = parseLogLine(text.replace(/\r$/, ''), clock);
    if (line?.time === undefined) continue;
    const { tag, pid, time, message } = line;
    const begins = JAVA_START.test(message) || message.startsWith(NATIVE_START);
    const writer = `${tag} ${pid}`;
    if (begins) {
      const group = { tag, time, lines: [] };
      groups.push(group);
      open.set(writer, group);
    }
    open.get(writer)?.lines.push(message);
  }
  return groups.flatMap(reportOf);
}

function reportOf({ tag, time, lines }: Group): Report[] {
  const trace = lines.join('\n');
  if (tag === 'DEBUG') {
    const app = processOfTombstone(trace) ?? '-';
    return [{ kind: 'native crash', app, time, reason: signalOf(trace), trace, from: 'log' }];
  }
  if (tag !== 'AndroidRuntime') return [];
  const process = lines.findIndex((line) => line.startsWith('Process: '));
  const app =
    process < 0 ? 'system_server' : (/^Process: (.*), PID: /.exec(lines[process] ?? '')?.[1] ?? '-');
  const reason = lines[Math.max(process, 0) + 1] ?? '';
  return [{ kind: 'crash', app, time, reason, trace, from: 'log' }];
}
