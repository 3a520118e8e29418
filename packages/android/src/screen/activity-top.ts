import { actionFailed } from '@handeye/core/device/errors';
import type { Bounds } from '@handeye/screen/node';
import type { UiWindow, View } from '@handeye/screen/snapshot';
import type { DumpFailure } from './ui-dumper.ts';
import { inFront } from './focus.ts';
import type { WindowState } from './window-state.ts';
import type { ViewHierarchy } from './view-hierarchy.ts';
import { parseViewHierarchy } from './view-hierarchy.ts';
import type { WindowKeys } from './window-keys.ts';
import type { ListedWindow } from './window-list.ts';
import { unreadWindows, withRecents } from './window-list.ts';
import { windowsOf } from './windows.ts';

const reasons: Readonly<Record<DumpFailure, string>> = {
  busy: 'The screen never comes to rest, so Android does not give its content. Pause what moves, leave this screen, or use a screenshot.',
  slow: 'Android did not give the content of the screen in time: the phone is slow now, or something on it keeps moving. Try again, or wait longer.',
  rootless: 'No window can be read right now. Wait a moment and try again.',
  killed:
    'Another program on the phone holds its accessibility (a test runner, a recorder). Stop it, then try again.',
  crashed:
    'Android cannot describe this screen: its uiautomator crashed on it (on half a character in a text, or a view that vanished). Leave this screen, or use a screenshot.',
  unreadable:
    "The phone's description of its screen cannot be read; its storage may be full. Try again, or use a screenshot.",
  unknown:
    'The phone did not describe its screen; its storage may be full, or its uiautomator broken. Try again, or use a screenshot.',
};

interface State extends WindowState {
  readonly keys: WindowKeys;
  /** The end of notes about the missing texts: what can read them. */
  readonly advice: string;
}

/**
 * The screen after the dump failed: the views of the activity in front, as it prints them itself (`dumpsys activity top`). They
 * have no texts, and only that window is there; the other known windows are listed around it without content.
 */
export function viewOfActivity(activityTop: string, state: State, failure: DumpFailure): View {
  const { screen, focus, listed, awake, keys } = state;
  const hierarchy = parseViewHierarchy(activityTop, focus.window?.app ?? focus.activity?.app);
  if (hierarchy === undefined && failure !== 'rootless')
    throw actionFailed(`${reasons[failure]} ${state.advice}`);
  const read = hierarchy === undefined ? [] : activityWindows(hierarchy, state);
  const windows = withRecents([...read, ...unreadWindows(listed, read, keys)], listed);
  const { app, activity } = inFront(focus, windows.find((window) => window.active)?.app);
  return { app, activity, screen, awake, windows, notes: [], textless: reasons[failure] };
}

/** The activity's window, and before it the focused one if that is another (a dialog, the notification shade). */
function activityWindows(hierarchy: ViewHierarchy, state: State): UiWindow[] {
  const { screen, focus, listed, keys } = state;
  const own = listed.find((window) => belongsTo(window, hierarchy));
  const front = listed.find(({ hash }) => hash === focus.window?.hash);
  const focused = own === undefined ? focus.window : { hash: own.hash, title: own.title, app: own.app };
  const corner = { x: own?.bounds.left ?? 0, y: own?.bounds.top ?? 0 };
  const isInFront = own === undefined || front === undefined || own === front;
  const windows = windowsOf([hierarchy.at(corner)], { screen, focused, keys }).map((window) => ({
    ...window,
    // Without texts no element can be recognised for certain: elements here share no id with those of a dump.
    key: `${window.key} without texts`,
    active: isInFront,
  }));
  if (isInFront) return windows;
  const { hash, title, app, type, bounds } = front;
  return [{ key: keys.ofListed(hash), type, title, app, bounds, active: true, root: undefined }, ...windows];
}

function belongsTo({ app, visible, bounds }: ListedWindow, hierarchy: ViewHierarchy): boolean {
  return visible && app === hierarchy.app && hasSize(bounds, hierarchy.size);
}

function hasSize({ left, top, right, bottom }: Bounds, size: ViewHierarchy['size']): boolean {
  return right - left === size.width && bottom - top === size.height;
}
