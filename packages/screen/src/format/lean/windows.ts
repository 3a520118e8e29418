import { area, intersect } from '../../bounds.ts';
import type { Bounds, UiNode } from '../../node.ts';
import { cut, flat, shown } from '../../sanitize.ts';
import type { Snapshot, UiWindow } from '../../snapshot.ts';
import { isUsable, saysSomething, simpleName } from './kinds.ts';

/** How a window is shown: with its lines, in one line, or not at all. */
export type WindowRole = 'content' | 'behind' | 'keyboard' | 'toast' | 'unread' | 'bar';

const LONGEST_TITLE = 100;

/** The greatest thickness of a status or navigation bar, as a share of the screen's longer side. */
const THICKEST_BAR = 0.08;

/** The role of a window for a model. `all` opens everything that was read. */
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

/** A menu or a list of suggestions over a window: the content around it is still usable. */
const POPUP = /^(PopupWindow|DropDown|Popup\b)/;
const POPUP_ROOT = /(DropDownListView|PopupBackgroundView|MenuDropDownListView)$|^(popup|menu|tooltip)$/;

function isPopup({ title, root }: UiWindow): boolean {
  return POPUP.test(title ?? '') || frames(root).some((node) => POPUP_ROOT.test(simpleName(node)));
}

/** The root of a window, and what frames its whole content within. */
function frames(root: UiNode | undefined): readonly UiNode[] {
  const found: UiNode[] = [];
  for (let node = root; node !== undefined && found.length < 3;) {
    found.push(node);
    node = node.children.length === 1 ? node.children[0] : undefined;
  }
  return found;
}

/** A menu or list opened by a desktop application: a `popup` in the shared roles. */
export function isDesktopMenu({ active, root }: UiWindow): boolean {
  return !active && root !== undefined && simpleName(root) === 'popup';
}

/** Cut, Copy and Paste over a selection: Android's FloatingToolbar, a window of its own since 6. */
export function isSelectionToolbar({ active, root }: UiWindow): boolean {
  return (
    !active && frames(root).some(({ resourceId }) => resourceId === 'android:id/floating_popup_container')
  );
}

/**
 * Whether a window cannot be touched because the active one covers it: a dialog, a sheet, the open shade. A smaller window lies
 * over the active one (a popup, picture-in-picture); one that does not overlap stands beside it (split screen).
 */
function isBehind(window: UiWindow, snapshot: Snapshot): boolean {
  const active = snapshot.windows.find((candidate) => candidate.active);
  if (active === undefined || isPopup(active) || (window.root === undefined && active.type === 'application'))
    return false;
  if (window.type !== 'application' && window.type !== 'dialog') return false;
  if (isStrip(active, snapshot)) return false;
  if (intersect(placeOf(window), placeOf(active)) === undefined) return false;
  return isUnderDialog(window, active, snapshot) || area(placeOf(window)) >= area(placeOf(active));
}

/** A desktop's dialog may be larger than the window it belongs to, such as gedit's Save As. */
function isUnderDialog(window: UiWindow, active: UiWindow, snapshot: Snapshot): boolean {
  const isBelow = active.type === 'dialog' && window.type === 'application';
  return isBelow && window.root !== undefined && isDesktopTitle(snapshot);
}

/** A status or navigation bar: a system window that is a strip. */
function isBar(window: UiWindow, snapshot: Snapshot): boolean {
  return window.type === 'system' && isStrip(window, snapshot);
}

/** Too thin to hide anything: a bar, an edge panel's handle, an area for gestures. */
function isStrip(window: UiWindow, { screen }: Snapshot): boolean {
  const { left, top, right, bottom } = placeOf(window);
  const thickest = THICKEST_BAR * Math.max(screen.width, screen.height);
  return Math.min(right - left, bottom - top) <= thickest;
}

/** The window's bounds; if it reports none, those of its content. */
function placeOf({ bounds, root }: UiWindow): Bounds {
  return area(bounds) > 0 || root === undefined ? bounds : root.bounds;
}

/** The single line about a window without content lines, or the line above its content. */
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

/** `app/activity`, or the application alone if the activity is unknown. */
export function placeName(app: string | undefined, activity: string | undefined): string {
  const name = titleText(app) || 'unknown';
  const part = titleText(activity);
  return part === '' ? name : `${name}/${part}`;
}

/** Desktops have no activities: the title of the active window takes their place, and may change while the window lives. */
export function isDesktopTitle({ windows, activity }: Snapshot): boolean {
  const active = windows.find((window) => window.active);
  return active?.title !== undefined && active.title === activity;
}

function activityOf({ app, title }: UiWindow, snapshot: Snapshot): string | undefined {
  if (isDesktopTitle(snapshot)) return title;
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
