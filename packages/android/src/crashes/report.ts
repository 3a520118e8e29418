import type { Crash } from '@handeye/core/device/services/crashes';
import { hashText } from '@handeye/screen/hash';
import type { LocalTime } from '../logs/log-time.ts';
import { ownFrames } from './own-frames.ts';

/** One failure, from one of the phone's two sources. */
export interface Report {
  readonly kind: Crash['kind'];
  readonly app: string;
  readonly time: LocalTime;
  readonly reason: string;
  readonly trace: string;
  /** The drop box holds more than the log: its head, and all threads of an application that hangs. */
  readonly from: 'log' | 'drop box';
}

/** The log is written at once, the drop box by a thread of its own, a tombstone by a process that has to start first. */
const SAME_WITHIN = 10_000;
const ID_LENGTH = 5;

/** Groups the reports of each failure; the newest failure first. */
export function merged(reports: readonly Report[]): readonly (readonly Report[])[] {
  const failures: Report[][] = [];
  for (const report of reports.toSorted((a, b) => a.time - b.time)) {
    const known = failures.find((failure) => failure.every((other) => isSame(other, report)));
    if (known) known.push(report);
    else failures.push([report]);
  }
  return failures.toReversed();
}

/** An application that crashes twice in a row has two reports from the same source. */
function isSame(a: Report, b: Report): boolean {
  if (a.kind !== b.kind || a.app !== b.app || Math.abs(a.time - b.time) > SAME_WITHIN) return false;
  return a.reason === b.reason && (a.from !== b.from || isTombstoneOf(a, b));
}

/** The drop box has a native crash twice: the application's entry and the system's tombstone. */
function isTombstoneOf(a: Report, b: Report): boolean {
  return a.kind === 'native crash' && startOf(a) !== startOf(b);
}

function startOf({ trace }: Report): string {
  return trace.slice(0, trace.indexOf(':'));
}

/** The ids of a failure: the id of its earliest report is shown, and the others find it, too. */
export function idsOf(failure: readonly Report[]): readonly string[] {
  return failure.map(idOf);
}

function idOf({ kind, app, time, reason }: Report): string {
  const second = Math.floor(time / 1000);
  return hashText(`${kind} ${app} ${second} ${reason}`).toString(36).slice(-ID_LENGTH);
}

/** A failure in the form of the device port. */
export function crashOf(failure: readonly Report[]): Crash {
  const [first] = failure;
  if (!first) throw new RangeError('a failure has a report');
  const { trace } = failure.find(({ from }) => from === 'drop box') ?? first;
  const { kind, app, time, reason } = first;
  return {
    id: idOf(first),
    kind,
    app,
    time: new Date(time).toISOString().replace('T', ' ').slice(0, 19),
    reason,
    frames: ownFrames(trace, { kind, app }),
    trace,
  };
}
