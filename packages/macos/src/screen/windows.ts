import { sameBounds } from '@handeye/screen/bounds';
import type { Bounds } from '@handeye/screen/node';
import type { CgWindow } from '../bridge/protocol.ts';
import { nonEmpty } from './traits.ts';
import type { AxElement } from './tree.ts';
import { boundsOf, emptyBounds } from './tree.ts';

/** A window of an application, as known to accessibility, to the window server, or to both. */
export interface MacWindow {
  readonly pid: number;
  readonly title: string | undefined;
  readonly bounds: Bounds;
  readonly minimized: boolean;
  /** It is the application's main window. */
  readonly main: boolean;
  /** The window server's number, which is stable while the window exists. */
  readonly number: number | undefined;
  /** Position from front to back; Infinity if the window server does not list it. */
  readonly order: number;
  /** Undefined for a window that accessibility does not know. */
  readonly element: AxElement | undefined;
}

/** The layer of normal windows. Menus, the Dock and the menu bar are above, the desktop picture is below. */
const NORMAL_LAYER = 0;

/** Whether it is a normal window on the screen. */
export function isVisibleWindow({ layer, onScreen }: CgWindow): boolean {
  return layer === NORMAL_LAYER && onScreen;
}

export function windowElements(application: AxElement): readonly AxElement[] {
  return application.children.filter(({ role }) => role === 'AXWindow');
}

/**
 * An application's windows, front to back. Accessibility's windows are paired with the window server's by their
 * bounds. Windows that only accessibility knows (minimised ones) come last.
 */
export function mergeWindows(
  pid: number,
  elements: readonly AxElement[],
  listed: readonly CgWindow[],
): MacWindow[] {
  const unpaired = new Set(listed.filter((window) => window.pid === pid));
  const read = elements.map((element) => {
    const window = bestMatch(element, [...unpaired]);
    if (window) unpaired.delete(window);
    return fromAccessibility(pid, element, window && { window, order: listed.indexOf(window) });
  });
  const others = [...unpaired]
    .filter(isVisibleWindow)
    .map((window) => fromWindowServer(window, listed.indexOf(window)));
  return frontToBack([...read, ...others]);
}

export function frontToBack(windows: readonly MacWindow[]): MacWindow[] {
  return windows.toSorted((a, b) => (a.order === b.order ? 0 : a.order - b.order));
}

/** Titles need the Screen Recording permission, so often only the bounds can be compared. */
function bestMatch({ bounds, title }: AxElement, windows: readonly CgWindow[]): CgWindow | undefined {
  const sameBoundsWindows = windows.filter((window) => bounds && sameBounds(bounds, boundsOf(window.bounds)));
  return sameBoundsWindows.find((window) => window.title === title) ?? sameBoundsWindows[0];
}

function fromAccessibility(
  pid: number,
  element: AxElement,
  pair: { readonly window: CgWindow; readonly order: number } | undefined,
): MacWindow {
  return {
    pid,
    title: nonEmpty(element.title) ?? nonEmpty(pair?.window.title),
    bounds: element.bounds ?? (pair ? boundsOf(pair.window.bounds) : emptyBounds),
    minimized: element.minimized ?? false,
    main: element.main ?? false,
    number: pair?.window.number,
    order: pair?.order ?? Infinity,
    element,
  };
}

/** A window that only the window server knows. */
export function fromWindowServer({ pid, title, bounds, number }: CgWindow, order: number): MacWindow {
  return {
    pid,
    title: nonEmpty(title),
    bounds: boundsOf(bounds),
    minimized: false,
    main: false,
    number,
    order,
    element: undefined,
  };
}
