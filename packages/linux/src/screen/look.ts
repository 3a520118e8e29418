import type { Call } from '@handeye/core/call/call';
import { deviceErrorOf } from '@handeye/core/device/errors';
import type { UiNode } from '@handeye/screen/node';
import { makeNode } from '@handeye/screen/node';
import { shown } from '@handeye/screen/sanitize';
import type { Screen, UiWindow, View } from '@handeye/screen/snapshot';
import type { LinuxApplication } from '../applications.ts';
import type { Accessible } from '../atspi/accessible.ts';
import { toolkits } from '../atspi/accessible.ts';
import { keyOf } from '../atspi/cache-item.ts';
import { nonEmpty } from '../atspi/names.ts';
import type { DesktopSession } from '../session.ts';
import type { ManagedWindow } from '../display.ts';
import type { AppTree } from './app-tree.ts';
import { activeFrame, belongsTo } from './app-tree.ts';
import type { Frame } from './frames.ts';
import { onScreen } from './frames.ts';
import { misplacedRows } from './gtk4-rows.ts';
import { labelsIn } from './labels.ts';
import { notesOnMenus, readingNotes } from './reading-notes.ts';
import { readStack, windowKey, withMenus } from './stack.ts';
import { toolkitAdvice } from './toolkit-advice.ts';
import { activeApplication } from './top-levels.ts';
import type { FrameDetails } from './traits.ts';
import { isEditable, isShowing } from './traits.ts';
import { emptyBounds, uiNode } from './ui-nodes.ts';
import { notesOnPlaces } from './wayland-places.ts';

/** The accessible, frame and clip that a node was made from; actions need them. */
export interface Origin {
  readonly accessible: Accessible;
  readonly frame: Frame;
  readonly app: LinuxApplication;
  readonly toolkit: string;
}

/** The view, the origins of its nodes, and the text field that has the focus. */
export interface ScreenReading {
  readonly view: View;
  readonly origins: ReadonlyMap<UiNode, Origin>;
  readonly focusedField: Origin | undefined;
}

/** Reads the application of the active window; windows of other applications are only listed. */
export async function readScreen(session: DesktopSession, call: Call): Promise<ScreenReading> {
  const [windows, screen] = await Promise.all([session.windows(call), session.screen(call)]);
  const apps = await session.applications(windows, call);
  const stack = await readStack(session, { windows, apps, screen }, call);
  const front = windows.find(({ active }) => active) ?? windows.find(isVisible);
  const app = await findFrontApp(session, { front, apps }, call);
  const { tree, notes, unread } = await readFrontApp(session, { app, front, windows }, call);
  const origins = new Map<UiNode, Origin>();
  const misplaced = tree && (await misplacedIn(session, tree, call));
  const labels = tree && (await labelsOf(session, tree, call));
  const own = tree ? appWindows(tree, { origins, misplaced, labels }) : [];
  const keyboardOwner = (tree && activeFrame(tree)?.window) ?? front;
  const listed = windows
    .filter((window) => isVisible(window) && !(window === front && window.id !== keyboardOwner?.id))
    .map((window) => listedWindow(window, { apps, front: keyboardOwner }));
  const all = inStackingOrder(own, listed);
  const active = all.find((window) => window.active);
  return {
    origins,
    focusedField: tree && findFocusedField(tree),
    view: {
      app: shown(active?.app ?? app?.name),
      activity: active?.title,
      screen,
      awake: true,
      windows: all.length > 0 ? all : [emptyDesktop(screen)],
      stack: withMenus(stack, own, session),
      notes,
      unread,
    },
  };
}

/**
 * All windows: the active one first, then topmost first. Menus and popups, which the window manager does not list, are
 * above everything. Windows above the active one count as dialogs, because a click there would hit them.
 */
function inStackingOrder(own: readonly UiWindow[], listed: readonly UiWindow[]): UiWindow[] {
  const managed = listed.map((window) => own.find(({ key }) => key === window.key) ?? asUnread(window));
  const activeIndex = managed.findIndex(({ active }) => active);
  const popups = own.filter((window) => !managed.includes(window));
  const typed = managed.map((window, index) => ({ ...window, type: typeOf(window, index < activeIndex) }));
  return [...popups, ...typed].toSorted((a, b) => Number(b.active) - Number(a.active));
}

/** Uses another key than the window has when it is read, so that its elements keep their ids until then. */
function asUnread(window: UiWindow): UiWindow {
  return window.root ? { ...window, key: `bare ${window.key}` } : window;
}

function typeOf({ type, active }: UiWindow, isAboveActive: boolean): UiWindow['type'] {
  if (type === 'system' || active) return type;
  return isAboveActive ? 'dialog' : 'application';
}

/** A desktop without windows can still be seen and clicked. */
function emptyDesktop({ width, height }: Screen): UiWindow {
  const bounds = { left: 0, top: 0, right: width, bottom: height };
  const root = makeNode({ className: 'group', bounds });
  return { key: 'desktop', type: 'system', title: undefined, app: undefined, bounds, active: true, root };
}

async function findFrontApp(
  session: DesktopSession,
  { front, apps }: { front: ManagedWindow | undefined; apps: readonly LinuxApplication[] },
  call: Call,
): Promise<LinuxApplication | undefined> {
  if (front) return apps.find((app) => belongsTo(front, app));
  return session.display?.windowManager ? undefined : activeApplication(session, apps, call);
}

