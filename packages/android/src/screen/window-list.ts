import { area, sameBounds } from '@handeye/screen/bounds';
import type { Bounds } from '@handeye/screen/node';
import type { StackedWindow, UiWindow, WindowType } from '@handeye/screen/snapshot';
import { boundsOf } from './nodes.ts';
import type { WindowKeys } from './window-keys.ts';

/** One window of `dumpsys window windows`: its position and properties, without its content. */
export interface ListedWindow {
  readonly hash: string;
  readonly title: string;
  readonly app: string | undefined;
  readonly type: WindowType;
  /** The covered area: for a keyboard the part that takes touches. */
  readonly bounds: Bounds;
  readonly visible: boolean;
  /** Pictures of it are forbidden (FLAG_SECURE). */
  readonly secure: boolean;
  /** It belongs to the list of recent applications. */
  readonly recents: boolean;
  /** It takes touches: it lacks FLAG_NOT_TOUCHABLE. */
  readonly touchable: boolean;
  /** An application drew it over others (TYPE_APPLICATION_OVERLAY; before Android 8 TYPE_PHONE, TYPE_SYSTEM_ALERT and their like). */
  readonly overlay: boolean;
}

/** Reads `dumpsys window windows` of the default display, from the top down. */
export function parseWindowList(output: string): ListedWindow[] {
  const paragraphs = output.split(/^\s*Window #\d+ /m).slice(1);
  return paragraphs.flatMap((paragraph) => {
    const [, hash, title] = /^Window\{([0-9a-f]+) (?:u-?\d+ )?([^}\n]*)\}/.exec(paragraph) ?? [];
    if (hash === undefined || title === undefined || onOtherDisplay(paragraph)) return [];
    return [
      {
        hash,
        title,
        app: /\bpackage=(\S+)/.exec(paragraph)?.[1],
        type: typeIn(paragraph),
        bounds: coveredIn(paragraph),
        visible: visibleIn(paragraph),
        secure: hasFlag(paragraph, FLAG_SECURE, 'SECURE'),
        recents: recentsIn(paragraph),
        touchable: !hasFlag(paragraph, FLAG_NOT_TOUCHABLE, 'NOT_TOUCHABLE'),
        overlay: overlayIn(paragraph),
      },
    ];
  });
}

/**
 * The windows that a plain dump leaves out although they lie over its window: the keyboard, and popups that do not take the
 * focus (the suggestions of a field). They are listed without content; a touch must not go through them.
 */
export function unreadWindows(
  listed: readonly ListedWindow[],
  read: readonly UiWindow[],
  keys: WindowKeys,
): UiWindow[] {
  const isRead = ({ hash, bounds }: ListedWindow) =>
    read.some((window) => window.key === keys.ofListed(hash) || sameBounds(window.bounds, bounds));
  return listed
    .filter((window) => window.visible && (window.type === 'keyboard' || window.type === 'dialog'))
    .filter((window) => !isRead(window))
    .map(({ hash, title, app, type, bounds }) => {
      return { key: keys.ofListed(hash), type, title, app, bounds, active: false, root: undefined };
    });
}

/** The visible windows, from the top down, under their keys in looks; `focused` is the hash of one. */
export function stackOf(
  listed: readonly ListedWindow[],
  keys: WindowKeys,
  focused?: string,
): StackedWindow[] {
  return listed
    .filter(({ visible, bounds }) => visible && area(bounds) > 0)
    .map(({ hash, title, app, type, bounds, touchable, overlay }) => {
      const key = keys.ofListed(hash);
      const active = hash === focused;
      return { key, type, title, app, bounds, active, root: undefined, touchable, overlay };
    });
}

/** Marks the windows of an application that shows the list of recent ones at the moment. */
export function withRecents(windows: readonly UiWindow[], listed: readonly ListedWindow[]): UiWindow[] {
  const apps = new Set(listed.filter(({ recents, visible }) => recents && visible).map(({ app }) => app));
  return windows.map((window) =>
    window.app !== undefined && apps.has(window.app) ? { ...window, recents: true } : window,
  );
}

/**
 * From Android 9 on a window's configuration contains the kind of its activity (`mFullConfiguration={… winConfig={ …
 * mActivityType=recents} …}`): the system knows its own Recents, from any maker. A launcher that shows the cards in its home
 * screen stays `home`. Before, Recents is always SystemUI's.
 */
function recentsIn(paragraph: string): boolean {
  return /\bmActivityType=recents\b/.test(paragraph);
}

