import type { UiWindow, View } from '@handeye/screen/snapshot';
import { nodesIn } from '../notes/read-text.ts';
import { labelOf, titleOf } from './at-point.ts';

/** Another application has the focus than when a client was shown the screen: what is typed goes there. */
export interface FocusTaken {
  readonly app: string;
  readonly label: string;
}

/** The application that took the focus since the screen was shown; undefined if there is none, or it cannot be determined. */
export function focusTaken(shown: View, now: View): FocusTaken | undefined {
  const [before, there] = [activeIn(shown), activeIn(now)];
  if (before?.app === undefined || there?.app === undefined || before.app === there.app) return undefined;
  return { app: there.app, label: fieldIn(there) || titleOf(there) };
}

/** The sentence of the contract, for what is typed. */
export function focusText({ app, label }: FocusTaken): string {
  const what = label === '' ? 'another application' : `'${label}'`;
  return `The screen changed since you looked: now ${what} (${app}) has the focus`;
}

/** Whether the window that has the focus belongs to an application of one of these names. */
export function hasFocus(view: View, names: readonly string[]): boolean {
  return isOf(activeIn(view), names);
}

/** Whether a window belongs to an application of one of these names. */
export function isOf(window: UiWindow | undefined, names: readonly string[]): boolean {
  return [window?.app, window?.appId].some((own) =>
    names.some((name) => name.toLowerCase() === own?.toLowerCase()),
  );
}

/** A window that is just opening cannot be read yet, so it does not say whose it is; the view knows what is in front. */
function activeIn({ app, windows, stack = [] }: View): UiWindow | undefined {
  const found = windows.find(({ active }) => active) ?? stack.find(({ active }) => active);
  return found && found.app === undefined ? { ...found, app } : found;
}

function fieldIn({ root }: UiWindow): string {
  const focused = nodesIn(root).findLast((node) => node.focused);
  return focused ? labelOf(focused) : '';
}
