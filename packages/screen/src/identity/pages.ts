import type { Direction } from '../bounds.ts';
import type { UiNode } from '../node.ts';
import { align, sameSequence } from './align.ts';
import type { Signature } from './signature.ts';

/** A label inside a scrolling container. */
export interface ScrolledLabel {
  readonly hash: number;
  readonly isLong: boolean;
}

/** A text of this many characters is a paragraph. Unlike a name or a date, it hardly ever occurs twice. */
const LONG_TEXT = 100;

/** Whether a node is a paragraph without actions of its own. */
export function isLongText({ text, clickable, longClickable, checkable, editable }: UiNode): boolean {
  return (text?.length ?? 0) >= LONG_TEXT && !clickable && !longClickable && !checkable && !editable;
}

/** The labels inside a scrolling container and its descendants, in order. Limited in labels and in visited nodes. */
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

/** ViewPager pages sideways: a vertical gesture scrolls the content of the page. */
const SIDEWAYS_PAGER = '.ViewPager';

/** Facts about the only row of a container, besides its scrolled content. */
export interface PageFacts {
  readonly pager: UiNode;
  /** Whether its own labels equal those of the former row. */
  readonly sameLabels: boolean;
  /** The direction of the gestures since the last look, if known. */
  readonly way: Direction | undefined;
}

/**
 * Whether the labels that scroll inside a page are those of the former page. If no gesture went in the paging direction, the
 * remaining visible labels are enough, and so is a single paragraph. Otherwise a page without labels of its own must be
 * unchanged, because pages of one shape share many labels.
 */
export function isSamePage(
  before: readonly ScrolledLabel[],
  now: readonly ScrolledLabel[],
  { pager, sameLabels, way }: PageFacts,
): boolean {
  const stays = (pager.className ?? '').endsWith(SIDEWAYS_PAGER) && (way === 'up' || way === 'down');
  const [were, are] = [hashes(before), hashes(now)];
  if (!sameLabels && !stays && !sameSequence(were, are)) return false;
  const inside = align(were, are, {
    standAlone: (matches) => (stays ? matches.filter(({ after }) => now[after]?.isLong) : []),
    confirmsNeighbour: () => true,
    isOtherPage: (matches) =>
      !sameLabels &&
      matches.length < Math.min(were.length, are.length) &&
      matches.every((match) => match.before === match.after),
  });
  return inside.length > 0;
}

function hashes(labels: readonly ScrolledLabel[]): number[] {
  return labels.map(({ hash }) => hash);
}
