import { readFile } from 'node:fs/promises';
import type { Call } from '@handeye/core/call/call';
import { actionFailed } from '@handeye/core/device/errors';

/** An application that grows by more than this during a read is harmed by it. */
const MAX_GROWTH_MB = 200;
const INTERVAL_MS = 250;

/** The process to watch, and the function that stops reading it: afterwards nothing is asked. */
export interface Watched {
  readonly pid: number;
  readonly name: string;
  readonly stop: (reason: Error) => void;
}

/**
 * Reads an application and watches its memory. Calc 7.4 grows by 30 MB/s once it is asked for the children of a sheet; we do
 * not ask for that, but another question may harm another application.
 */
export async function whileItDoesNotGrow<T>(app: Watched, call: Call, read: () => Promise<T>): Promise<T> {
  const before = await residentMemory(app.pid);
  if (before === undefined) return read();
  let stopTimer: (() => void) | undefined;
  let isRead = false;
  const tooMuch = new Promise<never>((_, reject) => {
    const check = async () => {
      const grown = ((await residentMemory(app.pid)) ?? before) - before;
      if (isRead) return;
      if (grown <= MAX_GROWTH_MB) watch();
      else {
        const reason = grew(app.name, grown);
        app.stop(reason);
        reject(reason);
      }
    };
    const watch = () => {
      stopTimer = call.clock.after(INTERVAL_MS, () => void check());
    };
    watch();
  });
  try {
    return await Promise.race([read(), tooMuch]);
  } finally {
    isRead = true;
    stopTimer?.();
  }
}

/** Megabytes that a process holds in memory; undefined if that cannot be read, as for another user's. */
export async function residentMemory(pid: number): Promise<number | undefined> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
  const kilobytes = /^VmRSS:\s*(\d+) kB$/m.exec(status)?.[1];
  return kilobytes === undefined ? undefined : Number(kilobytes) / 1024;
}

function grew(name: string, megabytes: number): Error {
  return actionFailed(
    `The memory of the application '${name}' grew by ${Math.round(megabytes)} MB while it was read, so reading was ` +
      'stopped. Do not read it again in this state: take a screenshot and use coordinates, close what it shows, or ' +
      'restart it. Other applications can be used meanwhile.',
  );
}
