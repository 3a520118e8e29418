import { area, intersect, union } from '../../bounds.ts';
import type { Bounds, UiNode } from '../../node.ts';
import { flat } from '../../sanitize.ts';
import type { Screen } from '../../snapshot.ts';
import { simpleName } from './kinds.ts';

/*
 * Two pages in one place, as a container of fragments or of React Native's screens holds them: the upper one hides the lower one,
 * but the tree calls both visible and does not tell whether the upper one is opaque. That texts lie on texts tells it: no
 * application draws them so. A sheet, a scrim or controls over a video do not hide what is around them.
 */

/** The least share of the screen that a page takes. */
const LEAST_PAGE = 0.3;
/** How much of the lower page the upper one takes, and its texts the area of the lower one's. */
const COVERING = 0.95;
const SPANNING = 0.7;
/** The least number and share of the lower page's texts that lie under texts. */
const LEAST_HIDDEN = 2;
const LEAST_HIDDEN_SHARE = 0.25;
/** The least share of the smaller of two texts that they have in common. */
const OVERLAPPING = 0.25;
const MOST_COMPARED = 200;

/** The nodes of a tree that lie on a page under another page. */
export function coveredNodes(root: UiNode, { width, height }: Screen): ReadonlySet<UiNode> {
  const covered = new Set<UiNode>();
  const open = [root];
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    const pages = node.children.filter(
      ({ visible, bounds }) => visible && area(bounds) >= LEAST_PAGE * width * height,
    );
    for (const lower of pages.length > 1 ? pages : []) {
      if (pages.some((upper) => isOver(upper, lower, pages) && hides(upper, lower))) addAll(lower, covered);
    }
    for (const child of node.children) if (!covered.has(child)) open.push(child);
  }
  return covered;
}

/** Whether it is drawn later, by the drawing order where both have one, and takes the place of the other. */
function isOver(upper: UiNode, lower: UiNode, pages: readonly UiNode[]): boolean {
  if (upper === lower) return false;
  const { drawingOrder: up } = upper;
  const { drawingOrder: low } = lower;
  const isKnown = up !== undefined && low !== undefined && up !== low;
  const isLater = isKnown ? up > low : pages.indexOf(upper) > pages.indexOf(lower);
  return isLater && shareOf(lower.bounds, upper.bounds) >= COVERING;
}

function hides(upper: UiNode, lower: UiNode): boolean {
  const [over, under] = [textsIn(upper), textsIn(lower)];
  if (under.length < LEAST_HIDDEN || over.length === 0) return false;
  if (shareOf(under.reduce(union), over.reduce(union)) < SPANNING) return false;
  const hidden = under.filter((one) => over.some((other) => isOn(other, one))).length;
  return hidden >= LEAST_HIDDEN && hidden >= LEAST_HIDDEN_SHARE * under.length;
}

/** The places of the texts that a page shows. A picture's description is not drawn. */
function textsIn(page: UiNode): Bounds[] {
  const found: Bounds[] = [];
  const open = [page];
  for (let node = open.pop(); node !== undefined && found.length < MOST_COMPARED; node = open.pop()) {
    const { text, description, children, visible, bounds } = node;
    const isLabel = children.length === 0 && flat(description) !== '' && !simpleName(node).includes('Image');
    if (visible && area(bounds) > 0 && (flat(text) !== '' || isLabel)) found.push(bounds);
    open.push(...children);
  }
  return found;
}

function isOn(one: Bounds, other: Bounds): boolean {
  const shared = intersect(one, other);
  return shared !== undefined && area(shared) >= OVERLAPPING * Math.min(area(one), area(other));
}

/** How much of an area another one takes. */
function shareOf(bounds: Bounds, by: Bounds): number {
  const shared = intersect(bounds, by);
  return shared === undefined ? 0 : area(shared) / area(bounds);
}

function addAll(root: UiNode, nodes: Set<UiNode>): void {
  const open = [root];
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    nodes.add(node);
    open.push(...node.children);
  }
}
