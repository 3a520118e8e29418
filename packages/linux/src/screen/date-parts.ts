import type { CalendarDate } from '@handeye/screen/value/moments';
import type { Accessible } from '../atspi/accessible.ts';

type Part = keyof CalendarDate;

/** The names in English, in the order of most languages that put the year last. */
const nameOfPart: readonly (readonly [RegExp, Part])[] = [
  [/^day/i, 'day'],
  [/^month/i, 'month'],
  [/^year/i, 'year'],
];

/**
 * The numbers that a date field consists of. Browsers present `<input type=date>` so: the field itself claims to be editable,
 * but takes neither the focus nor a text (Firefox 153).
 */
export function datePartsOf({ role, children }: Accessible): readonly Accessible[] | undefined {
  const parts = role === 'date editor' ? everyNumberIn(children) : [];
  return parts.length === 3 ? parts : undefined;
}

function everyNumberIn(children: readonly Accessible[]): Accessible[] {
  return children.flatMap((child) =>
    child.role === 'spin button' ? [child] : everyNumberIn(child.children),
  );
}

/** By the names; in other languages by the width of the year, which is first or last. */
export function orderOf(parts: readonly Accessible[]): readonly Part[] {
  const named = parts.map(({ name }) => nameOfPart.find(([pattern]) => pattern.test(name))?.[1]);
  if (named.every((part) => part !== undefined) && new Set(named).size === parts.length) return named;
  const [first = 0, , last = 0] = parts.map(({ bounds }) => (bounds ? bounds.right - bounds.left : 0));
  return first > last ? ['year', 'month', 'day'] : ['day', 'month', 'year'];
}

/** The date that the parts of a field show, as 2026-11-20; empty while one of them is. */
export function dateOf(parts: readonly Accessible[]): string {
  const shown = new Map(orderOf(parts).map((part, index) => [part, shownBy(parts[index])]));
  const [year, month, day] = [shown.get('year'), shown.get('month'), shown.get('day')].map(Number);
  return year && month && day ? [year, ...[month, day].map(twoDigits)].join('-') : '';
}

function twoDigits(number: number): string {
  return String(number).padStart(2, '0');
}

/** Firefox 153 reports it in words only, and 0 as the value; Chromium 150 reports the value. */
function shownBy(part: Accessible | undefined): string | number | undefined {
  return part?.attributes.valuetext ?? part?.value;
}
