import type { Call } from '../../call/call.ts';
import type { Device } from '../../device/port.ts';
import type { Notification } from '../../device/services/notifications.ts';
import { ownerOf, type Reached } from '../act.ts';
import { contains, type Point } from '@handeye/screen/bounds';
import type { Element, Snapshot, UiWindow } from '@handeye/screen/snapshot';
import { fits, isTold, rowElementOf, rowsIn } from './rows.ts';

/*
 * SystemUI draws the rows of notifications, but a press, text or swipe there goes to the application that posted the
 * notification. A row shows words, not its application, so the list of posted notifications decides.
 */

const SYSTEM_UI = 'com.android.systemui';
/** Controls for every notification, or for one without a row: "Clear all", the controls of players above the rows. */
const ABOUT_ALL =
  /:id\/(?:dismiss_text|(?:btn_)?clear_all\w*|clear_notifications\w*|(?:qs_)?media_(?:carousel|controls|player|host)\w*)$/;
/** A window of SystemUI that is no thicker than this (in dp) is a bar. A notification over the screen is thicker. */
const THICKEST_BAR = 56;

/** The application that a write would reach, and the window that takes it. */
export interface Hit {
  readonly window: UiWindow;
  readonly reached: Reached;
}

/** SystemUI draws it: it may be an application's notification. */
export function mayBePosted({ window }: Hit): boolean {
  return window.app === SYSTEM_UI;
}

/** Adds the applications that posted the notifications which a write would hit. */
export class PostingApps {
  readonly #device: Device;
  #posted: Promise<readonly Notification[]> | undefined;

  constructor(device: Device) {
    this.#device = device;
  }

  /** Something was done to the device: others may have posted something. */
  forget(): void {
    this.#posted = undefined;
  }

  async reach(hits: readonly Hit[], call: Call): Promise<readonly Reached[]> {
    const all = await Promise.all(hits.map((hit) => this.#reachOf(hit, call)));
    return all.flat();
  }

  async #reachOf({ window, reached }: Hit, call: Call): Promise<readonly Reached[]> {
    const notifications = this.#device.services?.notifications;
    const part = partOf(window, reached);
    if (notifications?.shade !== true || part === undefined) return [reached];
    this.#posted ??= notifications.list(call);
    const posted = await this.#posted;
    const apps = appsOf(part, reached.snapshot, posted);
    const [app] = apps;
    // A button in a row is one of the application that posted it: SystemUI only draws it.
    if (part !== 'all' && apps.length === 1 && app !== undefined && app !== SYSTEM_UI)
      return [
        { name: reached.name, id: reached.id },
        { ...reached, name: app, id: app },
      ];
    return [reached, ...apps.map((one) => ({ ...reached, name: one, id: one, isOneOfSeveral: true }))];
  }
}

/**
 * A notification that lies over the screen at a point, where the device reports only that there is a window (plain ADB up to
 * Android 12).
 */
export function unreadOver(snapshot: Snapshot, point: Point): readonly Hit[] {
  const { stack = [], windows } = snapshot;
  const top = stack.find(({ touchable, bounds }) => touchable && contains(bounds, point));
  const isRead = windows.some(({ app, bounds }) => app === SYSTEM_UI && contains(bounds, point));
  if (top?.app !== SYSTEM_UI || isRead || isBar(top, snapshot)) return [];
  return [{ window: top, reached: { ...ownerOf(top), snapshot } }];
}

/** The row that is hit; 'all' if the row is not known; undefined if it is about none of them. */
function partOf(window: UiWindow, { element, snapshot }: Reached): Element | 'all' | undefined {
  if (window.app !== SYSTEM_UI) return undefined;
  if (!window.root) return snapshot && isBar(window, snapshot) ? undefined : 'all';
  if (!element) return undefined;
  for (let at: Element | undefined = element; at; at = at.parent)
    if (ABOUT_ALL.test(at.node.resourceId ?? '')) return 'all';
  return rowElementOf(element, snapshot ?? { elements: [element] });
}

function isBar({ bounds: { left, top, right, bottom } }: UiWindow, { screen }: Snapshot): boolean {
  return (Math.min(right - left, bottom - top) * 160) / screen.density <= THICKEST_BAR;
}

/** The applications that a row's notification may be from: those whose texts match, and those whose texts are not known. */
function appsOf(
  part: Element | 'all',
  snapshot: Snapshot | undefined,
  posted: readonly Notification[],
): readonly string[] {
  const row =
    part === 'all' || !snapshot ? undefined : rowsIn(snapshot).find(({ element }) => element === part);
  const told = row ? posted.filter((one) => isTold(one) && fits(one, row)) : [];
  const may = told.length === 0 ? posted : [...told, ...posted.filter((one) => !isTold(one))];
  return [...new Set(may.map(({ app }) => app))];
}
