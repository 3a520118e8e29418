import { readFileSync } from 'node:fs';
import { hostname } from 'node:os';
import * as z from 'zod';
import { hasCode } from './error-code.ts';

/** The process that a file belongs to, as it is written into the file. */
export const ownerSchema = z.object({
  pid: z.int().positive(),
  machine: z.string(),
  started: z.string().optional(),
});
export type ProcessOwner = Readonly<z.infer<typeof ownerSchema>>;

export function thisProcess(): ProcessOwner {
  return { pid: process.pid, machine: hostname(), started: startOf(process.pid) };
}

/** Process numbers are used again, and mean nothing on another machine: there it counts as ended. */
export function isLive({ pid, machine, started }: ProcessOwner): boolean {
  return machine === hostname() && isRunning(pid) && (started === undefined || started === startOf(pid));
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return hasCode(error, 'EPERM');
  }
}

/** When a process started, in the kernel's own words; undefined where there is no /proc. */
function startOf(pid: number): string | undefined {
  try {
    // The name, in brackets, may contain anything; the 22nd field is the 20th behind it.
    return readFileSync(`/proc/${pid}/stat`, 'utf8')
      .replace(/^.*\) /s, '')
      .split(' ')[19];
  } catch {
    return undefined;
  }
}
