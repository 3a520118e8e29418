import { sameBounds } from '../bounds.ts';
import { hashText, mix } from '../hash.ts';
import type { Bounds, UiNode } from '../node.ts';
import type { Axis } from './scrollers.ts';

/** `unknown`: the content looks the same, but could also look the same after a movement. */
export type Moved = 'moved' | 'not moved' | 'unknown';

/** The text and position of one visible node. */
interface Shown {
  readonly what: string;
  /** It has a text that tells it from others. */
  readonly says: boolean;
  readonly className: string;
  readonly bounds: Bounds;
}

/**
 * Whether a scroller's content moved along its axis between two looks. Only its content counts, and a text that changed in
 * place (a clock, a progress) is no movement.
 */
export function movedBetween(before: UiNode, after: UiNode, axis: Axis): Moved {
  const [was, is] = [shownIn(before, axis), shownIn(after, axis)];
  const [first, now] = [firstItem(before, axis), firstItem(after, axis)];
  if (first !== undefined && now !== undefined && first !== now) return 'moved';
  const { shifted, stayed, fresh } = compared(unique(was), unique(is), axis);
  if (shifted > 0 || fresh > stayed) return 'moved';
  if (!looksEqual(was, is)) return differsInPlace(was, is) ? 'moved' : 'not moved';
  // After a movement, identical rows may stand where others stood, below a header that stays.
  const isProof = stayed > 1 || (stayed === 1 && is.filter(({ says }) => says).length === 1);
  return isProof ? 'not moved' : 'unknown';
}

/** A hash of a scroller's content and its positions: two looks with the same hash saw it at rest. */
export function shownHash(scroller: UiNode): number {
  let hash = 0;
  for (const { what, bounds } of visibleIn(scroller)) {
    const place = mix(mix(bounds.left, bounds.top), mix(bounds.right, bounds.bottom));
    hash = mix(hash, mix(hashText(what), place));
  }
  return hash;
}

function* visibleIn(scroller: UiNode): Generator<Shown> {
  const open = [...scroller.children].reverse();
  for (let node = open.pop(); node; node = open.pop()) {
    open.push(...[...node.children].reverse());
    if (!node.visible) continue;
    const { className = '', text = '', description = '', uniqueId = '', bounds } = node;
    const words = `${text}\n${description}\n${uniqueId}`;
    yield { what: `${className}\n${words}`, says: words.trim() !== '', className, bounds };
  }
}

/**
 * The nodes that show where a scroller is. A node that fills it from edge to edge (one long text) is cut at both ends and looks
 * the same at every position.
 */
function shownIn(scroller: UiNode, axis: Axis): Shown[] {
  const whole = edges(scroller.bounds, axis);
  return [...visibleIn(scroller)].filter(({ bounds }) => {
    const own = edges(bounds, axis);
    return own.start > whole.start || own.end < whole.end;
  });
}

/** The texts that occur only once. */
function unique(all: readonly Shown[]): ReadonlyMap<string, Shown> {
  const once = new Map<string, Shown>();
  const twice = new Set<string>();
  for (const shown of all.filter(({ says }) => says)) {
    if (once.has(shown.what)) twice.add(shown.what);
    once.set(shown.what, shown);
  }
  for (const what of twice) once.delete(what);
  return once;
}

interface Comparison {
  readonly shifted: number;
  readonly stayed: number;
  readonly fresh: number;
}

function compared(was: ReadonlyMap<string, Shown>, is: ReadonlyMap<string, Shown>, axis: Axis): Comparison {
  let [shifted, stayed, fresh] = [0, 0, 0];
  for (const [what, { bounds }] of is) {
    const before = was.get(what);
    if (!before) fresh += 1;
    else if (isShifted(before.bounds, bounds, axis)) shifted += 1;
    else stayed += 1;
  }
  return { shifted, stayed, fresh };
}

/** Both edges moved: a node that only grew, or is cut elsewhere, has not moved. */
function isShifted(was: Bounds, is: Bounds, axis: Axis): boolean {
  const [before, now] = [edges(was, axis), edges(is, axis)];
  return before.start !== now.start && before.end !== now.end;
}

function looksEqual(was: readonly Shown[], is: readonly Shown[]): boolean {
  return (
    was.length === is.length &&
    was.every(({ what, bounds }, at) => {
      const other = is[at];
      return other?.what === what && sameBounds(other.bounds, bounds);
    })
  );
}

/** Whether more than half of the positions changed: then identical rows have moved. */
function differsInPlace(was: readonly Shown[], is: readonly Shown[]): boolean {
  const place = ({ className, bounds }: Shown) => `${className} ${Object.values(bounds).join()}`;
  const before = new Set(was.map(place));
  const others = is.filter((shown) => !before.has(place(shown)));
  return others.length * 2 > is.length;
}

/** The first visible row (or column), if the list reports numbers. A sheet's cells are nested deeper in its scroller. */
function firstItem(scroller: UiNode, axis: Axis): number | undefined {
  const own = firstAmong(scroller.children, axis);
  if (own !== undefined) return own;
  for (const child of scroller.children) {
    const inner = child.visible && !child.scrollable ? firstItem(child, axis) : undefined;
    if (inner !== undefined) return inner;
  }
  return undefined;
}

function firstAmong(items: readonly UiNode[], axis: Axis): number | undefined {
  let first: number | undefined;
  for (const { visible, item } of items) {
    const at = axis === 'vertical' ? item?.row : item?.column;
    if (!visible || at === undefined || at < 0) continue;
    first = Math.min(first ?? at, at);
  }
  return first;
}

function edges({ left, top, right, bottom }: Bounds, axis: Axis): { start: number; end: number } {
  return axis === 'vertical' ? { start: top, end: bottom } : { start: left, end: right };
}
