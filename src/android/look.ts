import type { Call } from '../device/call.ts';
import { pause } from '../device/call.ts';
import { actionFailed } from '../device/errors.ts';
import type { Look, Wish } from '../device/port.ts';
import type { Screen, View } from '../ui/snapshot.ts';
import type { Phone, Result } from './adb/index.ts';
import { sh } from './adb/index.ts';
import { parseDisplays } from './display.ts';
import type { DumpTrouble } from './dump.ts';
import { dumpCommand, dumpTrouble } from './dump.ts';
import type { Focus } from './focus.ts';
import { inFront, parseFocus } from './focus.ts';
import { needsHelper } from './helper/needed.ts';
import type { DumpedWindow } from './hierarchy.ts';
import { HierarchyError, readHierarchy } from './hierarchy.ts';
import type { Hints } from './hints.ts';
import { outputOf } from './output.ts';
import { type Capture, readScreencap, ScreencapError } from './screencap.ts';
import { screenOf } from './screen.ts';
import { parseAwake } from './state.ts';
import type { ListedWindow } from './window-list.ts';
import { parseWindowList, unreadWindows } from './window-list.ts';
import { windowsOf } from './windows.ts';

/** Where the tree is written on the phone: the shell's own folder, which is there on every version. */
const TREE_FILE = '/data/local/tmp/handeye-window.xml';

/** How often a tree that could not be read is asked for again, and how long after. */
const MOST_DUMPS = 4;
const DUMP_PAUSE = 250;

const onlyActive = 'only the active window could be read; what lies over it is listed without its content';
const notInStep = 'the screen changed while its picture was taken: tree and picture may differ';

/** What the window manager says of the moment of a look. */
export interface Surroundings {
  readonly screen: Screen;
  readonly focus: Focus;
  readonly listed: readonly ListedWindow[];
  readonly awake: boolean;
}

/**
 * Reads the screen over plain ADB. The dump waits by itself until the screen rests (a second at least); everything
 * else is asked for at the same time, once it has ended: the tree's file, what the window manager knows, the picture.
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
  return { ...second.look, view: { ...view, notes: [...view.notes, notInStep] } };
}

interface Context {
  readonly hints: Hints;
  readonly call: Call;
}

/** A look, and where the focus was while its picture was taken. */
export interface Seen {
  readonly look: Look;
  readonly focus: Focus;
}

/**
 * A plain dump fails while a window opens; one of all windows (Android 13 and later) succeeds and leaves that one
 * out, so that only the bars around it would be seen.
 */
async function lookUntilOpen(phone: Phone, wish: Wish, context: Context): Promise<Seen> {
  let seen = await lookOnce(phone, wish, context);
  for (let attempt = 1; attempt < MOST_DUMPS && isOpening(seen.look.view); attempt += 1) {
    await pause(DUMP_PAUSE * attempt, context.call);
    seen = await lookOnce(phone, wish, context);
  }
  const { look } = seen;
  return isOpening(look.view) ? { ...seen, look: { ...look, view: { ...look.view, windows: [] } } } : seen;
}

/** The window in use has no tree yet. */
export function isOpening({ windows }: View): boolean {
  return windows.some(({ active, root }) => active && root === undefined);
}

async function lookOnce(phone: Phone, wish: Wish, { hints, call }: Context): Promise<Seen> {
  const dumped = await dump(phone, call);
  const [tree, around, capture] = await Promise.all([
    dumped ? readTree(phone, call) : [],
    surroundings(phone, call),
    wish.picture ? takePicture(phone, call) : undefined,
  ]);
  const { look, focus } = seen(viewOf(tree, around, hints), around, capture);
  // A dump that ended well has seen a second of rest.
  return { look: { ...look, rested: dumped }, focus };
}

/** What was seen, and whether its picture was forbidden. */
export function seen(view: View, { listed, focus }: Surroundings, capture: Capture | undefined): Seen {
  const hidden = capture?.protected === true || listed.some(({ secure, visible }) => secure && visible);
  return {
    look: { view, picture: capture?.picture, protected: capture !== undefined && hidden },
    focus,
  };
}

/** Whether the focus, read while the picture was taken, is still on the window that the tree shows. */
function inStep({ look: { view }, focus }: Seen): boolean {
  const active = view.windows.find((window) => window.active);
  return active?.app === undefined || focus.window?.app === undefined || focus.window.app === active.app;
}

/** Has the phone write its tree; false if there is none to write right now. */
async function dump(phone: Phone, call: Call): Promise<boolean> {
  let trouble: DumpTrouble = 'unknown';
  for (let attempt = 1; attempt <= MOST_DUMPS; attempt += 1) {
    const [, result, size] = await phone.script(
      [sh`rm -f ${TREE_FILE}`, sh`${dumpCommand(TREE_FILE)}`, sh`[ -s ${TREE_FILE} ]`],
      call,
    );
    if (size?.code === 0) return true;
    trouble = result ? dumpTrouble(`${outputOf(result)}\n${result.stderr}`, result.code) : 'unknown';
    if (trouble === 'busy') break;
    await pause(DUMP_PAUSE * attempt, call);
  }
  if (trouble === 'rootless') return false;
  throw actionFailed(advice[trouble]);
}

const advice: Readonly<Record<Exclude<DumpTrouble, 'rootless'>, string>> = {
  busy: `The screen never comes to rest, so that Android does not tell what is on it. Pause what moves or go back, or look at the picture. ${needsHelper}`,
  killed:
    'Another program on the phone holds its accessibility (a test runner, a recorder). Stop it, then try again.',
  unknown: 'The phone did not write what is on its screen. Is its storage full, or its uiautomator broken?',
};

async function readTree(phone: Phone, call: Call): Promise<DumpedWindow[]> {
  const result = await phone.run(sh`cat ${TREE_FILE}`, call);
  try {
    return readHierarchy(outputOf(result));
  } catch (error) {
    if (!(error instanceof HierarchyError)) throw error;
    throw actionFailed(`What the phone wrote of its screen cannot be read: ${error.message}`, error);
  }
}

/** Asks the window manager, in one round trip. */
export async function surroundings(phone: Phone, call: Call): Promise<Surroundings> {
  const [displays = '', windows = '', power = ''] = (
    await phone.script([sh`dumpsys window displays`, sh`dumpsys window windows`, sh`dumpsys power`], call)
  ).map(outputOf);
  return {
    screen: screenOf(parseDisplays(displays)),
    focus: parseFocus(`${displays}\n${windows}`),
    listed: parseWindowList(windows),
    awake: parseAwake(power) ?? true,
  };
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
