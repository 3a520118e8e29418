import { area, type Point, sameBounds } from '@handeye/screen/bounds';
import type { UiWindow, View } from '@handeye/screen/snapshot';
import { type Hit, hitIn, reachedAt, titleOf } from './at-point.ts';
import { isOf } from './focus-taken.ts';

/** A change at a point since a client was shown it. */
export interface Change {
  /** Another application or a window that came over what was shown; or another element of the same window. */
  readonly kind: 'window' | 'element';
  readonly app: string | undefined;
  readonly label: string;
  readonly point: Point;
}

/**
 * The change at a point since the screen was shown; undefined if there is none, or it cannot be determined. A window of an
 * application of the names `opened` came by the client's own wish.
 */
export function changeAt(
  shown: View,
  now: View,
  point: Point,
  opened: readonly string[] = [],
): Change | undefined {
  // Like is compared with like: the window manager lists windows that a dump does not have.
  const from = shown.stack && now.stack ? 'stack' : 'windows';
  const before = reachedAt(shown, point, from);
  const there = reachedAt(now, point, from);
  // Of a screen without windows nothing is known.
  if (before.length === 0 || there.length === 0) return undefined;
  const came = there.filter((window) => !before.some((other) => isSame(window, other)));
  const over = came.find((window) => isOther(window, before) && !isOf(window, opened));
  if (over) return { kind: 'window', ...nameAt(now, over, point), point };
  return elementChange({ shown, now }, there[0], point);
}

/** A window keeps its key as long as it lives; another way to look may name it anew. */
function isSame(window: UiWindow, other: UiWindow): boolean {
  if (window.key === other.key) return true;
  return window.app === other.app && window.type === other.type && sameBounds(window.bounds, other.bounds);
}

/** Windows of dialogs are smaller than the one they lie over; the next screen of an application is as large as the last. */
const SMALLER = 0.9;

/** A window of another application, or one that lies over its own application's: no further screen of it. */
function isOther(window: UiWindow, before: readonly UiWindow[]): boolean {
  const own = before.filter(({ app }) => app === window.app);
  if (own.length === 0 || window.type !== 'application') return true;
  return own.every(({ bounds }) => area(window.bounds) < SMALLER * area(bounds));
}

function elementChange(
  { shown, now }: { shown: View; now: View },
  top: UiWindow | undefined,
  point: Point,
): Change | undefined {
  const window = top && readWindow(now, top, point);
  const hit = window && hitIn(window, point);
  const before = reachedAt(shown, point, 'windows').find(
    (one) => one.app === window?.app && one.root !== undefined,
  );
  const was = before && hitIn(before, point);
  if (!hit || !was || isSameHit(was, hit)) return undefined;
  return { kind: 'element', app: window.app, label: hit.label, point };
}

/**
 * Times, counters and scores change by themselves: what holds nothing else is the same element with any of them. Signs stay: -5
 * and 5 are no counter.
 */
const FIGURES = /[\d\s:.,/%]/g;
const ONLY_SIGNS = /^-*$/;

function isSameHit(was: Hit, hit: Hit): boolean {
  if (was.resourceId !== hit.resourceId || was.className !== hit.className) return false;
  if (was.label === hit.label) return true;
  const [signs, now] = [was.label, hit.label].map((label) => label.replace(FIGURES, ''));
  return was.resourceId !== undefined && signs === now && ONLY_SIGNS.test(signs ?? '');
}

/** The window with its content, if it was read. */
function readWindow(view: View, window: UiWindow, point: Point): UiWindow | undefined {
  if (window.root) return window;
  const there = reachedAt(view, point, 'windows');
  return there.find((one) => one.root !== undefined && isSame(one, window));
}

function nameAt(view: View, window: UiWindow, point: Point): Pick<Change, 'app' | 'label'> {
  const read = readWindow(view, window, point);
  const label = (read && hitIn(read, point)?.label) ?? '';
  return { app: window.app, label: label === '' ? titleOf(window) : label };
}
