import type { UiWindow, View } from '@handeye/screen/snapshot';
import type { Focused } from '../../device/aim.ts';
import { nodesIn } from '../notes/read-text.ts';
import { labelOf, titleOf } from './at-point.ts';

/**
 * The application that took the focus since the screen was shown, which what is typed would go to; undefined if there is none,
 * or it cannot be determined.
 */
export function focusTaken(shown: View, now: View): Focused | undefined {
  const [before, there] = [activeIn(shown), activeIn(now)];
  if (before?.app === undefined || there?.app === undefined || before.app === there.app) return undefined;
  return { app: there.app, label: fieldIn(there) || titleOf(there) };
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
