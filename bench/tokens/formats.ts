import { createRequire } from 'node:module';
import { readHierarchy } from '../../packages/handeye/src/android/screen/hierarchy.ts';
import { windowsOf } from '../../packages/handeye/src/android/screen/windows.ts';
import { compactText } from '../../packages/handeye/src/ui/format/compact.ts';
import { leanText } from '../../packages/handeye/src/ui/format/lean.ts';
import { createIdentity } from '../../packages/handeye/src/ui/identity/identity.ts';
import type { Snapshot } from '../../packages/handeye/src/ui/snapshot.ts';
import { realProgram } from '../real-programs.ts';
import type { DumpedScreen } from './dump.ts';

const DENSITY = 420;

/** A dump as Handeye takes it in, with ids. */
export function snapshotOf({ xml, size, app }: DumpedScreen): Snapshot {
  const windows = windowsOf(readHierarchy(xml), { screen: size });
  const screen = { ...size, density: DENSITY };
  return createIdentity().identify({
    app,
    activity: '.MainActivity',
    screen,
    awake: true,
    windows,
    notes: [],
  });
}

/** One screen in every format. */
export interface Printed {
  readonly raw: string;
  readonly compact: string;
  readonly lean: string;
  /** Undefined for a dump that it cannot read. */
  readonly mobileMcp: string | undefined;
}

export async function printed(screen: DumpedScreen, snapshot: Snapshot): Promise<Printed> {
  return {
    raw: screen.xml,
    compact: compactText(snapshot),
    lean: leanText(snapshot),
    mobileMcp: await asMobileMcp(screen.plainXml ?? screen.xml),
  };
}

/** What of mobile-mcp makes text of a dump; its package has no types. */
interface MobileMcp {
  readonly AndroidRobot: new (device: string) => {
    getUiAutomatorDump: () => Promise<string>;
    getElementsOnScreen: () => Promise<readonly unknown[]>;
  };
  readonly formatElements: (elements: readonly unknown[], format: 'text') => string;
}

/** As mobile-mcp itself prints a dump, over plain adb: without its refs, which cost a little more. */
async function asMobileMcp(xml: string): Promise<string | undefined> {
  const { AndroidRobot, formatElements } = mobileMcp();
  const robot = new AndroidRobot('a phone that is not there');
  robot.getUiAutomatorDump = () => Promise.resolve(xml);
  const elements = await robot.getElementsOnScreen().catch(() => undefined);
  return elements && formatElements(elements, 'text');
}

function mobileMcp(): MobileMcp {
  const load = createRequire(import.meta.url);
  const part = (name: string) => load(realProgram(`@mobilenext/mobile-mcp/lib/${name}.js`)) as object;
  return { ...part('android'), ...part('format-elements') } as MobileMcp; // checked by the first call
}
