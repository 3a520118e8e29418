import type { Kind } from '@handeye/core/guard/act';
import { type Alarm, alarmsOn, pressable, unreadableOn } from '../../test/support/kind-alarms.ts';
import type { MeasuredScreen } from '../tokens/screen.ts';

interface Count {
  readonly screen: MeasuredScreen;
  readonly elements: number;
  readonly alarms: readonly Alarm[];
  /** The labels of what is in a script without words. */
  readonly unreadable: readonly string[];
}

/**
 * The kinds that are recognised when each element of each screen is clicked: counts by kind and group of screens, then each
 * alarm.
 */
export function countKinds(screens: readonly MeasuredScreen[]): void {
  const counts = screens.flatMap((screen): Count[] => {
    try {
      const snapshot = screen.snapshot();
      return [
        {
          screen,
          elements: pressable(snapshot).length,
          alarms: alarmsOn(snapshot),
          unreadable: unreadableOn(snapshot),
        },
      ];
    } catch {
      return [];
    }
  });
  const groups = [...new Set(counts.map(({ screen }) => screen.group))];
  console.log('kinds: clicking each element of each screen');
  console.log(`${'group'.padEnd(24)}screens elements alarms  by kind`);
  for (const group of groups) {
    console.log(
      line(
        group,
        counts.filter(({ screen }) => screen.group === group),
      ),
    );
  }
  console.log(line('all', counts));
  const unreadable = counts.flatMap(({ screen, unreadable: labels }) =>
    labels.map((label) => `  ${screen.group} | ${screen.name} | unknown script | ${JSON.stringify(label)}`),
  );
  console.log([`in a script without words: ${unreadable.length}`, ...unreadable].join('\n'));
  for (const { screen, alarms } of counts) {
    for (const { label, kinds } of alarms) {
      console.log(`  ${screen.group} | ${screen.name} | ${kinds.join(', ')} | ${JSON.stringify(label)}`);
    }
  }
}

function line(group: string, counts: readonly Count[]): string {
  const elements = counts.reduce((sum, count) => sum + count.elements, 0);
  const alarms = counts.flatMap((count) => count.alarms);
  const byKind = new Map<Kind, number>();
  for (const kind of alarms.flatMap(({ kinds }) => kinds)) byKind.set(kind, (byKind.get(kind) ?? 0) + 1);
  const kinds = [...byKind].map(([kind, count]) => `${kind} ${count}`).join(', ');
  const numbers = [
    String(counts.length).padStart(7),
    String(elements).padStart(8),
    String(alarms.length).padStart(6),
  ];
  return `${group.padEnd(24)}${numbers.join(' ')}  ${kinds}`;
}
