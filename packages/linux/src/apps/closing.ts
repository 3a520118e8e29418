import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import type { Call } from '@handeye/core/call/call';
import { pause } from '@handeye/core/call/call';
import { actionFailed } from '@handeye/core/device/errors';
import { flat, shown } from '@handeye/screen/sanitize';
import type { ManagedWindow } from '../display.ts';

/** How long windows and processes may take to go, and how often we look. */
const CLOSE_TIMEOUT_MS = 8_000;
const POLL_MS = 100;
/** A new window that stays this long asks something. */
const ASKS_MS = 600;
/** How long an application may take to end by itself before it is ended by force. */
const KILL_AFTER_MS = 1_500;
/** The state that the rest of a call needs. */
const SHARE_OF_CALL = 0.6;
/** A window that shows something else after each request is asked only this often. */
const MAX_ASKED = 4;

interface Closing {
  readonly name: string;
  readonly windowsNow: () => Promise<readonly ManagedWindow[]>;
  readonly askToClose: (window: ManagedWindow) => Promise<void>;
}

/**
 * Asks an application's windows to close, and waits until it has none; fails with the question that a window asks. A window
 * that stays and shows something else is asked again: GIMP 2.10 closes the image in its last window, and ends if that is closed
 * without one.
 */
export async function closeAll(
  { name, windowsNow, askToClose }: Closing,
  before: readonly ManagedWindow[],
  call: Call,
): Promise<void> {
  const { clock } = call;
  const asked = new Map<number, string[]>();
  const ask = async (window: ManagedWindow) => {
    asked.set(window.id, [...(asked.get(window.id) ?? []), window.title]);
    await askToClose(window);
  };
  for (const window of before) await ask(window);
  const end = clock.now() + Math.min(CLOSE_TIMEOUT_MS, call.remaining() * SHARE_OF_CALL);
  let asksSince: number | undefined;
  for (;;) {
    const left = await windowsNow();
    if (left.length === 0) return;
    const question = left.find(({ id }) => !before.some((one) => one.id === id));
    asksSince = question ? (asksSince ?? clock.now()) : undefined;
    if (question && asksSince !== undefined && clock.now() - asksSince >= ASKS_MS) {
      throw actionFailed(
        `${name} asks something before it closes, in ${theWindow(question)}. It is still open, and nothing is lost: answer it on the screen.`,
      );
    }
    const changed = left.find(({ id, title }) => {
      const titles = asked.get(id) ?? [];
      return titles.length > 0 && titles.length < MAX_ASKED && !titles.includes(title);
    });
    // A window that asks something must be answered first; it is not asked again.
    if (!question && changed) await ask(changed);
    if (clock.now() + POLL_MS >= end) {
      throw actionFailed(
        `${name} was asked to close, but ${theWindow(left[0])} is still there. It may be asking something, or hang: look at the screen. It was not killed.`,
      );
    }
    await pause(POLL_MS, call);
  }
}

function theWindow(window: ManagedWindow | undefined): string {
  const title = flat(shown(window?.title ?? ''));
  return title === '' ? 'a window without a title' : `the window '${title}'`;
}

/**
 * Returns true if a process runs this program. The process id that a window reports may belong to another machine or container,
 * where it means another process.
 */
export async function isProcessOf(pid: number, program: string | undefined): Promise<boolean> {
  if (program === undefined) return false;
  const line = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '');
  return line
    .split('\0')
    .slice(0, 2)
    .some((word) => basename(word) === program);
}

/** Asks a process without windows to end, and waits until it is gone. */
export async function ended(pid: number, name: string, call: Call): Promise<void> {
  const { clock } = call;
  const end = clock.now() + Math.min(CLOSE_TIMEOUT_MS, call.remaining() * SHARE_OF_CALL);
  // Most end by themselves with their last window, after they have saved their state.
  const asksAt = clock.now() + ASKS_MS;
  let asked = false;
  while (signal(pid, 0)) {
    if (!asked && clock.now() >= asksAt) asked = signal(pid, 'SIGTERM');
    if (clock.now() + POLL_MS >= end)
      throw actionFailed(
        `${name} closed its windows, but its process ${pid} does not end. It was not killed.`,
      );
    await pause(POLL_MS, call);
  }
}

/** Ends a process: first by request, then by force. */
export async function killed(pid: number, name: string, call: Call): Promise<void> {
  const { clock } = call;
  const forceAt = clock.now() + KILL_AFTER_MS;
  const end = clock.now() + Math.min(CLOSE_TIMEOUT_MS, call.remaining() * SHARE_OF_CALL);
  signal(pid, 'SIGTERM');
  while (signal(pid, 0) && !(await isDefunct(pid))) {
    if (clock.now() >= forceAt) signal(pid, 'SIGKILL');
    if (clock.now() + POLL_MS >= end) throw actionFailed(`${name} (process ${pid}) could not be ended.`);
    await pause(POLL_MS, call);
  }
}

/** It has ended, but its parent has not collected it. */
async function isDefunct(pid: number): Promise<boolean> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
  return /^.*\) [ZX] /s.test(stat);
}

/** False if there is no such process, or it is not ours. */
function signal(pid: number, name: NodeJS.Signals | 0): boolean {
  try {
    return process.kill(pid, name);
  } catch {
    return false;
  }
}
