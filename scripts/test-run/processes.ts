// Finds processes that tests left behind.
import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { setTimeout } from 'node:timers/promises';

export interface LeftProcess {
  readonly pid: number;
  readonly command: string;
}

/** Milliseconds for a process to end after it was told to. */
const PATIENCE_MS = 5_000;
const LOOK_EVERY_MS = 100;

/**
 * The remaining processes of a run: those whose environment, arguments or folder name the run's own folder. Only Linux shows
 * that; elsewhere none are found.
 */
export async function leftBehind(folder: string): Promise<readonly LeftProcess[]> {
  const end = Date.now() + PATIENCE_MS;
  for (;;) {
    const left = processesOf(folder);
    if (left.length === 0 || Date.now() > end) return left;
    await setTimeout(LOOK_EVERY_MS);
  }
}

function processesOf(folder: string): readonly LeftProcess[] {
  const pids = readdirSync('/proc').map(Number).filter(Boolean);
  return pids
    .filter((pid) => pid !== process.pid && traces(pid).some((text) => text.includes(folder)))
    .map((pid) => ({
      pid,
      command: told(() => readFileSync(`/proc/${pid}/cmdline`, 'utf8')).replaceAll('\0', ' '),
    }));
}

function traces(pid: number): readonly string[] {
  const at = `/proc/${pid}`;
  return [
    told(() => readFileSync(`${at}/environ`, 'latin1')),
    told(() => readFileSync(`${at}/cmdline`, 'latin1')),
    told(() => readlinkSync(`${at}/cwd`)),
  ];
}

/** A process may end meanwhile, or belong to another user. */
function told(read: () => string): string {
  try {
    return read();
  } catch {
    return '';
  }
}
