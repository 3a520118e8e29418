import type { Call } from '../../call/call.ts';
import { pause } from '../../call/call.ts';
import { actionFailed } from '../../device/errors.ts';
import type { Look, Wish } from '../../device/port.ts';
import type { View } from '../../ui/snapshot.ts';
import type { Phone } from '../phone.ts';
import type { Result } from '../adb/shell/kept-shell.ts';
import { sh } from '../phone.ts';
import type { Dumped, Dumping } from './dumping.ts';
import type { Focus } from './focus.ts';
import { inFront } from './focus.ts';
import type { Hints } from './hints.ts';
import { nextBest } from './next-best.ts';
import { outputOf } from '../output.ts';
import type { Capture } from './screencap.ts';
import { readScreencap, ScreencapError } from './screencap.ts';
import type { Surroundings } from './surroundings.ts';
import { readSurroundings } from './surroundings.ts';
import type { WindowKeys } from './window-keys.ts';
import { unreadWindows } from './window-list.ts';
import { windowsOf } from './windows.ts';

const ONLY_ACTIVE = 'only the active window could be read; what lies over it is listed without its content';
const NOT_ALL =
  "only the active window could be read: Android's uiautomator failed over another one (the keyboard, a system bar)";
const NOT_IN_STEP = 'the screen changed while its picture was taken: tree and picture may differ';

/** How often a window that is just opening is looked at again, and how long after. */
const MOST_LOOKS = 4;
const OPENING_PAUSE = 250;

/** What is remembered from one look to the next, and the call that this one belongs to. */
interface Context {
  readonly hints: Hints;
  readonly keys: WindowKeys;
  readonly dumping: Dumping;
  readonly call: Call;
}

/**
 * Reads the screen over plain ADB. The dump waits by itself until the screen rests (a second at least); everything
 * else is asked for at the same time, once it has ended: what the window manager knows, and the picture.
 */
export function lookAt(phone: Phone, wish: Wish, context: Context): Promise<Look> {
  return withPictureInStep(wish, () => lookUntilOpen(phone, wish, context));
}

/** Looks once more if the picture may show another moment than the tree; if that does not help, the look says so. */
export async function withPictureInStep(wish: Wish, lookOnce: () => Promise<Seen>): Promise<Look> {
  const first = await lookOnce();
  if (!wish.picture || inStep(first)) return first.look;
  const second = await lookOnce();
  if (inStep(second)) return second.look;
  const { view } = second.look;
  return { ...second.look, view: { ...view, notes: [...view.notes, NOT_IN_STEP] } };
}

/** A look, and where the focus was while its picture was taken. */
export interface Seen {
  readonly look: Look;
  readonly focus: Focus;
}

/**
 * A plain dump fails while a window opens; one of all windows (Android 11 and later) succeeds and leaves that one
 * out, so that only the bars around it would be seen.
 */
async function lookUntilOpen(phone: Phone, wish: Wish, context: Context): Promise<Seen> {
  let seen = await lookOnce(phone, wish, context);
  for (let attempt = 1; attempt < MOST_LOOKS && isOpening(seen.look.view); attempt += 1) {
    await pause(OPENING_PAUSE * attempt, context.call);
    seen = await lookOnce(phone, wish, context);
  }
  const { look } = seen;
  return isOpening(look.view) ? { ...seen, look: { ...look, view: { ...look.view, windows: [] } } } : seen;
}

/** The window in use has no tree yet. */
export function isOpening({ windows }: View): boolean {
  return windows.some(({ active, root }) => active && root === undefined);
}

async function lookOnce(phone: Phone, wish: Wish, context: Context): Promise<Seen> {
  const { dumping, keys, call } = context;
  const dumped = await dumping.dump(phone, call);
  const [activity, around, capture] = await Promise.all([
    'trouble' in dumped ? phone.run(sh`dumpsys activity top`, call) : undefined,
    readSurroundings(phone, call),
    wish.picture ? takePicture(phone, call) : undefined,
  ]);
  const view =
    'trouble' in dumped
      ? nextBest(activity ? outputOf(activity) : '', { ...around, keys }, dumped.trouble)
      : viewOf(dumped, around, context);
  const { look, focus } = seen(view, around, capture);
  // A dump that ended well has seen a second of rest.
  return { look: { ...look, rested: 'windows' in dumped }, focus };
}

/** What was seen, and whether its picture was forbidden. */
export function seen(view: View, { listed, focus }: Surroundings, capture: Capture | undefined): Seen {
  const hidden = capture?.protected === true || listed.some(({ secure, visible }) => secure && visible);
  return {
    look: { view, picture: capture?.picture, protected: capture !== undefined && hidden },
    focus,
  };
}

/** Whether the focus, read while the picture was taken, is still on the window that the tree shows, if there is one. */
function inStep({ look: { view }, focus }: Seen): boolean {
  if (view.textless !== undefined) return true;
  const active = view.windows.find((window) => window.active);
  return active?.app === undefined || focus.window?.app === undefined || focus.window.app === active.app;
}

type Tree = Extract<Dumped, { readonly windows: unknown }>;

function viewOf({ windows: tree, form }: Tree, around: Surroundings, { hints, keys }: Context): View {
  const { screen, focus, listed, awake } = around;
  const read = windowsOf(tree, { screen, focused: focus.window, listed, keys, hintOf: hints.hintOf });
  hints.looked();
  const plain = tree.length > 0 && tree.every(({ attributes }) => Object.keys(attributes).length === 0);
  const unread = plain ? unreadWindows(listed, read, keys) : [];
  const { app, activity } = inFront(focus, read.find((window) => window.active)?.app);
  const notes = form === 'plain' ? [NOT_ALL] : unread.length > 0 ? [ONLY_ACTIVE] : [];
  return { app, activity, screen, awake, windows: [...read, ...unread], notes };
}

/** Takes a picture of the screen as it is. */
export async function takePicture(phone: Phone, call: Call): Promise<Capture> {
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
