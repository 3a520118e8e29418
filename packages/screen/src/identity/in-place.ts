import { isSlider } from '../format/lean/kinds.ts';
import type { Signature } from './signature.ts';
import type { TrackedElement } from './tracked-element.ts';

/** The children of a parent at the last look and at this one, and the matches so far. */
export interface Children {
  readonly before: readonly TrackedElement[];
  readonly now: readonly Signature[];
  /** Filled in place. */
  readonly found: (TrackedElement | undefined)[];
  /** Whether there may be invisible ones before the first and after the last one. */
  readonly openEnds?: boolean;
}

/** A child of the last look and its candidate now. */
interface Pair {
  readonly was: TrackedElement;
  readonly is: Signature;
  readonly at: number;
  /** Whether it is the only one of its kind between the same two known siblings. */
  readonly alone: boolean;
}

/**
 * Matches similar siblings whose texts or states changed in place (a picker's numbers, counters, switches). Known siblings
 * divide the others into stretches. In a stretch that has as many of a kind as before, each keeps its place, unless a label of
 * the kind is at another place than before, so that they may have moved.
 */
export function matchInPlace(children: Children): void {
  // Unchanged siblings in the same place divide the rest once more.
  matchPairs(children, isUnchanged);
  matchPairs(children, isSameThing);
}

function matchPairs({ before, now, found, openEnds = false }: Children, isSame: typeof isSameThing): void {
  const anchors = anchorsOf(before, found);
  if (anchors === undefined || anchors.length === now.length) return;
  const edges = openEnds ? anchors : [START, ...anchors, { before: before.length, now: now.length }];
  const [wereByKind, areByKind] = [grouped(before), grouped(now)];
  const kept = new Set(anchors.map((anchor) => before[anchor.before]?.kind));
  for (const [kind, pairs] of pairsByKind(before, now, edges)) {
    const are = areByKind.get(kind) ?? [];
    const unsettled = anchors.length > 0 ? pairs.filter((pair) => !isLoneValue(pair)) : pairs;
    if (mayHaveMoved(unsettled, wereByKind.get(kind) ?? [], are)) continue;
    const context = {
      isAnchored: anchors.length > 0,
      hasKnown: kept.has(kind),
      wordsOf: counted(are.map(({ words }) => words)),
    };
    for (const pair of pairs) if (isSame(pair, context)) found[pair.at] = pair.was;
  }
}

interface Anchor {
  readonly before: number;
  readonly now: number;
}

/** Before the first child. */
const START: Anchor = { before: -1, now: -1 };

/** The places of known siblings; undefined if their order changed. */
function anchorsOf(
  before: readonly TrackedElement[],
  found: readonly (TrackedElement | undefined)[],
): readonly Anchor[] | undefined {
  const places = new Map(before.map((one, place) => [one, place]));
  const anchors: Anchor[] = [];
  for (const [now, known] of found.entries()) {
    const place = known && places.get(known);
    if (place === undefined) continue;
    if (place <= (anchors.at(-1)?.before ?? -1)) return undefined;
    anchors.push({ before: place, now });
  }
  return anchors;
}

function pairsByKind(
  before: readonly TrackedElement[],
  now: readonly Signature[],
  [start, ...ends]: readonly Anchor[],
): Map<number, Pair[]> {
  const pairs = new Map<number, Pair[]>();
  let [fromBefore, fromNow] = [(start?.before ?? 0) + 1, (start?.now ?? 0) + 1];
  for (const end of ends) {
    const were = grouped(before.slice(fromBefore, end.before));
    const places = grouped(
      now.slice(fromNow, end.now).map((is, at) => ({ kind: is.kind, is, at: fromNow + at })),
    );
    for (const [kind, ofKind] of places) {
      const members = were.get(kind) ?? [];
      // A node with a unique id is identified by nothing else.
      if (members.length !== ofKind.length || ofKind[0]?.is.hasUniqueId === true) continue;
      const known = pairs.get(kind) ?? [];
      ofKind.forEach(({ is, at }, index) => {
        const was = members[index];
        if (was !== undefined) known.push({ was, is, at, alone: members.length === 1 });
      });
      pairs.set(kind, known);
    }
    [fromBefore, fromNow] = [end.before + 1, end.now + 1];
  }
  return pairs;
}

