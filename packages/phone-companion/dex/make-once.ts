import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';

const PAUSE_MS = 50;

/**
 * Runs `make` unless its result exists. Another process that wants it meanwhile waits: test files start at once, and each would
 * download and compile the same.
 */
export function makeOnce(result: string, make: () => void): void {
  const lock = `${result}.lock`;
  mkdirSync(dirname(lock), { recursive: true });
  while (!existsSync(result)) {
    if (!takes(lock)) {
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, PAUSE_MS);
      continue;
    }
    try {
      // Another process may have finished between the two checks.
      if (!existsSync(result)) make();
    } finally {
      rmSync(lock, { force: true });
    }
  }
}

/** Tries to take the lock; removes that of a process that has ended. */
function takes(lock: string): boolean {
  try {
    writeFileSync(lock, String(process.pid), { flag: 'wx' });
    return true;
  } catch {
    if (existsSync(lock) && !isHeld(lock)) rmSync(lock, { force: true });
    return false;
  }
}

function isHeld(lock: string): boolean {
  try {
    process.kill(Number(readFileSync(lock, 'utf8')), 0);
    return true;
  } catch {
    return false;
  }
}
