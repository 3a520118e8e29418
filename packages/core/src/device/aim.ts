import type { Point } from '@handeye/screen/bounds';
import { cell, cut } from '@handeye/screen/sanitize';
import type { View } from '@handeye/screen/snapshot';

/** The screen by which a touch was chosen and judged: the device compares it with what is there in the moment of the touch. */
export interface Aim {
  /** Undefined: nothing was judged, and only what was met is wanted. */
  readonly on: View | undefined;
  /** Something else than there was is not touched (ScreenChanged). Otherwise it is touched all the same, and told. */
  readonly refuses: boolean;
  /**
   * How much of its label identifies an element, for each stroke: `whole` where a person allowed the act or it is of a kind that
   * rules are about; `words` leaves out figures, which change by themselves; `none` for a finger that only scrolls.
   */
  readonly labels: readonly ('none' | 'words' | 'whole')[];
}

/** The screen by which keys, or a text, were judged: the device compares what has the focus in the moment in which it gets them. */
export interface FocusAim extends Pick<Aim, 'on' | 'refuses'> {
  /** Hears what had the focus, and got them, if that is something else. */
  readonly onOther: (there: Focused) => void;
}

/** What has the focus, in the device's own words. */
export interface Focused {
  readonly app: string | undefined;
  readonly label: string;
}

/** What lies at a point, in the device's own words. */
export interface AtPoint extends Point {
  readonly app: string | undefined;
  readonly label: string;
}

/** What a finger met, as the device tells: compared in the moment in which it came down. */
export interface Met extends AtPoint {
  /** What was judged to be there, if it is something else. */
  readonly meant?: AtPoint | undefined;
}

/** Whether a label is the judged one still: `words` leaves out figures, but not of a text that is short enough to name a key. */
export function isSameLabel(judged: string, now: string, how: Aim['labels'][number]): boolean {
  if (how === 'none') return true;
  return how === 'whole' ? judged === now : wordsOf(judged) === wordsOf(now);
}

const LONGEST_KEY = 2;

function wordsOf(label: string): string {
  return label.length <= LONGEST_KEY ? label : label.replace(/[\p{Nd}\s:.,/%+-]/gu, '');
}

/** The sentence of the contract about what came to a point. */
export function changeText({ app, label, x, y }: AtPoint): string {
  const what = label === '' ? 'something else' : `'${label}'`;
  return `The screen changed since you looked: now ${what}${app === undefined ? '' : ` (${app})`} is at (${x}, ${y})`;
}

/** The same of what has the focus. */
export function focusText({ app, label }: Focused): string {
  const what = label === '' ? 'something else' : `'${cut(label, LONGEST_LABEL, '…')}'`;
  return `The screen changed since you looked: now ${what}${app === undefined ? '' : ` (${app})`} has the focus`;
}

const LONGEST_LABEL = 60;

/** What a finger met, and what was meant if that is something else. */
export function metText({ meant, ...met }: Met): string {
  return `${pointText(met)}${meant ? `, not ${pointText(meant)}` : ''}`;
}

function pointText({ app, label }: AtPoint): string {
  const what = label === '' ? 'something without a label' : `'${cut(cell(label), LONGEST_LABEL, '…')}'`;
  return `${what}${app === undefined ? '' : ` (${app})`}`;
}
