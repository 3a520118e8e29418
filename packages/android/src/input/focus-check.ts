import { changeText } from '@handeye/core/device/aim';
import { FocusChanged, ScreenChanged } from '@handeye/core/device/errors';
import type { Point } from '@handeye/core/device/port';
import { oneLine, shown } from '@handeye/screen/sanitize';
import type { Result } from '@handeye/adb/shell/shell';
import type { ShellCommand } from '@handeye/adb/shell/quote';
import { outputOf, sh } from '../phone.ts';
import { type Focus, parseFocus } from '../screen/focus.ts';

/** The window that must have the focus. */
export interface ExpectedFocus {
  readonly hash: string;
  readonly app: string | undefined;
  readonly sdk: number;
}

/** Android 10. From then on the displays tell their focus; before, the list of windows does. */
const TOLD_BY_DISPLAYS_SINCE = 29;

/** An exit code that no program on the phone uses. */
const CHANGED = 99;

/** Runs a command only if this window has the focus: both in one line of the shell. Otherwise it prints the focus of now. */
export function ifFocused({ hash, app = '', sdk }: ExpectedFocus, command: ShellCommand): ShellCommand {
  // vivo puts the package before the hash.
  const [usual, vivo] = [`mCurrentFocus=Window{${hash} `, `mCurrentFocus=Window{${app}:${hash} `];
  return sh`f=$(${focusCommand(sdk)}); case "$f" in *${usual}*|*${vivo}*) ${command};; *) echo "$f"; exit ${CHANGED};; esac`;
}

/** Lists what has the focus. */
export function focusCommand(sdk: number): ShellCommand {
  return sh`dumpsys window ${sdk < TOLD_BY_DISPLAYS_SINCE ? 'windows' : 'displays'}`;
}

/** The window that has the focus; throws ScreenChanged if it is another application's, undefined if that is not told. */
export function focusIn(app: string, told: string, point: Point | undefined): string | undefined {
  const focus = parseFocus(told);
  if (focus.window?.app !== undefined && focus.window.app !== app) throw changedTo(focus, point);
  return focus.window?.hash;
}

/** Throws ScreenChanged if the window did not have the focus, so that nothing was done. Without a point it is about keys. */
export function mustHaveBeenFocused(result: Result, point?: Point): void {
  if (wasNotFocused(result)) throw changedTo(parseFocus(outputOf(result)), point);
}

export function wasNotFocused({ code }: Result): boolean {
  return code === CHANGED;
}

/** The same by what the window manager has just told, for a touch that no shell makes. */
export function mustBeFocused({ hash }: ExpectedFocus, told: string, point: Point): void {
  const focus = parseFocus(told);
  if (focus.window && focus.window.hash !== hash) throw changedTo(focus, point);
}

function changedTo({ window, activity }: Focus, point: Point | undefined): ScreenChanged {
  const app = window?.app ?? activity?.app;
  const title = window === undefined || window.app !== undefined ? '' : oneLine(shown(window.title));
  if (!point) return new FocusChanged({ app, label: title });
  const met = { x: point.x, y: point.y, app, label: title };
  return new ScreenChanged(changeText(met), met);
}
