import type { Mac } from '../mac.ts';

/** PROC_PIDPATHINFO_MAXSIZE of libproc.h. */
const MAX_PATH_BYTES = 4096;

export function processIds({ native }: Mac): number[] {
  const estimate = native.proc_listallpids(null, 0);
  // Processes may start between the two calls.
  const ids = new Int32Array(Math.max(0, estimate) + 64);
  const count = native.proc_listallpids(ids, ids.byteLength);
  return [...ids.subarray(0, Math.max(0, count))].filter((pid) => pid > 0);
}

/** Path of the executable; undefined if there is no such process. */
export function executable({ native }: Mac, pid: number): string | undefined {
  const path = Buffer.alloc(MAX_PATH_BYTES);
  const length = native.proc_pidpath(pid, path, path.length);
  return length > 0 ? path.toString('utf8', 0, length) : undefined;
}

export function isRunning(mac: Mac, pid: number): boolean {
  return executable(mac, pid) !== undefined;
}
