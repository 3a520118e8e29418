import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import type { PrivateDesktop } from './desktop-session.ts';

/** The process of a private desktop whose command line matches. */
export function processOf({ home }: PrivateDesktop, command: RegExp): number {
  const pid = readdirSync('/proc')
    .map(Number)
    .filter((one) => one > 0 && one !== process.pid)
    .find((one) => fileOf(one, 'environ').includes(home) && command.test(fileOf(one, 'cmdline')));
  assert.ok(pid, `no process ${String(command)} on this desktop`);
  return pid;
}

function fileOf(pid: number, name: string): string {
  try {
    return readFileSync(`/proc/${pid}/${name}`, 'utf8').replaceAll('\0', ' ');
  } catch {
    return '';
  }
}
