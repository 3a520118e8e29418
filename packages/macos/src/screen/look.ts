import type { Call } from '@handeye/core/call/call';
import { deviceErrorOf } from '@handeye/core/device/errors';
import type { Bounds, UiNode } from '@handeye/screen/node';
import { shown } from '@handeye/screen/sanitize';
import type { Screen, UiWindow, View } from '@handeye/screen/snapshot';
import { addressOf as nodeAddress } from '../bridge/address.ts';
import type { Address, BridgeRequests, CgWindow, RunningApplication } from '../bridge/protocol.ts';
import type { AppTree, MacSession } from '../session.ts';
import { focusedIn } from '../session.ts';
import { listedWindow, stackOf } from './stack.ts';
import { nameOf } from './traits.ts';
import type { AxElement } from './tree.ts';
import { emptyBounds } from './tree.ts';
import { uiNode } from './ui-nodes.ts';
import type { MacWindow } from './windows.ts';
import { isVisibleWindow, mergeWindows, windowElements } from './windows.ts';

/** The source of a node; actions need it. */
export interface Origin {
  readonly element: AxElement;
  /** Its window, or the menu bar. */
  readonly topLevel: AxElement;
  /** Its visible part. */
  readonly visible: Bounds | undefined;
  readonly tree: AppTree;
}

/** The element's address, with what must still be true when it is acted on. */
export function addressOf({ element, tree }: Pick<Origin, 'element' | 'tree'>): Address {
  return nodeAddress(tree.app.pid, tree.nodes, element.index);
}

/** The view and the origins of its nodes. */
export interface ScreenReading {
  readonly view: View;
  readonly origins: ReadonlyMap<UiNode, Origin>;
  readonly screenRecording: boolean;
}

/** Points per inch on macOS; coordinates are in points. */
const POINTS_PER_INCH = 72;

/** Size of the main display. */
export function screenOf({ displays }: BridgeRequests['hello']['result']): Screen {
  const { width = 0, height = 0 } = displays[0]?.bounds ?? {};
  return { width: Math.round(width), height: Math.round(height), density: POINTS_PER_INCH };
}

/** Reads the application in front; windows of other applications are only listed. */
export async function readScreen(session: MacSession, call: Call): Promise<ScreenReading> {
  const hello = await session.hello(call);
  const listed = await session.windows(call);
  const apps = await session.applications(call);
  const front = apps.find(({ frontmost }) => frontmost);
  const { app, notes } = await readFrontApp(session, front, call);
  const screen = screenOf(hello);
  const origins = new Map<UiNode, Origin>();
  const own = app ? appWindows(app, { listed, screen, origins }) : [];
  const others = listed
    .filter((window) => isVisibleWindow(window) && !(app && window.pid === front?.pid))
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
      stack: stackOf(listed, apps),
      notes,
    },
  };
}

/** An application and its focused element. */
interface FrontApp {
  readonly tree: AppTree;
  readonly focused: AxElement | undefined;
}

/** The application in front, or notes that say why it cannot be read. */
async function readFrontApp(
  session: MacSession,
  front: RunningApplication | undefined,
  call: Call,
): Promise<{ app?: FrontApp; notes: string[] }> {
  if (!front) return { notes: ['no application is in front, or it offers no accessibility'] };
  try {
    const tree = await session.read(front, call, { openMenusOnly: true });
    const focused = focusedIn(tree.root, await session.focus(front, call));
    return { app: { tree, focused }, notes: truncationNote(tree) };
  } catch (error) {
    const known = deviceErrorOf(error);
    if (!known || known.kind === 'internal' || call.signal.aborted) throw error;
    return { notes: [known.message] };
  }
}

function truncationNote({ truncated, nodes }: AppTree): string[] {
  if (truncated === undefined) return [];
  const reason = truncated === 'time' ? ': the application is slow' : '';
  return [`only the first ${nodes.length} elements were read${reason}`];
}

interface WindowOptions {
  readonly listed: readonly CgWindow[];
  readonly screen: Screen;
  /** Filled with the origins of the nodes. */
  readonly origins: Map<UiNode, Origin>;
}

/** The application's visible top-level parts: windows from the front, elements on the desktop, and the menu bar. */
function appWindows({ tree, focused }: FrontApp, options: WindowOptions): UiWindow[] {
  const { app, root } = tree;
  const windows = mergeWindows(app.pid, windowElements(root), options.listed).filter(
    ({ minimized }) => !minimized,
  );
  const others = root.children.filter(({ role, bounds }) => role !== 'AXWindow' && bounds);
  const topLevels: TopLevel[] = [
    ...windows.map((window) => ({ window, element: window.element })),
    ...others.map((element) => ({ window: undefined, element })),
  ];
  const active = activeTopLevel(topLevels, tree, focused);
  const keys = new Set<string>();
  return topLevels.map((topLevel) => ({
    key: unique(keyOf(topLevel), keys),
    type: typeOf(topLevel.element),
    title: shown(topLevel.window?.title ?? (topLevel.element && nameOf(topLevel.element))),
    app: shown(app.name),
    appId: app.bundleId,
    bounds: topLevel.window?.bounds ?? topLevel.element?.bounds ?? emptyBounds,
    active: topLevel === active,
    root: topLevel.element && rootOf(topLevel.element, { tree, focused, ...options }),
  }));
}

/** A window, or another part of an application that is on the screen by itself. */
interface TopLevel {
  readonly window: MacWindow | undefined;
  readonly element: AxElement | undefined;
}

/** The part that has the keyboard: the one with the focus, else the main window, else the frontmost. */
function activeTopLevel(
  topLevels: readonly TopLevel[],
  { root }: AppTree,
  focused: AxElement | undefined,
): TopLevel | undefined {
  const holder = focused && root.children.findLast(({ index }) => index <= focused.index);
  const hasFocus = ({ element }: TopLevel) => element !== undefined && element === holder;
  return topLevels.find(hasFocus) ?? topLevels.find(({ window }) => window?.main) ?? topLevels[0];
}

function rootOf(
  topLevel: AxElement,
  { tree, focused, screen: { width, height }, origins }: WindowOptions & FrontApp,
): UiNode {
  const screen: Bounds = { left: 0, top: 0, right: width, bottom: height };
  const onNode = (node: UiNode, element: AxElement, visible: Bounds | undefined) => {
    origins.set(node, { element, topLevel, visible, tree });
  };
  // A window may be on another display, where elements are visible but cannot be touched.
  return uiNode(topLevel, { focused, onNode, screen }, topLevel.bounds ?? screen);
}

function typeOf(element: AxElement | undefined): UiWindow['type'] {
  if (element?.role === 'AXMenuBar') return 'system';
  const isDialog = element?.subrole === 'AXDialog' || element?.subrole === 'AXSystemDialog';
  return isDialog || element?.modal === true ? 'dialog' : 'application';
}

/** The window server's number is stable. Parts without one are identified by role and name. */
function keyOf({ window, element }: TopLevel): string {
  if (window?.number !== undefined) return `w${window.number}`;
  return `${element?.role ?? ''} ${element?.identifier ?? element?.title ?? ''}`;
}

function unique(key: string, taken: Set<string>): string {
  let free = key;
  for (let count = 2; taken.has(free); count += 1) free = `${key} ${count}`;
  taken.add(free);
  return free;
}
