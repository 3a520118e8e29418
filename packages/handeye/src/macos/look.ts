import type { Call } from '../device/call.ts';
import { DeviceError } from '../device/errors.ts';
import type { Bounds, UiNode } from '../ui/node.ts';
import { shown } from '../ui/sanitize.ts';
import type { Screen, UiWindow, View } from '../ui/snapshot.ts';
import { addressOf as nodeAddress } from './bridge/address.ts';
import type { Address, Asks, CgWindow, RunningApplication } from './bridge/protocol.ts';
import type { AppView, MacSession } from './session.ts';
import { focusedIn } from './session.ts';
import { filled, nameOf } from './traits.ts';
import type { AxElement } from './tree.ts';
import { boundsOf } from './tree.ts';
import { uiNode } from './ui-nodes.ts';
import type { MacWindow } from './windows.ts';
import { isInSight, mergeWindows, windowElements } from './windows.ts';

/** A node's way back to what it stands for. */
export interface Origin {
  readonly element: AxElement;
  /** The window or the menu bar that holds it. */
  readonly part: AxElement;
  /** The part of it that can be seen. */
  readonly visible: Bounds | undefined;
  readonly view: AppView;
}

/** Where an element is, and what must still be true of it when it is acted on. */
export function addressOf({ element, view }: Pick<Origin, 'element' | 'view'>): Address {
  return nodeAddress(view.app.pid, view.nodes, element.index);
}

/** What one look found: the view, and whom its nodes stand for. */
export interface Sighting {
  readonly view: View;
  readonly origins: ReadonlyMap<UiNode, Origin>;
  readonly screenRecording: boolean;
}

const nowhere = { left: 0, top: 0, right: 0, bottom: 0 };

/** Points to an inch, as macOS counts them; coordinates are points. */
const DENSITY = 72;

/** The main display, in whose points everything is told. */
export function screenOf({ displays }: Asks['hello']['answer']): Screen {
  const { width = 0, height = 0 } = displays[0]?.bounds ?? {};
  return { width: Math.round(width), height: Math.round(height), density: DENSITY };
}

/** Looks at the Mac: the application in front is read, other applications' windows are only listed. */
export async function lookAt(session: MacSession, call: Call): Promise<Sighting> {
  const hello = await session.hello(call);
  const listed = await session.windows(call);
  const apps = await session.applications(call);
  const front = apps.find(({ frontmost }) => frontmost);
  const { reading, notes } = await readOrWhyNot(session, front, call);
  const screen = screenOf(hello);
  const origins = new Map<UiNode, Origin>();
  const own = reading ? ownWindows(reading, { listed, screen, origins }) : [];
  const others = listed
    .filter((window) => isInSight(window) && !(reading && window.pid === front?.pid))
    .map((window) => listedWindow(window, apps));
  const active = own.find((window) => window.active);
  return {
    origins,
    screenRecording: hello.screenRecording,
    view: {
      app: shown(front?.name),
      activity: active?.title,
      screen,
      awake: true,
      windows: [...own.toSorted((a, b) => Number(b.active) - Number(a.active)), ...others],
      notes,
    },
  };
}

/** An application and the element of it that has the keyboard. */
interface Reading {
  readonly view: AppView;
  readonly focused: AxElement | undefined;
}

async function readOrWhyNot(
  session: MacSession,
  front: RunningApplication | undefined,
  call: Call,
): Promise<{ reading?: Reading; notes: string[] }> {
  if (!front) return { notes: ['no application is in front, or it offers no accessibility'] };
  try {
    const view = await session.read(front, call, { openMenusOnly: true });
    const focused = focusedIn(view.root, await session.focus(front, call));
    return { reading: { view, focused }, notes: cutNote(view) };
  } catch (error) {
    if (!(error instanceof DeviceError) || error.kind === 'internal' || call.signal.aborted) throw error;
    return { notes: [error.message] };
  }
}

function cutNote({ cut, nodes }: AppView): string[] {
  if (cut === undefined) return [];
  return [
    `only the first ${nodes.length} elements were read${cut === 'time' ? ': the application is slow' : ''}`,
  ];
}

interface Making {
  readonly listed: readonly CgWindow[];
  readonly screen: Screen;
  readonly origins: Map<UiNode, Origin>;
}

/** The parts of the application that can be seen: its windows from the front, what lies on the desktop, its menu bar. */
function ownWindows({ view, focused }: Reading, making: Making): UiWindow[] {
  const { app, root } = view;
  const windows = mergeWindows(app.pid, windowElements(root), making.listed).filter(
    ({ minimized }) => !minimized,
  );
  const rest = root.children.filter(({ role, bounds }) => role !== 'AXWindow' && bounds);
  const parts: Part[] = [
    ...windows.map((window) => ({ window, element: window.element })),
    ...rest.map((element) => ({ window: undefined, element })),
  ];
  const active = activePart(parts, view, focused);
  const keys = new Set<string>();
  return parts.map((part) => ({
    key: unique(keyOf(part), keys),
    type: typeOf(part.element),
    title: shown(part.window?.title ?? (part.element && nameOf(part.element))),
    app: shown(app.name),
    appId: app.bundleId,
    bounds: part.window?.bounds ?? part.element?.bounds ?? nowhere,
    active: part === active,
    root: part.element && rootOf(part.element, { view, focused, ...making }),
  }));
}

/** Something of an application that lies on the screen by itself. */
interface Part {
  readonly window: MacWindow | undefined;
  readonly element: AxElement | undefined;
}

/** Where the keys go: the part that holds the focus, else the main window, else what lies in front. */
function activePart(
  parts: readonly Part[],
  { root }: AppView,
  focused: AxElement | undefined,
): Part | undefined {
  const holder = focused && root.children.findLast(({ index }) => index <= focused.index);
  const holds = ({ element }: Part) => element !== undefined && element === holder;
  return parts.find(holds) ?? parts.find(({ window }) => window?.main) ?? parts[0];
}

function rootOf(part: AxElement, { view, focused, screen, origins }: Making & Reading): UiNode {
  const whole: Bounds = { left: 0, top: 0, right: screen.width, bottom: screen.height };
  const made = (node: UiNode, element: AxElement, visible: Bounds | undefined) => {
    origins.set(node, { element, part, visible, view });
  };
  // A window may lie on another display, where elements can be seen but not touched.
  return uiNode(part, { focused, made, screen: whole }, part.bounds ?? whole);
}

function typeOf(element: AxElement | undefined): UiWindow['type'] {
  if (element?.role === 'AXMenuBar') return 'system';
  const isDialog = element?.subrole === 'AXDialog' || element?.subrole === 'AXSystemDialog';
  return isDialog || element?.modal === true ? 'dialog' : 'application';
}

/** The window server's number is steady. Where there is none, what the element is called has to do. */
function keyOf({ window, element }: Part): string {
  if (window?.number !== undefined) return `w${window.number}`;
  return `${element?.role ?? ''} ${element?.identifier ?? element?.title ?? ''}`;
}

function unique(key: string, taken: Set<string>): string {
  let free = key;
  for (let count = 2; taken.has(free); count += 1) free = `${key} ${count}`;
  taken.add(free);
  return free;
}

function listedWindow(window: CgWindow, apps: readonly RunningApplication[]): UiWindow {
  const owner = apps.find(({ pid }) => pid === window.pid);
  return {
    key: `w${window.number}`,
    type: 'application',
    title: filled(shown(window.title)),
    app: shown(owner?.name ?? window.owner),
    appId: owner?.bundleId,
    bounds: boundsOf(window.bounds),
    active: false,
    root: undefined,
  };
}
