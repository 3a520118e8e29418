import type { Crash } from '@handeye/core/device/services/crashes';
import type { LocalTime } from '../logs/log-time.ts';
import type { Report } from './report.ts';
import { processOfTombstone, signalOf } from './tombstone.ts';

/**
 * The tags of failures, and the kind of each. Each tag is read by itself: the whole box of a phone can hold thousands of other
 * entries, megabytes of them.
 */
const kinds: Readonly<Record<string, Crash['kind']>> = {
  data_app_crash: 'crash',
  system_app_crash: 'crash',
  system_server_crash: 'crash',
  data_app_anr: 'not responding',
  system_app_anr: 'not responding',
  system_server_anr: 'not responding',
  data_app_native_crash: 'native crash',
  system_app_native_crash: 'native crash',
  SYSTEM_TOMBSTONE: 'native crash',
};

/** The commands that print the box's failures. */
export const dropBoxCommands: readonly (readonly string[])[] = Object.keys(kinds).map((tag) => [
  'dumpsys',
  'dropbox',
  '--print',
  tag,
]);

/** Whether a phone printed its box, and did not refuse. */
export function isDropBox(output: string): boolean {
  return /^Drop box contents: /m.test(output);
}

const DIVIDER = `${'='.repeat(40)}\n`;
// 2026-11-16 03:15:22 data_app_crash (text, 1034 bytes); also (compressed text, …) and (contents lost).
const HEAD = /^(\d{4})-(\d\d)-(\d\d) (\d\d):(\d\d):(\d\d) (\S+) \((.*)\)$/;

/** Parses the output of `dumpsys dropbox --print`. */
export function parseDropBox(output: string): readonly Report[] {
  const pieces = output.replaceAll('\r\n', '\n').split(DIVIDER).slice(1);
  // A text may have such a line, too: a part that does not begin like an entry belongs to the one before.
  const entries: string[] = [];
  for (const piece of pieces) {
    if (HEAD.test(piece.slice(0, piece.indexOf('\n')))) entries.push(piece);
    else if (entries.length > 0) entries.push(`${entries.pop() ?? ''}${DIVIDER}${piece}`);
  }
  return entries.flatMap(reportIn);
}

function reportIn(entry: string): Report[] {
  const end = entry.indexOf('\n');
  const head = HEAD.exec(entry.slice(0, end));
  const kind = kinds[head?.[7] ?? ''];
  if (!head || kind === undefined) return [];
  const trace = entry.slice(end + 1).trimEnd();
  return [{ kind, ...named(kind, trace), time: timeIn(head), trace, from: 'drop box' }];
}

/** The failed process, and the reason. An entry that the phone had no room for keeps only its kind and time. */
function named(kind: Crash['kind'], trace: string): Pick<Report, 'app' | 'reason'> {
  if (trace === '') return { app: '-', reason: 'the phone has lost what it kept about it' };
  const blank = trace.indexOf('\n\n');
  const [head, body] = blank < 0 ? [trace, ''] : [trace.slice(0, blank), trace.slice(blank + 2)];
  const app = /^Process: (.*)$/m.exec(head)?.[1] ?? processOfTombstone(trace) ?? '-';
  const subject = /^Subject: (.*)$/m.exec(head)?.[1];
  const reason = kind === 'native crash' ? signalOf(trace) : (subject ?? body.split('\n')[0] ?? '');
  return { app, reason };
}

function timeIn(head: RegExpExecArray): LocalTime {
  const [year = 0, month = 0, day, hour, minute, second] = head.slice(1, 7).map(Number);
  return Date.UTC(year, month - 1, day, hour, minute, second);
}
