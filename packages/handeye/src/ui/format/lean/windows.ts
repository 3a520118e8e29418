import { area, intersect } from '../../bounds.ts';
import type { Bounds } from '../../node.ts';
import { cut, flat, shown } from '../../sanitize.ts';
import type { Snapshot, UiWindow } from '../../snapshot.ts';
import { isUsable, saysSomething, simpleName } from './kinds.ts';

/** How a window is told: with its lines, in one line, or not at all. */
export type WindowRole = 'content' | 'behind' | 'keyboard' | 'toast' | 'unread' | 'bar';

const LONGEST_TITLE = 100;

/** How thick a status or navigation bar is at most, as a share of the longer side of the screen. */
const THICKEST_BAR = 0.08;

/** What of a window a model needs. `all` opens everything that was read. */
export function roleOf(window: UiWindow, snapshot: Snapshot, { all }: { readonly all: boolean }): WindowRole {
  const { type, root, active } = window;
  if (root && simpleName(root) === 'Toast') return 'toast';
  if (active) return 'content';
  if (all && root) return 'content';
  if (type === 'keyboard') return 'keyboard';
  if (isBar(window, snapshot)) return 'bar';
  if (isBehind(window, snapshot)) return 'behind';
  return root ? 'content' : 'unread';
}

/** A menu or a list of suggestions that opened over a window: what is around it is still of use. */
const POPUP = /^(PopupWindow|DropDown|Popup\b)/;
const POPUP_ROOT = /(DropDownListView|PopupBackgroundView|MenuDropDownListView)$|^(popup|menu|tooltip)$/;

function isPopup({ title, root }: UiWindow): boolean {
  if (POPUP.test(title ?? '')) return true;
  for (let node = root, level = 0; node !== undefined && level < 3; level += 1) {
    if (POPUP_ROOT.test(simpleName(node))) return true;
    node = node.children.length === 1 ? node.children[0] : undefined;
  }
  return false;
}

/** A menu or a list that a desktop's application opened: a popup in the roles of all desktops. */
export function isDesktopMenu({ active, root }: UiWindow): boolean {
  return !active && root !== undefined && simpleName(root) === 'popup';
}

/**
 * Whether nothing of a window can be touched because the active one lies over it: a dialog, a sheet, the open shade. What
 * is smaller than the active window lies over it instead (a popup, picture-in-picture), what shares no place stands
 * beside it (split screen).
 */
function isBehind(window: UiWindow, { windows }: Snapshot): boolean {
  const active = windows.find((candidate) => candidate.active);
  if (active === undefined || isPopup(active) || (window.root === undefined && active.type === 'application'))
    return false;
  if (window.type !== 'application' && window.type !== 'dialog') return false;
  return (
    intersect(placeOf(window), placeOf(active)) !== undefined &&
    area(placeOf(window)) >= area(placeOf(active))
  );
}

/** The status bar, the navigation bar: a strip of the system's along an edge. */
function isBar(window: UiWindow, { screen }: Snapshot): boolean {
  if (window.type !== 'system') return false;
  const { left, top, right, bottom } = placeOf(window);
  const thickest = THICKEST_BAR * Math.max(screen.width, screen.height);
  return Math.min(right - left, bottom - top) <= thickest;
}

/** A window that covers nothing by its own word is where its content is. */
function placeOf({ bounds, root }: UiWindow): Bounds {
  return area(bounds) > 0 || root === undefined ? bounds : root.bounds;
}

/** The one line about a window whose content is not told; or what stands above its content. */
export function windowLine(window: UiWindow, role: WindowRole, snapshot: Snapshot): string {
  switch (role) {
    case 'behind':
      return `behind: ${placeName(window.app, activityOf(window, snapshot))}${elementCount(window, snapshot)}`;
    case 'keyboard':
      return `keyboard shown, covers below y=${window.bounds.top}`;
    case 'toast':
      return `toast: ${titleText(window.root?.text)}`;
    case 'unread':
      return `window (not read): ${nameOf(window)}`;
    case 'content':
    case 'bar':
      return `window: ${nameOf(window)}`;
  }
}

/** `app/activity`, the application alone where no activity is known. */
export function placeName(app: string | undefined, activity: string | undefined): string {
  const name = titleText(app) || 'unknown';
  const part = titleText(activity);
  return part === '' ? name : `${name}/${part}`;
}

function activityOf({ app, title }: UiWindow, snapshot: Snapshot): string | undefined {
  // A desktop's activity is the title of the active window: others have their own.
  const active = snapshot.windows.find((window) => window.active);
  if (active?.title !== undefined && active.title === snapshot.activity) return title;
  return app === snapshot.app ? snapshot.activity : undefined;
}

function elementCount(window: UiWindow, { elements }: Snapshot): string {
  if (window.root === undefined) return '';
  const count = elements.filter(
    ({ node, window: own }) => own === window && node.visible && (isUsable(node) || saysSomething(node)),
  ).length;
  return ` (${count} ${count === 1 ? 'element' : 'elements'})`;
}

function nameOf({ title, app }: UiWindow): string {
  return titleText(title) || titleText(app) || 'without a title';
}

function titleText(title: string | undefined): string {
  return cut(flat(shown(title)), LONGEST_TITLE);
}
