import { actionFailed } from '../device/errors.ts';
import type { Result } from './adb/shell/kept-shell.ts';

/** What a command printed, as text. */
export function outputOf({ stdout }: Result): string {
  return Buffer.from(stdout).toString();
}

/**
 * Fails if a command did. Before Android 7 or so, `input` and others end with 0 whatever happens: their words tell
 * (recorded on 5.1: `Error: Invalid arguments for command: tap`, `Killed`).
 */
export function mustHaveWorked(result: Result, what: string): void {
  const said = `${result.stderr}\n${outputOf(result)}`;
  const complaint = /^(Error: .*|.*Exception.*|Killed.*|.*Permission denied.*|.*not found.*)$/m.exec(
    said,
  )?.[0];
  if (result.code === 0 && complaint === undefined) return;
  throw actionFailed(
    `${what} failed on the phone (exit ${result.code}): ${(complaint ?? said).trim().slice(0, 200)}`,
  );
}
