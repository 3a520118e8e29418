import type { Call } from '../../device/call.ts';
import { actionFailed } from '../../device/errors.ts';
import type { Look, Wish } from '../../device/port.ts';
import type { View } from '../../ui/snapshot.ts';
import type { Phone } from '../adb/index.ts';
import { inFront } from '../focus.ts';
import { type DumpedWindow, HierarchyError, readHierarchy } from '../hierarchy.ts';
import { type Seen, seen, type Surroundings, surroundings, takePicture, withPictureInStep } from '../look.ts';
import { windowsOf } from '../windows.ts';
import type { RunningHelper } from './running.ts';
import { windowsOfSource } from './windows.ts';

/** Reads the screen through the helper. It waits for nothing: tree, windows and picture are asked for at once. */
export function lookThrough(
  helper: RunningHelper,
  wish: Wish,
  context: { phone: Phone; call: Call },
): Promise<Look> {
  return withPictureInStep(wish, () => lookOnce(helper, wish, context));
}

async function lookOnce(
  helper: RunningHelper,
  wish: Wish,
  { phone, call }: { phone: Phone; call: Call },
): Promise<Seen> {
  const [source, listed, around, capture] = await Promise.all([
    readSource(helper, call),
    listWindows(helper, call),
    surroundings(phone, call),
    wish.picture ? takePicture(phone, call) : undefined,
  ]);
  return seen(viewOf(windowsOfSource(source, listed), around), around, capture);
}

async function listWindows(helper: RunningHelper, call: Call): Promise<unknown[]> {
  const body = { skipScreenshots: true };
  const windows = await helper.ask({ method: 'POST', path: '/appium/list_windows', body }, call);
  return Array.isArray(windows) ? (windows as unknown[]) : [];
}

/** The tree of all windows, as the helper writes it. */
export async function readSource(helper: RunningHelper, call: Call): Promise<DumpedWindow[]> {
  const xml = await helper.ask({ method: 'GET', path: '/source' }, call);
  try {
    return readHierarchy(String(xml));
  } catch (error) {
    if (!(error instanceof HierarchyError)) throw error;
    throw actionFailed(`What the helper wrote of the screen cannot be read: ${error.message}`, error);
  }
}

function viewOf(read: readonly DumpedWindow[], { screen, focus, awake }: Surroundings): View {
  const windows = windowsOf(read, { screen });
  const { app, activity } = inFront(focus, windows.find((window) => window.active)?.app);
  return { app, activity, screen, awake, windows, notes: [] };
}
