import { filled } from './filled.ts';
import type { Call } from '../device/call.ts';
import { DeviceError } from '../device/errors.ts';
import type { UiNode } from '../ui/node.ts';
import { makeNode } from '../ui/node.ts';
import { shown } from '../ui/sanitize.ts';
import type { Screen, UiWindow, View } from '../ui/snapshot.ts';
import type { LinuxApplication } from './applications.ts';
import type { Accessible } from './atspi/accessible.ts';
import { keyOf } from './atspi/item.ts';
import type { Frame } from './frames.ts';
import { moved } from './frames.ts';
import { displacedRows, gtk4 } from './gtk4-rows.ts';
import type { AppView, DesktopSession } from './session.ts';
import { activeFrame, belongsTo } from './session.ts';
import type { Setting } from './traits.ts';
import { askActive } from './toplevels.ts';
import { isEditable, isShowing } from './traits.ts';
import { uiNode } from './ui-nodes.ts';
import type { XWindow } from './x11/windows.ts';

/** A node's way back to what it stands for. */
export interface Origin {
  readonly accessible: Accessible;
  readonly frame: Frame;
  readonly app: LinuxApplication;
  readonly toolkit: string;
}

/** What one look found: the view, whom its nodes stand for, and the field that has the keyboard. */
export interface Sighting {
  readonly view: View;
  readonly origins: ReadonlyMap<UiNode, Origin>;
  readonly field: Origin | undefined;
}

const nowhere = { left: 0, top: 0, right: 0, bottom: 0 };

/** Looks at the desktop: the active window's application is read, other applications' windows are only listed. */
export async function lookAt(session: DesktopSession, call: Call): Promise<Sighting> {
  const [windows, screen] = await Promise.all([session.windows(call), session.screen(call)]);
  const apps = await session.applications(windows, call);
  const front = windows.find(({ active }) => active) ?? windows.find(isInSight);
  const app = await frontApp(session, { front, apps }, call);
  const reading = await readOrWhyNot(session, { app, front, windows }, call);
  const origins = new Map<UiNode, Origin>();
  const displaced = reading.view && (await displacedIn(session, reading.view, call));
  const own = reading.view ? ownWindows(reading.view, { origins, displaced }) : [];
  const others = windows.filter(isInSight).map((window) => listedWindow(window, { apps, front }));
  const all = stacked(own, others);
  const active = all.find((window) => window.active);
  return {
    origins,
    field: reading.view && focusedField(reading.view),
    view: {
      app: shown(active?.app ?? app?.name),
      activity: active?.title,
      screen,
      awake: true,
      windows: all.length > 0 ? all : [emptyDesktop(screen)],
      notes: reading.notes,
      unread: reading.unread,
    },
  };
}

/**
 * All windows, the active one first, then from the top down. What the window manager does not list (menus, popups)
 * lies above everything; so does, for whoever points at it, a window that lies above the active one.
 */
function stacked(own: readonly UiWindow[], listed: readonly UiWindow[]): UiWindow[] {
  const managed = listed.map((window) => own.find(({ key }) => key === window.key) ?? notRead(window));
  const front = managed.findIndex(({ active }) => active);
  const popups = own.filter((window) => !managed.includes(window));
  const layered = managed.map((window, place) => ({ ...window, type: layerOf(window, place < front) }));
  return [...popups, ...layered].toSorted((a, b) => Number(b.active) - Number(a.active));
}

/** Goes by another key than when it is read: what is in it has not gone because it cannot be seen this time. */
function notRead(window: UiWindow): UiWindow {
  return window.root ? { ...window, key: `bare ${window.key}` } : window;
}

function layerOf({ type, active }: UiWindow, isAbove: boolean): UiWindow['type'] {
  if (type === 'system' || active) return type;
  return isAbove ? 'dialog' : 'application';
}

/** A desktop without windows is still something to see and to click at. */
function emptyDesktop({ width, height }: Screen): UiWindow {
  const bounds = { left: 0, top: 0, right: width, bottom: height };
  const root = makeNode({ className: 'group', bounds });
  return { key: 'desktop', type: 'system', title: undefined, app: undefined, bounds, active: true, root };
}

async function frontApp(
  session: DesktopSession,
  { front, apps }: { front: XWindow | undefined; apps: readonly LinuxApplication[] },
  call: Call,
): Promise<LinuxApplication | undefined> {
  if (front) return apps.find((app) => belongsTo(front, app));
  return session.display ? undefined : activeApplication(session, apps, call);
}

/** Where no window manager can be asked, each application is asked whether one of its windows is active. */
export async function activeApplication(
  session: DesktopSession,
  apps: readonly LinuxApplication[],
  call: Call,
): Promise<LinuxApplication | undefined> {
  const active = await Promise.all(apps.map((app) => askActive(session, app, call)));
  return apps[active.indexOf(true)];
}