/**
 * Whether a label is now at the place of another one of its kind. Values are often equal by chance, so a value counts only if
 * it left its place and appeared where another one changed.
 */
function mayHaveMoved(
  pairs: readonly Pair[],
  were: readonly TrackedElement[],
  are: readonly Signature[],
): boolean {
  const changed = pairs.filter((pair) => !sameLabels(pair));
  if (changed.length > 0 && changed.every(showsValue)) {
    const left = new Set(changed.map(({ was }) => was.label));
    return changed.some(({ is }) => left.has(is.label));
  }
  const [before, now] = [counted(were.map(({ label }) => label)), counted(are.map(({ label }) => label))];
  return pairs.some((pair) => {
    const own = sameLabels(pair) ? 1 : 0;
    return (before.get(pair.is.label) ?? 0) > own || (now.get(pair.was.label) ?? 0) > own;
  });
}

interface PairContext {
  /** Whether a sibling is known. */
  readonly isAnchored: boolean;
  readonly hasKnown: boolean;
  /** How many of this kind have the same text. */
  readonly wordsOf: ReadonlyMap<number, number>;
}

/**
 * Whether the element in the same place is the same one. A text without actions may change freely, and a picker or slider shows
 * its value. A pressable element must have kept its title, or have changed only its state or its numbers, because a button with
 * other words does something else. Several whose numbers changed at once may be others (the days of the next week, the next
 * pages), unless their words tell them apart and one of them is unchanged.
 */
function isSameThing(pair: Pair, { isAnchored, hasKnown, wordsOf }: PairContext): boolean {
  const { was, is, alone } = pair;
  if (showsValue(pair) || (is.title !== 0 && was.title === is.title)) return true;
  if (was.words !== is.words) return false;
  return alone ? isAnchored : hasKnown && is.words !== 0 && wordsOf.get(is.words) === 1;
}

/** A text without actions, a picker or a switch: its text changes with its value. */
function showsValue(pair: Pair): boolean {
  return isPlainText(pair) || wasSwitched(pair) || isSlider(pair.is.node);
}

/** A single number between known siblings keeps its place, whatever numbers the others show: a picker's neighbours. */
function isLoneValue({ was, is, alone }: Pair): boolean {
  return alone && was.words === 0 && is.words === 0 && was.label !== 0 && is.label !== 0;
}

function isPlainText(pair: Pair): boolean {
  return isLeaf(pair) && !pair.was.acts && !pair.is.acts;
}

/** ToggleButtons use the application's words for their state ("Start", "Stop"). */
function wasSwitched(pair: Pair): boolean {
  const [was, is] = [pair.was.node, pair.is.node];
  if (!isLeaf(pair) || !was.checkable || !is.checkable) return false;
  return was.checked !== is.checked || was.mixed !== is.mixed;
}

function isLeaf({ was, is }: Pair): boolean {
  return was.node.children.length === 0 && is.node.children.length === 0;
}

function sameLabels({ was, is }: Pair): boolean {
  return was.label === is.label;
}

function isUnchanged(pair: Pair): boolean {
  return sameLabels(pair) && pair.is.label !== 0;
}

function grouped<T extends { readonly kind: number }>(all: readonly T[]): Map<number, T[]> {
  const groups = new Map<number, T[]>();
  for (const one of all) {
    const group = groups.get(one.kind);
    if (group === undefined) groups.set(one.kind, [one]);
    else group.push(one);
  }
  return groups;
}

function counted(values: readonly number[]): Map<number, number> {
  const times = new Map<number, number>();
  for (const value of values) times.set(value, (times.get(value) ?? 0) + 1);
  return times;
}
