import type { Screen, UiWindow, View } from '@handeye/screen/snapshot';
import type { UiNode } from '@handeye/screen/node';
import { makeNode } from '@handeye/screen/node';
import { actionFailed } from '@handeye/core/device/errors';
import { type Activity, shortActivity } from '../screen/focus.ts';
import { smallestSpanOf } from '../screen/display.ts';
import { listedAs, type WindowKeys } from '../screen/window-keys.ts';
import { stackOf } from '../screen/window-list.ts';
import type { WindowState } from '../screen/window-state.ts';
import { arranged, type Candidate, claimOf, keysOf, typeOf } from '../screen/windows.ts';
import type { WireWindows } from './aim.ts';
import { boundsIn, isTrue, treeOf, type TreeContext } from './nodes.ts';
import type { RunningCompanion } from './running.ts';
import { fieldOf, listIn, numberIn, textIn } from './wire.ts';

/** The context of a view, besides the companion's answer. */
export interface ViewContext extends Omit<TreeContext, 'seenIn' | 'app'> {
  readonly companion: RunningCompanion;
  readonly keys: WindowKeys;
  readonly wireWindows: WireWindows;
  /** The window manager's state, if it was read as well. */
  readonly state?: WindowState | undefined;
}

/** The display in the companion's answer, in the form of the port. */
export function displayOf(answer: unknown): Screen & { readonly awake: boolean } {
  const [width = 0, height = 0, density = 0] = ['width', 'height', 'density'].map((name) =>
    numberIn(answer, name),
  );
  if (width <= 0 || height <= 0) throw actionFailed('The companion does not say how large the screen is.');
  return {
    width,
    height,
    density,
    smallestSpan: smallestSpanOf(density),
    awake: fieldOf(answer, 'awake') !== false,
  };
}

/** The answer to `look` as a view. */
export function viewOf(answer: unknown, context: ViewContext): View {
  const seenIn = {
    look: numberIn(answer, 'look') ?? 0,
    companion: context.companion,
    fingerprint: textIn(answer, 'fingerprint'),
  };
  const display = fieldOf(answer, 'display');
  const { awake, ...screen } = displayOf(display);
  const answered = listIn(answer, 'windows').filter((window) => (numberIn(window, 'display') ?? 0) === 0);
  const read = answered.map((window) => ({ window, root: rootOf(window, { ...context, seenIn }) }));
  const windows = arranged(candidatesOf(read, context), context.state?.listed ?? []);
  const active = windows.find((window) => window.active);
  return {
    ...inFront(textIn(display, 'activity'), active?.app),
    screen,
    awake,
    windows: [...windows, ...listIn(answer, 'toasts').map(toastWindow)],
    stack: context.state && stackOf(context.state.listed, context.keys),
    notes: notesOf(answer, answered),
    unread: unreadOf(answered, active),
  };
}

interface ReadWindow {
  readonly window: unknown;
  readonly root: UiNode | undefined;
}

function rootOf(window: unknown, context: Omit<TreeContext, 'app'>): UiNode | undefined {
  const root = fieldOf(window, 'root');
  if (typeof root !== 'object' || root === null) return undefined;
  return treeOf(root, { ...context, app: textIn(window, 'package') });
}

function candidatesOf(read: readonly ReadWindow[], { keys, wireWindows, state }: ViewContext): Candidate[] {
  const placed = read.map(({ window }) => ({
    app: textIn(window, 'package'),
    bounds: boundsIn(window, 'bounds'),
    focused: isTrue(window, 'focused'),
  }));
  return read.map(({ window, root }, at) => {
    const type = typeOf(String(numberIn(window, 'type') ?? ''));
    const bounds = boundsIn(window, 'bounds');
    const place = placed[at];
    const claims = { focused: String(isTrue(window, 'focused')), active: String(isTrue(window, 'active')) };
    const listed = state && { listed: state.listed, focused: state.focus.window };
    const number = String(numberIn(window, 'id') ?? -1);
    const key = keys.ofNumber(number, place && listed && listedAs(place, placed, listed));
    wireWindows.note(key, window);
    return {
      key,
      type,
      title: textIn(window, 'title') ?? paneTitle(root),
      app: place?.app,
      bounds: type === 'keyboard' ? keysOf(root, bounds) : bounds,
      root,
      claim: claimOf(claims, type),
      layer: numberIn(window, 'layer'),
    };
  });
}

/** The title that an application gives a part of the screen that it opened (a drawer, a sheet), for a window without a title. */
function paneTitle(root: UiNode | undefined): string | undefined {
  const open = root === undefined ? [] : [root];
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    if (node.paneTitle !== undefined) return node.paneTitle;
    open.push(...node.children);
  }
  return undefined;
}

/** With the notification shade open, the top activity is the one below it, and the shade has no activity. */
function inFront(top: string | undefined, seen: string | undefined): Pick<View, 'app' | 'activity'> {
  const activity = activityOf(top);
  const app = seen ?? activity?.app;
  return { app, activity: activity !== undefined && activity.app === app ? activity.name : undefined };
}

/** `pkg/pkg.view.Controls1` as the system prints it: `.view.Controls1`. */
function activityOf(top: string | undefined): Activity | undefined {
  const [app, name] = top?.split('/') ?? [];
  return app === undefined || name === undefined ? undefined : { app, name: shortActivity(app, name) };
}

/** A toast is on the screen, but no window says where, so it gets a window of its own without a place. */
function toastWindow(toast: unknown, at: number): UiWindow {
  const nowhere = { left: 0, top: 0, right: 0, bottom: 0 };
  return {
    key: `toast ${at} ${textIn(toast, 'package') ?? ''}`,
    type: 'other',
    title: 'Toast',
    app: textIn(toast, 'package'),
    bounds: nowhere,
    active: false,
    root: makeNode({ className: 'android.widget.Toast', text: textIn(toast, 'text'), bounds: nowhere }),
  };
}

const noteTexts: Readonly<Record<string, string>> = {
  'nodes-cut': 'the screen has more nodes than are read at once: some are missing',
};

function notesOf(answer: unknown, windows: readonly unknown[]): string[] {
  const told = listIn(answer, 'notes').flatMap((note) => noteTexts[String(note)] ?? []);
  const hung = windows.filter((window) => !isInUse(window) && textIn(window, 'missing') === 'hung');
  const notes = hung.map((window) => `the application of the window ${nameOf(window)} did not answer`);
  return [...told, ...notes];
}

/** Why the active window's content is unknown, if its application does not answer. */
function unreadOf(windows: readonly unknown[], { app, root }: Partial<UiWindow> = {}): string | undefined {
  const hung = windows.some((window) => isInUse(window) && textIn(window, 'missing') === 'hung');
  return hung && root === undefined
    ? `The application ${app ?? 'in front'} does not respond, so what its window shows cannot be read. Wait, or leave it with press_home.`
    : undefined;
}

function isInUse(window: unknown): boolean {
  return isTrue(window, 'active') || isTrue(window, 'focused');
}

function nameOf(window: unknown): string {
  return textIn(window, 'title') ?? textIn(window, 'package') ?? String(numberIn(window, 'id') ?? '');
}