async function readOrWhyNot(
  session: DesktopSession,
  {
    app,
    front,
    windows,
  }: { app: LinuxApplication | undefined; front: XWindow | undefined; windows: readonly XWindow[] },
  call: Call,
): Promise<{ view?: AppView; notes: string[]; unread?: string }> {
  if (!app) return { notes: [front ? unreadable(front) : 'no window is open, or none can be read'] };
  try {
    const view = await session.read(app, windows, call);
    return { view, notes: view.truncated ? [`only the first ${view.nodes} elements were read`] : [] };
  } catch (error) {
    if (!(error instanceof DeviceError) || error.kind === 'internal') throw error;
    return error.kind === 'timeout' ? { notes: [], unread: error.message } : { notes: [error.message] };
  }
}

function unreadable({ title, className }: XWindow): string {
  const name = shown(className ?? title) ?? '';
  return (
    `the active window belongs to '${name}', which offers no accessibility; use a screenshot and coordinates. ` +
    'Chromium and Electron applications offer it when started with --force-renderer-accessibility, ' +
    'Qt ones with QT_LINUX_ACCESSIBILITY_ALWAYS_ON=1'
  );
}

/** The application's windows that can be seen, the active one first. */
function ownWindows(view: AppView, notes: Notes): UiWindow[] {
  const active = activeFrame(view);
  return view.frames
    .filter((frame) => frame === active || isInView(frame, view))
    .map((frame) => ownWindow(frame, view, { ...notes, active: frame === active }));
}

/** What is noted of an application's elements beside the view. */
interface Notes {
  readonly origins: Map<UiNode, Origin>;
  readonly displaced: ReadonlySet<Accessible> | undefined;
}

async function displacedIn(
  session: DesktopSession,
  { toolkit, frames }: AppView,
  call: Call,
): Promise<ReadonlySet<Accessible> | undefined> {
  if (toolkit !== gtk4) return undefined;
  const found = await Promise.all(
    frames.map(({ accessible }) => displacedRows(session.talk(call), accessible)),
  );
  return new Set(found.flatMap((rows) => [...rows]));
}

function isInView({ accessible, window }: Frame, view: AppView): boolean {
  if (window) return !window.minimized;
  return isShowing(accessible, { toolkit: view.toolkit, frame: undefined }) && accessible.children.length > 0;
}

function ownWindow(
  frame: Frame,
  { app, toolkit }: AppView,
  { active, origins, displaced }: Notes & { active: boolean },
): UiWindow {
  const { accessible, window, offset } = frame;
  const setting: Setting = { toolkit, frame, ...(displaced && { displaced }) };
  const root = uiNode(accessible, setting, (node, origin) => {
    origins.set(node, { accessible: origin, frame, app, toolkit });
  });
  return {
    key: window ? xKey(window) : keyOf(accessible.reference),
    type: window && window.kind !== 'dialog' ? 'application' : 'dialog',
    title: filled(shown(window?.title ?? accessible.name)),
    app: shown(app.name),
    appId: shown(app.id),
    bounds: window?.bounds ?? (accessible.bounds ? moved(accessible.bounds, offset) : nowhere),
    active,
    root,
  };
}

function listedWindow(
  window: XWindow,
  { apps, front }: { apps: readonly LinuxApplication[]; front: XWindow | undefined },
): UiWindow {
  const owner = apps.find((app) => belongsTo(window, app));
  return {
    key: xKey(window),
    type: window.kind === 'panel' ? 'system' : 'application',
    title: filled(shown(window.title)),
    app: shown(owner?.name ?? window.className),
    appId: shown(owner?.id),
    bounds: window.bounds,
    active: window === front,
    // A window in front that cannot be read can still be seen and clicked at.
    root: window === front ? bareWindow(window) : undefined,
  };
}

function bareWindow({ title, bounds }: XWindow): UiNode {
  return makeNode({ className: 'window', text: title, bounds });
}

function focusedField(view: AppView): Origin | undefined {
  const frame = activeFrame(view);
  const accessible = frame && fieldIn(frame.accessible);
  return frame && accessible && { accessible, frame, app: view.app, toolkit: view.toolkit };
}

function fieldIn(accessible: Accessible): Accessible | undefined {
  if (accessible.states.has('focused') && isEditable(accessible)) return accessible;
  for (const child of accessible.children) {
    const field = fieldIn(child);
    if (field) return field;
  }
  return undefined;
}

function isInSight({ minimized, kind }: XWindow): boolean {
  return !minimized && kind !== 'panel';
}

function xKey({ id }: XWindow): string {
  return `x${id}`;
}
