/** How often the notes on screens raise a false alarm, and their cost. Every screen here is an ordinary one. */
import { HierarchyError } from '../../packages/android/src/screen/hierarchy.ts';
import { overlayNotes, screenNotes } from '@handeye/core/guard/notes/screen-notes';
import type { Snapshot } from '@handeye/screen/snapshot';
import type { MeasuredScreen } from '../tokens/screen.ts';

/** False alarms per screen. */
const MOST_ALARMS = 1 / 200;
const MOST_MS_PER_500_NODES = 2;

interface NotesCount {
  readonly screens: number;
  readonly nodes: number;
  readonly alarms: readonly string[];
  /** Processor time for all screens, which does not depend on the load of the machine. */
  readonly milliseconds: number;
}

/** Counts the notes on screens that deserve none. */
export function countNotes(screens: readonly MeasuredScreen[]): NotesCount {
  const looks = screens.flatMap(({ name, xml, snapshot: look }) => {
    const snapshot = snapshotIfReadable(look);
    const kind = xml === undefined ? ('desktop' as const) : ('phone' as const);
    return snapshot === undefined || snapshot.elements.length === 0 ? [] : [{ name, kind, snapshot }];
  });
  const start = process.cpuUsage();
  const alarms = looks.flatMap(({ name, kind, snapshot }) => {
    const notes = [...overlayNotes(snapshot), ...screenNotes(snapshot, kind)];
    return notes.length === 0 ? [] : [`${name}: ${notes.join('; ')}`];
  });
  const { user, system } = process.cpuUsage(start);
  const nodes = looks.reduce((sum, { snapshot }) => sum + snapshot.elements.length, 0);
  return { screens: looks.length, nodes, alarms, milliseconds: (user + system) / 1000 };
}

/** Some recorded dumps are empty or cut, as Android left them: no client sees those. */
function snapshotIfReadable(look: () => Snapshot): Snapshot | undefined {
  try {
    return look();
  } catch (error) {
    if (error instanceof HierarchyError) return undefined;
    throw error;
  }
}

/** Prints the count; returns the problems with it. */
export function reportNotes(all: readonly MeasuredScreen[]): readonly string[] {
  const { screens, nodes, alarms, milliseconds } = countNotes(all);
  const per500 = (milliseconds / nodes) * 500;
  console.log(`notes: ${alarms.length} false alarms on ${screens} screens (at most 1 in ${1 / MOST_ALARMS})`);
  console.log(`notes: ${per500.toFixed(2)} ms for 500 nodes (${nodes} nodes)`);
  for (const alarm of alarms) console.log(`  ${alarm}`);
  return [
    ...(alarms.length > screens * MOST_ALARMS ? [`${alarms.length} false alarms on ${screens} screens`] : []),
    ...(per500 > MOST_MS_PER_500_NODES ? [`${per500.toFixed(2)} ms for 500 nodes`] : []),
  ];
}
