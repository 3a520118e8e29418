import type { Call } from '../../call/call.ts';
import { pause } from '../../call/call.ts';
import { actionFailed } from '../../device/errors.ts';
import type { PicturedView, Wish } from '../../device/port.ts';
import type { View } from '../../ui/snapshot.ts';
import type { Phone } from '../phone.ts';
import { inFront } from '../screen/focus.ts';
import { type DumpedWindow, HierarchyError, readHierarchy } from '../screen/hierarchy.ts';
import { attemptOf, isOpening, type LookAttempt, withPictureInStep } from '../screen/look.ts';
import { readWindowState, type WindowState } from '../screen/window-state.ts';
import type { WindowKeys } from '../screen/window-keys.ts';
import { windowsOf } from '../screen/windows.ts';
import type { RunningHelper } from './running-helper.ts';
import { TOAST, windowsOfSource } from './windows.ts';

/**
 * How often to read a screen that changes between its tree and its windows, and how far apart: a window opens in 0.3 s.
 */
const MOST_READS = 15;
const READ_PAUSE = 50;

interface HelperLookContext {
  readonly phone: Phone;
  readonly keys: WindowKeys;
  readonly call: Call;
}

/**
 * Reads the screen through the helper, without waiting for idle. While the helper writes the tree, one round trip to
 * the shell takes the picture and reads the rest.
 */
export function lookThrough(
  helper: RunningHelper,
  wish: Wish,
  context: HelperLookContext,
): Promise<PicturedView> {
  return withPictureInStep(wish, () => lookOnce(helper, wish, context));
}

async function lookOnce(helper: RunningHelper, wish: Wish, context: HelperLookContext): Promise<LookAttempt> {
  const { phone, keys, call } = context;
  const [windows, { state, capture }] = await Promise.all([
    readWindows(helper, call),
    readWindowState(phone, wish, call),
  ]);
  return attemptOf(viewOf(windows, state, keys), state, capture);
}

/** The windows with their trees. Both are requested at once, and again if a window came or went in between. */
export async function readWindows(helper: RunningHelper, call: Call): Promise<DumpedWindow[]> {
  for (let read = 1; ; read += 1) {
    const [source, listed] = await Promise.all([readSource(helper, call), listWindows(helper, call)]);
    const windows = windowsOfSource(source, listed);
    if (read === MOST_READS || windows.every(isWhole)) return windows;
    await pause(READ_PAUSE, call);
  }
}

/** The active window must have a tree, and each tree a window. */
function isWhole({ attributes, nodes }: DumpedWindow): boolean {
  if (attributes.type === TOAST) return true;
  return attributes.layer !== undefined && (attributes.active !== 'true' || nodes.length > 0);
}

async function listWindows(helper: RunningHelper, call: Call): Promise<unknown[]> {
  const body = { skipScreenshots: true };
  const windows = await helper.ask({ method: 'POST', path: '/appium/list_windows', body }, call);
  return Array.isArray(windows) ? (windows as unknown[]) : [];
}

/** The tree of all windows, as the helper writes it. */
async function readSource(helper: RunningHelper, call: Call): Promise<DumpedWindow[]> {
  const xml = await helper.ask({ method: 'GET', path: '/source' }, call);
  try {
    return readHierarchy(String(xml));
  } catch (error) {
    if (!(error instanceof HierarchyError)) throw error;
    throw actionFailed(`The helper's description of the screen cannot be read: ${error.message}`, error);
  }
}

function viewOf(read: readonly DumpedWindow[], state: WindowState, keys: WindowKeys): View {
  const { screen, focus, listed, awake } = state;
  const windows = windowsOf(read, { screen, focused: focus.window, listed, keys });
  const { app, activity } = inFront(focus, windows.find((window) => window.active)?.app);
  const view = { app, activity, screen, awake, windows, notes: [] };
  return isOpening(view) ? { ...view, windows: [] } : view;
}
