import type { UiWindow } from '../../../snapshot.ts';
import { about, type LeanScreen, type Line } from '../line.ts';

/** A line of a screen, with what it is found again by on another look. */
export interface Entry {
  readonly line: Line;
  readonly window: UiWindow;
  readonly key: string;
}

/** What changes by itself wherever the system shows it: the time, the battery, the signal. */
const STATUS =
  /^com\.android\.systemui:id\/(clock|date|battery|battery_\w+|mobile_\w+|wifi_\w+|statusIcons|status_?icons?\w*|carrier_\w+|system_icons)$/;

/** The lines of a screen that count when two looks are compared: no counts of what is out of sight, no clock. */
export function entriesOf({ windows }: LeanScreen): Entry[] {
  return windows
    .filter(({ role }) => role === 'content')
    .flatMap(({ window, title, lines }) => [
      ...(title === undefined ? [] : [{ line: about(title), window, key: `window ${window.key}` }]),
      ...lines.flatMap((line) => entryOf(line, window)),
    ]);
}

function entryOf(line: Line, window: UiWindow): Entry[] {
  if (line.element === undefined) return [];
  const { id, node } = line.element;
  const isStatus = window.type === 'system' && STATUS.test(node.resourceId ?? '');
  return isStatus ? [] : [{ line, window, key: id }];
}

/** The lines that say how far a screen goes on. */
export function moreLines({ windows }: LeanScreen): string[] {
  return windows
    .flatMap(({ lines }) => lines.filter(({ kind }) => kind === 'more'))
    .map(({ label }) => label);
}
