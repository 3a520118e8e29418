import { readdirSync, readFileSync } from 'node:fs';

/** Resident memory of a process and of those it started (a browser's pages are processes of their own), in megabytes. */
export function residentMegabytes(pid: number): number {
  const parents = new Map(
    readdirSync('/proc')
      .map(Number)
      .filter((one) => one > 0)
      .map((one) => [one, Number(/^PPid:\s+(\d+)/m.exec(statusOf(one))?.[1] ?? 0)]),
  );
  const isOurs = (one: number): boolean => one === pid || (one > 0 && isOurs(parents.get(one) ?? 0));
  return [...parents.keys()].filter(isOurs).reduce((sum, one) => sum + residentKilobytes(one), 0) / 1024;
}

function residentKilobytes(pid: number): number {
  return Number(/^VmRSS:\s+(\d+)/m.exec(statusOf(pid))?.[1] ?? 0);
}

function statusOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/status`, 'utf8');
  } catch {
    return ''; // It ended meanwhile.
  }
}
