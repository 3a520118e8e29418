import type { Call } from '@handeye/core/call/call';
import { pause } from '@handeye/core/call/call';
import type { Remark } from '@handeye/core/device/port';
import type { Result } from '@handeye/adb/shell/shell';
import { outputOf, type Phone, retryIfConnectionLost, sh } from '../phone.ts';
import type { Focus } from '../screen/focus.ts';
import { parseFocus } from '../screen/focus.ts';
import { FIRST_SDK_WITH_QUERIES } from './packages.ts';

/** How long an app has to show its window, and the milliseconds between looks. */
const WINDOW_TIMEOUT_MS = 10_000;
const POLL_MS = 150;
/** Another window that keeps the focus for so long stays: a question, a chooser, the lock screen. */
const STAYS_MS = 1_500;
/** The share of a call's remaining time that the wait may take. */
const SHARE_OF_CALL = 0.8;

/** Up to Android 9 the list of windows names the focused one, since 10 the displays do. */
export const focusCommand = sh`for part in displays windows; do dumpsys window $part | grep -E 'WINDOW MANAGER|mCurrentFocus=|mFocusedApp='; done`;

export function focusIn(result: Result | undefined): Focus {
  return parseFocus(result ? outputOf(result) : '');
}

/** Windows of the system that lie over every app: the shade and, with the same names, the lock screen. */
const SYSTEM_COVER = /^(NotificationShade|StatusBar|Keyguard|KeyguardScrim)$/;

/** Whether the open shade or the lock screen has the focus. */
export function isCovered({ window }: Focus): boolean {
  return window !== undefined && SYSTEM_COVER.test(window.title);
}

/** Closes the shade. On Android 5 and 6 collapsePanels is the second call of IStatusBarService. */
export function collapseCommand(sdk: number) {
  return sdk >= FIRST_SDK_WITH_QUERIES ? sh`cmd statusbar collapse` : sh`service call statusbar 2`;
}

/**
 * The focused window before something is started. An open shade stays open over an app that is started below it, so it is
 * closed.
 */
export async function uncovered(phone: Phone, sdk: number, call: Call): Promise<Focus> {
  const before = focusIn(await retryIfConnectionLost(call, () => phone.run(focusCommand, call)));
  if (isCovered(before)) await phone.run(collapseCommand(sdk), call);
  return before;
}

/**
 * Waits until a window of the app has the focus. If another window has it, the answer says so. That is not an error: the app
 * was started, and its user may have to answer a question first.
 */
export async function waitForWindow(
  phone: Phone,
  {
    packageName,
    user,
    before,
  }: { readonly packageName: string; readonly user?: number | undefined; readonly before: Focus },
  call: Call,
): Promise<Remark> {
  const { clock } = call;
  const end =
    clock.now() + Math.min(WINDOW_TIMEOUT_MS * phone.speed.slowness, call.remaining() * SHARE_OF_CALL);
  let other: { readonly hash: string; readonly since: number } | undefined;
  for (;;) {
    const focus = focusIn(await retryIfConnectionLost(call, () => phone.run(focusCommand, call)));
    const { window } = focus;
    const isItsUser = user === undefined || (window?.user ?? user) === user;
    if (window?.app === packageName && isItsUser) return undefined;
    const isNew = window !== undefined && window.hash !== before.window?.hash;
    // The window that Android shows while an app starts is titled "Splash Screen org.example".
    const isOther = (isNew || isCovered(focus)) && !window?.title.includes(packageName);
    if (!isOther || !window) other = undefined;
    else if (other?.hash !== window.hash) other = { hash: window.hash, since: clock.now() };
    else if (clock.now() - other.since >= STAYS_MS) return `${inFrontOf(focus)} is in front of it`;
    if (clock.now() + POLL_MS >= end)
      return `its window did not come to the front in time; in front: ${inFrontOf(focus)}`;
    await pause(POLL_MS, call);
  }
}

function inFrontOf(focus: Focus): string {
  if (isCovered(focus)) return 'the lock screen or the notification shade';
  const { window } = focus;
  return window?.app ?? window?.title ?? 'nothing';
}
