import type { InstalledApp } from '@handeye/core/device/apps';
import { sh } from '../phone.ts';

/** Up to Android 7 `ps` lists all processes. Since 8 it needs -A, which older versions take for the name of a process. */
export const processesCommand = sh`ps; ps -A`;

/** u0_a61 and u10_a61 are one app of two users; system apps may run as `system` or `radio`. */
const OWNER = /^u(\d+)_/;

/** Whether a process of the app runs: `org.example` itself, or `org.example:remote`. */
export function isRunning(output: string, { id, profile }: InstalledApp): boolean {
  const user = profile?.user ?? 0;
  return output.split('\n').some((line) => {
    const columns = line.trim().split(/\s+/);
    const [name] = (columns.at(-1) ?? '').split(':');
    if (name !== id) return false;
    const [, owner] = OWNER.exec(columns[0] ?? '') ?? [];
    return Number(owner ?? 0) === user;
  });
}
