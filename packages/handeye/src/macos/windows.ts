import { sameBounds } from '../ui/bounds.ts';
import type { Bounds } from '../ui/node.ts';
import type { CgWindow } from './bridge/protocol.ts';
import { filled } from './traits.ts';
import type { AxElement } from './tree.ts';
import { boundsOf } from './tree.ts';

/** A window of an application: as accessibility knows it, as the window server does, or as both do. */
export interface MacWindow {
  readonly pid: number;
  readonly title: string | undefined;
  readonly bounds: Bounds;
  readonly minimized: boolean;
  /** The application's main window. */
  readonly main: boolean;
  /** The window server's number: steady while the window lives. */
  readonly number: number | undefined;
  /** Its place from the front to the back, as far as the window server tells one. */
  readonly order: number;
  /** Undefined for a window that accessibility does not tell. */
  readonly element: AxElement | undefined;
}

const nowhere = { left: 0, top: 0, right: 0, bottom: 0 };

/** Ordinary windows. Menus, the Dock and the menu bar lie in layers above, the desktop's pictures below. */
const ORDINARY_LAYER = 0;

/** Whether it is a window that a person would call one, and can see now. */
export function isInSight({ layer, onScreen }: CgWindow): boolean {
  return layer === ORDINARY_LAYER && onScreen;
}

/** The windows among an application's children. */
export function windowElements(application: AxElement): readonly AxElement[] {
  return application.children.filter(({ role }) => role === 'AXWindow');
}

/**
 * One application's windows, front to back: accessibility's paired with the window server's, which lie at the same
 * place; those that only the window server shows; and last those that only accessibility tells (minimised ones).
 */
export function mergeWindows(
  pid: number,
  elements: readonly AxElement[],
  listed: readonly CgWindow[],
): MacWindow[] {
  const free = new Set(listed.filter((window) => window.pid === pid));
  const read = elements.map((element) => {
    const window = bestFor(element, [...free]);
    if (window) free.delete(window);
    return told(pid, element, window && { window, order: listed.indexOf(window) });
  });
  const unread = [...free].filter(isInSight).map((window) => seen(window, listed.indexOf(window)));
  return frontToBack([...read, ...unread]);
}

export function frontToBack(windows: readonly MacWindow[]): MacWindow[] {
  return windows.toSorted((a, b) => (a.order === b.order ? 0 : a.order - b.order));
}

/** The window server tells titles only to who may record the screen, so that often the place alone must do. */
function bestFor({ bounds, title }: AxElement, windows: readonly CgWindow[]): CgWindow | undefined {
  const atPlace = windows.filter((window) => bounds && sameBounds(bounds, boundsOf(window.bounds)));
  return atPlace.find((window) => window.title === title) ?? atPlace[0];
}

function told(
  pid: number,
  element: AxElement,
  pair: { readonly window: CgWindow; readonly order: number } | undefined,
): MacWindow {
  return {
    pid,
    title: filled(element.title) ?? filled(pair?.window.title),
    bounds: element.bounds ?? (pair ? boundsOf(pair.window.bounds) : nowhere),
    minimized: element.minimized ?? false,
    main: element.main ?? false,
    number: pair?.window.number,
    order: pair?.order ?? Infinity,
    element,
  };
}

/** A window that only the window server knows. */
export function seen({ pid, title, bounds, number }: CgWindow, order: number): MacWindow {
  return {
    pid,
    title: filled(title),
    bounds: boundsOf(bounds),
    minimized: false,
    main: false,
    number,
    order,
    element: undefined,
  };
}
