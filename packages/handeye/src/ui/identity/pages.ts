import type { Direction } from '../bounds.ts';
import type { UiNode } from '../node.ts';
import { align, sameSequence } from './align.ts';
import type { Signature } from './signature.ts';

/** A label inside a scrolling container. */
export interface ScrolledLabel {
  readonly hash: number;
  readonly isLong: boolean;
}

/** A text of this many characters is a paragraph: unlike a name or a date, it is hardly ever there twice. */
const LONG_TEXT = 100;

/** Whether a node is a paragraph that only shows text: nothing of its own happens when it is pressed. */
export function isLongText({ text, clickable, longClickable, checkable, editable }: UiNode): boolean {
  return (text?.length ?? 0) >= LONG_TEXT && !clickable && !longClickable && !checkable && !editable;
}

/**
 * The labels inside a scrolling container and those below a node, in order. Bounded in labels and in nodes visited.
 */
export function scrolledLabels(top: Signature, { limit = 64, most = 256 } = {}): ScrolledLabel[] {
  const labels: ScrolledLabel[] = [];
  const waiting = [{ below: top, scrolled: false }];
  let seen = 0;
  for (let next = waiting.pop(); next !== undefined && labels.length < limit; next = waiting.pop()) {
    if (++seen > most) break;
    const { node, ownLabel } = next.below;
    const scrolled = next.scrolled || node.scrollable;
    if (scrolled && ownLabel !== 0) labels.push({ hash: ownLabel, isLong: isLongText(node) });
    const worth = next.below.children.filter(
      (below) => scrolled || below.node.scrollable || below.holdsScroller,
    );
    for (const below of worth.slice(0, most).reverse()) waiting.push({ below, scrolled });
  }
  return labels;
}

/** ViewPager pages sideways: a finger that moves up or down scrolls what is on the page. */
const SIDEWAYS_PAGER = '.ViewPager';

/** What is known of the only row of a container, besides what scrolls inside it. */
export interface PageFacts {
  readonly pager: UiNode;
  /** Whether its own labels are those of the row before. */
  readonly saysTheSame: boolean;
  /** Where the gestures since the last look took the rows, if that is known. */
  readonly way: Direction | undefined;
}

/**
 * Whether the labels that scroll inside a page are those of the page that was seen before. If no finger moved the way in
 * which pages are turned, what is left of them in sight is enough, and so is a single paragraph. Otherwise, a page
 * without labels of its own must show just the same: pages of one shape have many labels in common.
 */
export function isSamePage(
  before: readonly ScrolledLabel[],
  now: readonly ScrolledLabel[],
  { pager, saysTheSame, way }: PageFacts,
): boolean {
  const stays = (pager.className ?? '').endsWith(SIDEWAYS_PAGER) && (way === 'up' || way === 'down');
  const [were, are] = [hashes(before), hashes(now)];
  if (!saysTheSame && !stays && !sameSequence(were, are)) return false;
  const inside = align(were, are, {
    standAlone: (matches) => (stays ? matches.filter(({ after }) => now[after]?.isLong) : []),
    confirmsNeighbour: () => true,
    isOtherPage: (matches) =>
      !saysTheSame &&
      matches.length < Math.min(were.length, are.length) &&
      matches.every((match) => match.before === match.after),
  });
  return inside.length > 0;
}

function hashes(labels: readonly ScrolledLabel[]): number[] {
  return labels.map(({ hash }) => hash);
}
