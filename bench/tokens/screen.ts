import { readHierarchy } from '../../packages/android/src/screen/hierarchy.ts';
import { windowsOf } from '../../packages/android/src/screen/windows.ts';
import { createIdentity } from '@handeye/screen/identity/identity';
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
  /** The dump of a phone, which others read as well; undefined for a desktop. */
  readonly xml?: string;
}

export function dumpedScreen({ group, name, xml, windowsXml }: DumpedScreen): MeasuredScreen {
  return { group, name, raw: xml, xml, snapshot: () => snapshotOf(windowsXml ?? xml) };
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
