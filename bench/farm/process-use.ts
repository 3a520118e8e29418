import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';

/** The resources that a process has used. */
export interface Use {
  /** Seconds of processor time. */
  readonly cpu: number;
  /** Resident megabytes. */
  readonly memory: number;
}

/** The ticks of a second in /proc, which is 100 on every Linux that Node runs on. */
const TICKS = 100;

/** The use of the process with that id. */
export function useOf(pid: number): Use {
  const [rss = '', time = ''] = psOf(pid, 'rss=,time=');
  return {
    cpu: existsSync('/proc/self/stat') ? ticksOf(pid) / TICKS : secondsIn(time),
    memory: Number(rss) / 1024,
  };
}

function psOf(pid: number, columns: string): string[] {
  return execFileSync('ps', ['-o', columns, '-p', String(pid)], { encoding: 'utf8' })
    .trim()
    .split(/\s+/);
}

/** Linux' ps knows whole seconds only; /proc/PID/stat has the ticks in user and system mode as fields 14 and 15. */
function ticksOf(pid: number): number {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return Number(fields[11]) + Number(fields[12]);
}

/** `1:02:03.45` */
function secondsIn(time: string): number {
  return time.split(':').reduce((seconds, part) => seconds * 60 + Number(part), 0);
}

/** The share of one processor, in percent, that a process used between two measurements. */
export function cpuShare(before: Use, after: Use, milliseconds: number): number {
  return ((after.cpu - before.cpu) / milliseconds) * 100_000;
}
