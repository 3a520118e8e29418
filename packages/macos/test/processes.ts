import { readdirSync, readFileSync } from 'node:fs';

/** The running bridges that a process has started. */
export function bridgesOf(parent: number): number[] {
  return readdirSync('/proc')
    .map(Number)
    .filter((pid) => pid > 0 && isBridgeOf(parent, pid));
}

function isBridgeOf(parent: number, pid: number): boolean {
  try {
    const [, actual] = /^\d+ \(.*\) \S (\d+)/s.exec(readFileSync(`/proc/${pid}/stat`, 'utf8')) ?? [];
    const command = readFileSync(`/proc/${pid}/cmdline`, 'utf8');
    return Number(actual) === parent && /macos(\/src\/bridge\/main\.ts|-bridge\.js)/.test(command);
  } catch {
    // It ended meanwhile.
    return false;
  }
}