/** The tree of the application in front, or the reason why there is none. */
async function readFrontApp(
  session: DesktopSession,
  {
    app,
    front,
    windows,
  }: {
    app: LinuxApplication | undefined;
    front: ManagedWindow | undefined;
    windows: readonly ManagedWindow[];
  },
  call: Call,
): Promise<{ tree?: AppTree; notes: string[]; unread?: string }> {
  if (!app) return { notes: [front ? noAccessibility(front) : 'no window is open, or none can be read'] };
  try {
    const tree = await session.read(app, windows, call);
    const places = notesOnPlaces(tree.frames, session.display);
    const parts = readingNotes(tree, activeFrame(tree)?.accessible);
    return { tree, notes: [...parts, ...places, ...(await notesOnMenus(session, tree, call))] };
  } catch (error) {
    const known = deviceErrorOf(error);
    if (!known || known.kind === 'internal') throw error;
    return known.kind === 'timeout' ? { notes: [], unread: known.message } : { notes: [known.message] };
  }
}

function noAccessibility(window: ManagedWindow): string {
  const name = shown(window.className ?? window.title) ?? '';
  const advice = toolkitAdvice(window);
  const offers = `the active window belongs to '${name}', which offers no accessibility; use a screenshot and coordinates`;
  return advice === undefined ? offers : `${offers}. ${advice}`;
}

interface WindowOptions {
  /** Filled with the origins of the nodes. */
  readonly origins: Map<UiNode, Origin>;
  readonly misplaced: ReadonlySet<Accessible> | undefined;
  /** Labels of nameless controls. */
  readonly labels: ReadonlyMap<Accessible, string> | undefined;
}

/** The application's windows that are shown. */
function appWindows(tree: AppTree, options: WindowOptions): UiWindow[] {
  const active = activeFrame(tree);
  return tree.frames
    .filter((frame) => frame === active || isFrameShown(frame, tree))
    .map((frame) => appWindow(frame, tree, { ...options, active: frame === active }));
}

async function misplacedIn(
  session: DesktopSession,
  { toolkit, frames }: AppTree,
  call: Call,
): Promise<ReadonlySet<Accessible> | undefined> {
  if (toolkit !== toolkits.gtk4) return undefined;
  const found = await Promise.all(
    frames.map(({ accessible }) => misplacedRows(session.caller(call), accessible)),
  );
  return new Set(found.flatMap((rows) => [...rows]));
}

/** Only of the active window: each window behind it is one line. */
async function labelsOf(
  session: DesktopSession,
  tree: AppTree,
  call: Call,
): Promise<ReadonlyMap<Accessible, string> | undefined> {
  const active = activeFrame(tree);
  return active && labelsIn(session.caller(call), active.accessible, tree.toolkit);
}

function isFrameShown({ accessible, window }: Frame, { toolkit }: AppTree): boolean {
  if (window) return !window.minimized;
  return isShowing(accessible, { toolkit, frame: undefined }) && accessible.children.length > 0;
}

function appWindow(
  frame: Frame,
  { app, toolkit }: AppTree,
  { active, origins, misplaced, labels }: WindowOptions & { active: boolean },
): UiWindow {
  const { accessible, window } = frame;
  const details: FrameDetails = {
    toolkit,
    frame,
    ...(misplaced && { misplaced }),
    ...(labels && { labels }),
  };
  const root = uiNode(accessible, details, (node, origin) => {
    origins.set(node, { accessible: origin, frame, app, toolkit });
  });
  return {
    key: window ? windowKey(window) : keyOf(accessible.reference),
    type: window && window.kind !== 'dialog' ? 'application' : 'dialog',
    title:
      nonEmpty(shown(window?.title ?? accessible.name)) ?? (window ? undefined : kindOfPopup(accessible)),
    app: shown(app.name),
    appId: shown(app.id),
    bounds: window?.bounds ?? (accessible.bounds ? onScreen(accessible.bounds, frame) : emptyBounds),
    active,
    root,
  };
}

/** A menu has no title: its role stands in. */
function kindOfPopup({ children }: Accessible): string | undefined {
  return children.some(({ role }) => role === 'menu' || role === 'popup menu') ? 'menu' : undefined;
}

function listedWindow(
  window: ManagedWindow,
  { apps, front }: { apps: readonly LinuxApplication[]; front: ManagedWindow | undefined },
): UiWindow {
  const owner = apps.find((app) => belongsTo(window, app));
  return {
    key: windowKey(window),
    type: window.kind === 'panel' ? 'system' : 'application',
    title: nonEmpty(shown(window.title)),
    app: shown(owner?.name ?? window.className),
    appId: shown(owner?.id),
    bounds: window.bounds,
    active: window.id === front?.id,
    // A window in front can be seen and clicked even if it cannot be read.
    root: window.id === front?.id ? windowNode(window) : undefined,
  };
}

function windowNode({ title, bounds }: ManagedWindow): UiNode {
  return makeNode({ className: 'window', text: title, bounds });
}

function findFocusedField(tree: AppTree): Origin | undefined {
  const frame = activeFrame(tree);
  const accessible = frame && fieldIn(frame.accessible);
  return frame && accessible && { accessible, frame, app: tree.app, toolkit: tree.toolkit };
}

function fieldIn(accessible: Accessible): Accessible | undefined {
  if (accessible.states.has('focused') && isEditable(accessible)) return accessible;
  for (const child of accessible.children) {
    const field = fieldIn(child);
    if (field) return field;
  }
  return undefined;
}

function isVisible({ minimized, kind }: ManagedWindow): boolean {
  return !minimized && kind !== 'panel';
}