function onOtherDisplay(paragraph: string): boolean {
  const display = /\bmDisplayId=(\d+)/.exec(paragraph)?.[1];
  return display !== undefined && display !== '0';
}

/** `ty=2011` up to Android 7, `ty=INPUT_METHOD` later. Numbers are those of WindowManager.LayoutParams. */
function typeIn(paragraph: string): WindowType {
  const type = /\bty=(\w+)/.exec(paragraph)?.[1] ?? '';
  if (type === 'INPUT_METHOD' || type === 'INPUT_METHOD_DIALOG' || type === '2011' || type === '2012')
    return 'keyboard';
  if (/^\d+$/.test(type)) return typeOfNumber(Number(type));
  if (/^(BASE_)?APPLICATION(_STARTING)?$|^DRAWN_APPLICATION$/.test(type)) return 'application';
  return type.startsWith('APPLICATION_') ? 'dialog' : 'system';
}

function typeOfNumber(type: number): WindowType {
  if (type >= 2000) return 'system';
  return type >= 1000 ? 'dialog' : 'application';
}

function visibleIn(paragraph: string): boolean {
  const said =
    /\bisVisible=(true|false)/.exec(paragraph) ?? /\bisReadyForDisplay\(\)=(true|false)/.exec(paragraph);
  const hasSurface = /\bmHasSurface=(true|false)/.exec(paragraph)?.[1] ?? 'true';
  return (said?.[1] ?? hasSurface) === 'true' && hasSurface === 'true';
}

const FLAG_SECURE = 0x2000;

const FLAG_NOT_TOUCHABLE = 0x10;

/** `fl=#81840048` up to Android 7, `fl=SECURE LAYOUT_IN_SCREEN …` later, bare digits (`fl=81800108`) on Samsung. */
function hasFlag(paragraph: string, flag: number, name: string): boolean {
  const flags = /\bfl=#?([^\n}]*)/.exec(paragraph)?.[1] ?? '';
  const number = /^[0-9a-f]{1,8}\b/.exec(flags)?.[0];
  if (number !== undefined) return (parseInt(number, 16) & flag) !== 0;
  return flags.split(/[^A-Z_]+/).includes(name);
}

/** Numbers up to Android 7: PHONE, SYSTEM_ALERT, PRIORITY_PHONE, SYSTEM_OVERLAY, SYSTEM_ERROR; APPLICATION_OVERLAY since 8. */
const overlayNumbers: ReadonlySet<string> = new Set(['2002', '2003', '2006', '2007', '2010', '2038']);
const overlayNames: ReadonlySet<string> = new Set([
  ...['PHONE', 'SYSTEM_ALERT', 'PRIORITY_PHONE', 'SYSTEM_OVERLAY', 'SYSTEM_ERROR'],
  'APPLICATION_OVERLAY',
]);

function overlayIn(paragraph: string): boolean {
  const type = /\bty=(\w+)/.exec(paragraph)?.[1] ?? '';
  return overlayNumbers.has(type) || overlayNames.has(type);
}

function coveredIn(paragraph: string): Bounds {
  const region = touchableRegion(paragraph);
  if (region !== undefined) return region;
  const frame =
    /\bmFrame=(\[\S+?\]\[\S+?\])/.exec(paragraph)?.[1] ?? /\bframe=(\[\S+?\]\[\S+?\])/.exec(paragraph)?.[1];
  const whole = boundsOf(frame);
  // A keyboard is as large as the screen and gives the height of its empty top.
  const inset = /\bmGivenContentInsets=\[(\d+),(\d+)\]/.exec(paragraph)?.[2] ?? '0';
  return { ...whole, top: Math.min(whole.bottom, whole.top + Number(inset)) };
}

/** `touchable region=SkRegion((0,1784,1440,2960)(…))`: the box around all its rectangles. */
function touchableRegion(paragraph: string): Bounds | undefined {
  const list = /\btouchable region=SkRegion\((.*)\)/.exec(paragraph)?.[1] ?? '';
  const boxes = [...list.matchAll(/\((-?\d+),(-?\d+),(-?\d+),(-?\d+)\)/g)].map((match) =>
    match.slice(1).map(Number),
  );
  if (boxes.length === 0) return undefined;
  const edge = (at: number, pick: (one: number, other: number) => number) =>
    boxes.map((box) => box[at] ?? 0).reduce((one, other) => pick(one, other));
  return {
    left: edge(0, Math.min),
    top: edge(1, Math.min),
    right: edge(2, Math.max),
    bottom: edge(3, Math.max),
  };
}
