import type { Call } from '../device/call.ts';
import { actionFailed } from '../device/errors.ts';
import type { Look, Wish } from '../device/port.ts';
import type { View } from '../ui/snapshot.ts';
import type { Phone, Result } from './adb/index.ts';
import { sh } from './adb/index.ts';
import type { DumpTrouble } from './dump.ts';
import { type Dumping, TREE_FILE } from './dumping.ts';
import type { Focus } from './focus.ts';
import { inFront } from './focus.ts';
import type { DumpedWindow } from './hierarchy.ts';
import { HierarchyError, readHierarchy } from './hierarchy.ts';
import type { Hints } from './hints.ts';
import { nextBest } from './next-best.ts';
import { outputOf } from './output.ts';
import { readScreencap, ScreencapError } from './screencap.ts';
import type { Surroundings } from './surroundings.ts';
import { readSurroundings } from './surroundings.ts';
import { unreadWindows } from './window-list.ts';
import { windowsOf } from './windows.ts';

const onlyActive = 'only the active window could be read; what lies over it is listed without its content';
const notInStep = 'the screen changed while its picture was taken: tree and picture may differ';

/** What is remembered from one look to the next, and the call that this one belongs to. */
interface Context {
  readonly hints: Hints;
  readonly dumping: Dumping;
  readonly call: Call;
}

/**
 * Reads the screen over plain ADB. The dump waits by itself until the screen rests (a second at least); everything
 * else is asked for at the same time, once it has ended: the tree's file, what the window manager knows, the picture.
 */
export async function lookAt(phone: Phone, wish: Wish, context: Context): Promise<Look> {
  const first = await lookOnce(phone, wish, context);
  if (!wish.picture || inStep(first)) return first.look;
  const second = await lookOnce(phone, wish, context);
  if (inStep(second)) return second.look;
  const { view } = second.look;
  return { ...second.look, view: { ...view, notes: [...view.notes, notInStep] } };
}

interface Seen {
  readonly look: Look;
  readonly focus: Focus;
}

async function lookOnce(phone: Phone, wish: Wish, { hints, dumping, call }: Context): Promise<Seen> {
  const trouble = await dumping.write(phone, call);
  const [toView, around, capture] = await Promise.all([
    trouble === undefined ? readTree(phone, { hints, call }) : readActivity(phone, { trouble, call }),
    readSurroundings(phone, call),
    wish.picture ? takePicture(phone, call) : undefined,
  ]);
  const view = toView(around);
  const hidden =
    capture?.protected === true || around.listed.some(({ secure, visible }) => secure && visible);
  return {
    // A dump that ended well has seen a second of rest.
    look: {
      view,
      picture: capture?.picture,
      protected: wish.picture && hidden,
      rested: trouble === undefined,
    },
    focus: around.focus,
  };
}

/** Whether the focus, read while the picture was taken, is still on the window that the tree shows, if there is one. */
function inStep({ look: { view }, focus }: Seen): boolean {
  if (view.textless !== undefined) return true;
  const active = view.windows.find((window) => window.active);
  return active?.app === undefined || focus.window?.app === undefined || focus.window.app === active.app;
}

/** What was read becomes a view as soon as its surroundings are known. */
type ToView = (around: Surroundings) => View;

async function readTree(phone: Phone, { hints, call }: { hints: Hints; call: Call }): Promise<ToView> {
  const result = await phone.run(sh`cat ${TREE_FILE}`, call);
  try {
    const tree = readHierarchy(outputOf(result));
    return (around) => viewOf(tree, around, hints);
  } catch (error) {
    if (!(error instanceof HierarchyError)) throw error;
    throw actionFailed(`What the phone wrote of its screen cannot be read: ${error.message}`, error);
  }
}

async function readActivity(
  phone: Phone,
  { trouble, call }: { trouble: DumpTrouble; call: Call },
): Promise<ToView> {
  const top = outputOf(await phone.run(sh`dumpsys activity top`, call));
  return (around) => nextBest(top, around, trouble);
}

function viewOf(tree: readonly DumpedWindow[], around: Surroundings, hints: Hints): View {
  const { screen, focus, listed, awake } = around;
  const read = windowsOf(tree, { screen, focused: focus.window, hintOf: hints.hintOf });
  const plain = tree.length > 0 && tree.every(({ attributes }) => Object.keys(attributes).length === 0);
  const unread = plain ? unreadWindows(listed, read) : [];
  const { app, activity } = inFront(focus, read.find((window) => window.active)?.app);
  return {
    app,
    activity,
    screen,
    awake,
    windows: [...read, ...unread],
    notes: unread.length > 0 ? [onlyActive] : [],
  };
}

async function takePicture(phone: Phone, call: Call) {
  const raw = await phone.run(sh`screencap`, call);
  try {
    return readScreencap(raw.stdout);
  } catch (error) {
    if (!(error instanceof ScreencapError)) throw error;
    return pngOf(await phone.run(sh`screencap -p`, call), error);
  }
}

/** Pixels in a form that only the phone itself can turn into a picture (wide colours, Android 8 and later). */
function pngOf(png: Result, cause: ScreencapError) {
  try {
    return readScreencap(png.stdout);
  } catch {
    throw actionFailed(`Screenshot capture failed: ${cause.message}`, cause);
  }
}
