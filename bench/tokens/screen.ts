import { type Attributes, readHierarchy } from '../../packages/android/src/screen/hierarchy.ts';
import { windowsOf } from '../../packages/android/src/screen/windows.ts';
import { createIdentity } from '@handeye/screen/identity/identity';
import { flat, shown } from '@handeye/screen/sanitize';
import type { Snapshot } from '@handeye/screen/snapshot';

/** A screen as Android's uiautomator writes it. */
export interface DumpedScreen {
  /** Screens of one kind are measured together. */
  readonly group: string;
  readonly name: string;
  readonly xml: string;
  /** With all windows, as Handeye asks for it on Android 11 and later; others read the active one alone. */
  readonly windowsXml?: string;
}

/** A screen of any device, as its platform reports it and as Handeye sees it. */
export interface MeasuredScreen {
  readonly group: string;
  readonly name: string;
  /** Everything that the platform reports of it. */
  readonly raw: string;
  readonly snapshot: () => Snapshot;
  /** What a phone's dump itself holds; undefined for a desktop. */
  readonly held?: () => Held;
  /** The dump of a phone, which others read as well; undefined for a desktop. */
  readonly xml?: string;
}

export function dumpedScreen({ group, name, xml, windowsXml }: DumpedScreen): MeasuredScreen {
  const read = windowsXml ?? xml;
  return { group, name, raw: xml, xml, snapshot: () => snapshotOf(read), held: () => heldBy(read) };
}

/** How many visible texts and descriptions, and how many visible handles. */
export interface Held {
  readonly texts: number;
  readonly handles: number;
}

/** Counts in the raw tree: what Handeye lost while it read it cannot be missed in a snapshot. */
export function heldBy(xml: string): Held {
  const ids = new Set<string>();
  const windows = readHierarchy(xml).filter(({ display, attributes: { id } }) => {
    const isRepeated = id !== undefined && ids.has(id);
    if (id !== undefined) ids.add(id);
    return display === 0 && !isRepeated;
  });
  const nodes = windows.flatMap((window) => window.nodes.map(({ attributes }) => attributes)).filter(isSeen);
  const isSaid = (text: string | undefined) => flat(shown(text)) !== '';
  const count = (is: (attributes: Attributes) => boolean) => nodes.filter(is).length;
  return {
    // Android 16 reports the hint of an empty field as its text, too.
    texts:
      count(({ text, hint, password }) => isSaid(text) && text !== hint && password !== 'true') +
      count((one) => isSaid(one['content-desc'])),
    handles: count((one) => one.clickable === 'true' || one['long-clickable'] === 'true'),
  };
}

/** The same counts in what Handeye makes of it. */
export function heldIn({ elements }: Snapshot): Held {
  const nodes = elements.map(({ node }) => node).filter(({ visible }) => visible);
  return {
    texts:
      nodes.filter(({ text, password }) => flat(text) !== '' && !password).length +
      nodes.filter(({ description }) => flat(description) !== '').length,
    handles: nodes.filter(({ clickable, longClickable }) => clickable || longClickable).length,
  };
}

function isSeen({ bounds, 'visible-to-user': seen }: Attributes): boolean {
  if (bounds === undefined) return seen !== 'false';
  const [left = 0, top = 0, right = 0, bottom = 0] = bounds.match(/-?\d+/g)?.map(Number) ?? [];
  return seen !== 'false' && right > Math.max(0, left) && bottom > Math.max(0, top);
}

/** Handeye's View of a dump over plain ADB, with ids of six digits as a server gives them. */
export function snapshotOf(xml: string): Snapshot {
  const dumped = readHierarchy(xml);
  const screen = { ...sizeOf(xml), density: 420 };
  const windows = windowsOf(dumped, { screen });
  const app = windows.find(({ active }) => active)?.app;
  return createIdentity({ first: 553_000 }).identify({
    app,
    activity: '.MainActivity',
    screen,
    awake: true,
    windows,
    notes: [],
  });
}

/** The size of the screen: the extent of all bounds. */
function sizeOf(xml: string): { width: number; height: number } {
  let [width, height] = [1, 1];
  for (const [, right, bottom] of xml.matchAll(/\]\[(\d+),(\d+)\]/g)) {
    width = Math.max(width, Number(right));
    height = Math.max(height, Number(bottom));
  }
  return { width, height };
}
