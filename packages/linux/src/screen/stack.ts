import type { Call } from '@handeye/core/call/call';
import { intersect } from '@handeye/screen/bounds';
import { shown } from '@handeye/screen/sanitize';
import type { Screen, StackedWindow, UiWindow, View } from '@handeye/screen/snapshot';
import type { LinuxApplication } from '../applications.ts';
import { nonEmpty } from '../atspi/names.ts';
import type { ManagedWindow } from '../display.ts';
import type { UnmanagedWindow } from '../display-parts/managed-window.ts';
import type { DesktopSession } from '../session.ts';
import { belongsTo } from './app-tree.ts';

/** The session's reports on its windows, besides their content. */
export interface WindowList {
  readonly windows: readonly ManagedWindow[];
  readonly apps: readonly LinuxApplication[];
  readonly screen: Screen;
}

/** The current screen as the window manager and the X server report it, without asking any application. */
export async function glanceAt(session: DesktopSession, call: Call): Promise<View | undefined> {
  const [windows, screen] = await Promise.all([session.windows(call), session.screen(call)]);
  const apps = await session.applications(windows, call);
  const stack = await readStack(session, { windows, apps, screen }, call);
  if (!stack) return undefined;
  const active = stack.find((window) => window.active);
  return { app: active?.app, activity: active?.title, screen, awake: true, windows: [], stack, notes: [] };
}

/** All windows that a click can hit, topmost first; undefined if the session does not know them. */
export async function readStack(
  session: DesktopSession,
  { windows, apps, screen }: WindowList,
  call: Call,
): Promise<readonly StackedWindow[] | undefined> {
  const stacking = await session.stacking(windows, call);
  const front = windows.find(({ active }) => active);
  const desktop = desktopBelow(screen);
  const stacked = stacking
    ?.filter((window) => isOn(desktop, window) && !isOwnTooltip(window, front))
    .map((window) => stackedWindow(window, { apps, front }));
  return stacked && [...stacked, desktop];
}

/**
 * The same with the menus that the application in front reported, if there is no other way to know what lies over its window.
 */
export function withMenus(
  stack: readonly StackedWindow[] | undefined,
  windows: readonly UiWindow[],
  { display }: DesktopSession,
): readonly StackedWindow[] | undefined {
  if (!stack || display?.windowManager?.stacking) return stack;
  const menus = windows.filter(
    ({ key, type }) => type === 'dialog' && !stack.some((other) => other.key === key),
  );
  return [...menus.map((menu) => ({ ...menu, root: undefined, touchable: true, overlay: false })), ...stack];
}

/** Window managers keep their own windows beside the screen. */
function isOn(desktop: StackedWindow, window: ManagedWindow | UnmanagedWindow): boolean {
  const isMinimized = 'minimized' in window && window.minimized;
  return !isMinimized && intersect(window.bounds, desktop.bounds) !== undefined;
}

/** A place without a window is the desktop: a window that appears there is a change. */
function desktopBelow({ width, height }: Screen): StackedWindow {
  return {
    key: 'desktop',
    type: 'system',
    title: 'desktop',
    app: undefined,
    bounds: { left: 0, top: 0, right: width, bottom: height },
    active: false,
    root: undefined,
    touchable: true,
    overlay: false,
  };
}

/** It appears because the mouse rests where it clicked, and only describes what is there. */
function isOwnTooltip(window: ManagedWindow | UnmanagedWindow, front: ManagedWindow | undefined): boolean {
  return 'isPassing' in window && window.isPassing && window.pid !== undefined && window.pid === front?.pid;
}

function stackedWindow(
  window: ManagedWindow | UnmanagedWindow,
  { apps, front }: { readonly apps: readonly LinuxApplication[]; readonly front: ManagedWindow | undefined },
): StackedWindow {
  const owner = ownerOf(window, apps);
  return {
    key: windowKey(window),
    type: typeOf(window),
    title: nonEmpty(shown(window.title)),
    app: shown(owner?.name ?? window.className),
    appId: shown(owner?.id),
    bounds: window.bounds,
    active: window.id === front?.id,
    root: undefined,
    touchable: true,
    overlay: 'isUnmanaged' in window && !window.isPassing && window.pid !== front?.pid,
  };
}

function ownerOf(
  window: ManagedWindow | UnmanagedWindow,
  apps: readonly LinuxApplication[],
): LinuxApplication | undefined {
  if (!('isUnmanaged' in window)) return apps.find((app) => belongsTo(window, app));
  return apps.find(({ pid }) => pid === window.pid);
}

function typeOf(window: ManagedWindow | UnmanagedWindow): StackedWindow['type'] {
  if ('isUnmanaged' in window) return window.isPassing ? 'system' : 'dialog';
  if (window.kind === 'panel') return 'system';
  return window.kind === 'dialog' ? 'dialog' : 'application';
}

/** The key of a window in a view, read or only listed. */
export function windowKey({ id }: Pick<ManagedWindow, 'id'>): string {
  return `x${id}`;
}
