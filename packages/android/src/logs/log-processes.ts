import { type LogLine, parseLogLine } from './log-line.ts';
import type { LocalTime, PhoneClock } from './log-time.ts';

interface Life {
  readonly start: LocalTime;
  end: LocalTime | undefined;
  readonly ours: boolean;
}

/** A process writes before the system has logged its start, and may write after its end was logged. */
const GRACE = 1000;

/**
 * The processes of an application, and their lifetimes. A pid is reused once its process has ended, so a pid alone would show
 * one application's lines as another's.
 */
export class ProcessHistory {
  /** The application's running processes. */
  readonly #running = new Set<number>();
  /** All known lifetimes of each pid, of any application, in order of their starts. */
  readonly #lives = new Map<number, Life[]>();

  constructor(readonly app: string) {}

  /** Adds the processes that run now. */
  addRunning(processes: readonly { readonly pid: number; readonly name: string }[]): void {
    for (const { pid, name } of processes) if (this.#isOurs(name)) this.#running.add(pid);
  }

  /** Adds a log of starts and ends of processes; see processEventsCommand. */
  addEvents(log: string, clock: PhoneClock): void {
    for (const text of log.split('\n')) {
      const line = parseLogLine(text.trimEnd(), clock);
      if (line !== undefined) this.learn(line);
    }
  }

  /** Learns from a log line about the start or end of a process. */
  learn(line: LogLine): void {
    if (line.time === undefined) return;
    const started = startIn(line);
    if (started !== undefined) this.#begin(started.pid, started.name, line.time);
    const ended = endIn(line);
    const life = ended === undefined ? undefined : this.#lifeAt(ended, line.time);
    if (life !== undefined) life.end = line.time;
  }

  /** Whether a line that this process wrote at this time belongs to the application. */
  owns(pid: number, time: LocalTime | undefined): boolean {
    if (time === undefined || !this.#lives.has(pid)) return this.#running.has(pid);
    const life = this.#lifeAt(pid, time);
    // Before its first known start, the pid belonged to another process.
    if (life === undefined) return false;
    const alive = life.end === undefined || time <= life.end + GRACE;
    return alive ? life.ours : this.#running.has(pid);
  }

  #lifeAt(pid: number, time: LocalTime): Life | undefined {
    return this.#lives.get(pid)?.findLast(({ start }) => start - GRACE <= time);
  }

  #begin(pid: number, name: string, start: LocalTime): void {
    const lives = this.#lives.get(pid) ?? [];
    this.#lives.set(pid, lives);
    lives.push({ start, end: undefined, ours: this.#isOurs(name) });
    lives.sort((a, b) => a.start - b.start);
  }

  /** `com.example` and its further processes, `com.example:remote`. */
  #isOurs(processName: string): boolean {
    return processName === this.app || processName.startsWith(`${this.app}:`);
  }
}

// Start proc 2886:pkg/u0a11 for activity … (5.1 and later); Start proc pkg for activity …: pid=2886 uid=… (before).
const STARTED = /^Start proc (?:(\d+):([^\s/]+)\/|(\S+) for [^\n]*?: pid=(\d+))/;
// am_proc_start: [user,pid,uid,name,…] and am_proc_bound: [user,pid,name] of the events buffer.
const STARTED_EVENT = /^\[\d+,(\d+),(?:\d+,)?([^,\]]+)/;
// Killing 639:pkg/u0a11 (adj 0): …; Process pkg (pid 639) has died
const ENDED = /^(?:Killing (\d+):|Process \S+ \(pid (\d+)\) has died)/;
const ENDED_EVENT = /^\[\d+,(\d+),/;

function startIn({ tag, message }: LogLine): { pid: number; name: string } | undefined {
  if (tag === 'am_proc_start') {
    const [, pid, name] = STARTED_EVENT.exec(message) ?? [];
    return pid !== undefined && name !== undefined ? { pid: Number(pid), name } : undefined;
  }
  if (tag !== 'ActivityManager') return undefined;
  const [, newPid, newName, oldName, oldPid] = STARTED.exec(message) ?? [];
  const pid = newPid ?? oldPid;
  const name = newName ?? oldName;
  return pid !== undefined && name !== undefined ? { pid: Number(pid), name } : undefined;
}

function endIn({ tag, message }: LogLine): number | undefined {
  const pattern =
    tag === 'ActivityManager' ? ENDED : tag === 'am_proc_died' || tag === 'am_kill' ? ENDED_EVENT : undefined;
  const match = pattern?.exec(message);
  const pid = match?.[1] ?? match?.[2];
  return pid === undefined ? undefined : Number(pid);
}

/** From Android 8 on `ps -A` shows all processes; before, `-A` is taken for a name and shows none. */
export function processesCommand(sdk: number): readonly string[] {
  return sdk >= 26 ? ['ps', '-A'] : ['ps'];
}

/** Parses `ps`: the second column is the pid, the last one the name, on toolbox and toybox alike. */
export function parseProcesses(output: string): { pid: number; name: string }[] {
  return output.split('\n').flatMap((line) => {
    const columns = line.trim().split(/\s+/);
    const pid = Number(columns[1]);
    const name = columns.at(-1);
    return columns.length >= 8 && Number.isInteger(pid) && name !== undefined ? [{ pid, name }] : [];
  });
}
