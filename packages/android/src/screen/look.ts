import type { Call } from '@handeye/core/call/call';
import { pause } from '@handeye/core/call/call';
import type { PicturedView, Wish } from '@handeye/core/device/port';
import type { View } from '@handeye/screen/snapshot';
import type { Phone } from '../phone.ts';
import { viewOfActivity } from './activity-top.ts';
import { inFront } from './focus.ts';
import type { LookHints } from './hints.ts';
import type { Capture } from './screencap.ts';
import { captureOf } from './screencap.ts';
import type { DumpResult, UiDumper } from './ui-dumper.ts';
import type { WindowKeys } from './window-keys.ts';
import { stackOf, unreadWindows } from './window-list.ts';
import type { WindowState } from './window-state.ts';
import { readWindowState } from './window-state.ts';
import { windowsOf } from './windows.ts';

const ONLY_ACTIVE = 'only the active window could be read; what lies over it is listed without its content';
const NOT_ALL =
  "only the active window could be read: Android's uiautomator failed on another one (the keyboard, a system bar)";
const NOT_IN_STEP = 'the screen changed while its picture was taken: tree and picture may differ';

const FIRST_SDK_WITH_PASSWORD_BULLETS = 26;

/** How many times a window that is just opening is looked at, and the pause between looks. */
const MOST_LOOKS = 4;
const OPENING_PAUSE = 250;

/** The state kept from one look to the next, and the call of this one. */
interface LookContext {
  readonly hints: LookHints;
  readonly keys: WindowKeys;
  readonly dumper: UiDumper;
  readonly sdk: number;
  /** The end of notes about the missing texts: what can read them. */
  readonly advice: string;
  readonly call: Call;
}

/**
 * Reads the screen over plain ADB, in one round trip: the dump, which waits by itself until the screen rests (a second at
 * least), then the picture, then the window manager's state.
 */
export function lookAt(phone: Phone, wish: Wish, context: LookContext): Promise<PicturedView> {
  return withPictureInStep(wish, () => lookUntilOpen(phone, wish, context));
}

/** A view, and whether its picture shows the window that its tree shows. */
interface LookAttempt {
  readonly view: PicturedView;
  readonly isInStep: boolean;
}

/** Looks once more if the picture may show another moment than the tree; if that does not help, a note says so. */
async function withPictureInStep(wish: Wish, lookOnce: () => Promise<LookAttempt>): Promise<PicturedView> {
  const first = await lookOnce();
  if (!wish.picture || first.isInStep) return first.view;
  const second = await lookOnce();
  const { view } = second;
  return second.isInStep ? view : { ...view, notes: [...view.notes, NOT_IN_STEP] };
}

/**
 * A plain dump fails while a window opens. A dump of all windows (Android 11 and later) succeeds without that window, so only
 * the bars around it would be seen.
 */
async function lookUntilOpen(phone: Phone, wish: Wish, context: LookContext): Promise<LookAttempt> {
  let attempt = await lookOnce(phone, wish, context);
  for (let count = 1; count < MOST_LOOKS && isOpening(attempt.view); count += 1) {
    // Nothing opens on a display that sleeps.
    if (!attempt.view.awake) break;
    await pause(OPENING_PAUSE * count, context.call);
    attempt = await lookOnce(phone, wish, context);
  }
  const { view } = attempt;
  return isOpening(view) ? { ...attempt, view: { ...view, windows: [] } } : attempt;
}

/** The window in use has no tree yet. */
export function isOpening({ windows }: View): boolean {
  return windows.some(({ active, root }) => active && root === undefined);
}

async function lookOnce(phone: Phone, wish: Wish, context: LookContext): Promise<LookAttempt> {
  const { dumper, keys, advice, call } = context;
  const dumped = await dumper.dump(phone, wish, call);
  if ('failure' in dumped) {
    const { state, capture, activityTop } = await readWindowState(
      phone,
      { ...wish, activityTop: true },
      call,
    );
    return attemptOf(viewOfActivity(activityTop, { ...state, keys, advice }, dumped.failure), state, capture);
  }
  const { state, screencap } = dumped;
  const capture = screencap && (await captureOf(phone, screencap, call));
  const attempt = attemptOf(viewOf(dumped, context), state, capture);
  // A dump that succeeded has seen a second of rest.
  return { ...attempt, view: { ...attempt.view, rested: true } };
}

/** A view with its picture, or with the fact that pictures are forbidden. */
function attemptOf(view: View, state: WindowState, capture: Capture | undefined): LookAttempt {
  const { listed } = state;
  const hidden = capture?.protected === true || listed.some(({ secure, visible }) => secure && visible);
  return {
    view: { ...view, picture: capture?.picture, protected: capture !== undefined && hidden },
    isInStep: isInStep(view, state),
  };
}

/** Whether the focus, read after the picture was taken, is still on the tree's window, if there is one. */
function isInStep(view: View, { focus }: WindowState): boolean {
  if (view.textless !== undefined) return true;
  const active = view.windows.find((window) => window.active);
  return active?.app === undefined || focus.window?.app === undefined || focus.window.app === active.app;
}

type Tree = Extract<DumpResult, { readonly windows: unknown }>;

function viewOf({ windows: tree, form, state }: Tree, { hints, keys, sdk }: LookContext): View {
  const { screen, focus, listed, awake } = state;
  const read = windowsOf(tree, {
    screen,
    focused: focus.window,
    listed,
    keys,
    tellsPasswords: sdk >= FIRST_SDK_WITH_PASSWORD_BULLETS,
    hintOf: hints.hintOf,
  });
  hints.looked();
  const plain = tree.length > 0 && tree.every(({ attributes }) => Object.keys(attributes).length === 0);
  const unread = plain ? unreadWindows(listed, read, keys) : [];
  const { app, activity } = inFront(focus, read.find((window) => window.active)?.app);
  const notes = form === 'plain' ? [NOT_ALL] : unread.length > 0 ? [ONLY_ACTIVE] : [];
  const stack = stackOf(listed, keys);
  return { app, activity, screen, awake, windows: [...read, ...unread], stack, notes };
}
