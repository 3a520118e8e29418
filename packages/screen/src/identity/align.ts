/** A row's place in the earlier and in the later sequence. */
export interface Match {
  readonly before: number;
  readonly after: number;
}

export interface Evidence {
  /** The matches that count without a matching neighbour. */
  readonly standAlone: (matches: readonly Match[]) => readonly Match[];
  /** Whether a match can confirm its neighbour: a partly visible row cannot. */
  readonly confirmsNeighbour: (match: Match) => boolean;
  /** Whether the matches look like another page of the same shape rather than the same rows. */
  readonly isOtherPage: (matches: readonly Match[]) => boolean;
}

/** A row counts as moved if it passed at least this many rows that kept their order. */
const MAJORITY = 3;

/**
 * The places of two sequences of labels (0: no label) that hold the same rows. Equal labels alone prove nothing. A label counts
 * if it is unique in both sequences, keeps the order and has a matching neighbour on the same side, and if all matches together
 * explain at least half of the rows that both sequences should share.
 */
export function align(before: readonly number[], after: readonly number[], evidence: Evidence): Match[] {
  const anchors = uniqueInBoth(before, after);
  const inOrder = longestRising(anchors);
  const settled = withoutCrossed(inOrder, anchors);
  const paired = new Set<Match>();
  settled.forEach((match, at) => {
    const next = settled[at + 1];
    if (next === undefined || !follows(match, next)) return;
    if (evidence.confirmsNeighbour(match) || evidence.confirmsNeighbour(next)) paired.add(match).add(next);
  });
  const alone = new Set(evidence.standAlone(settled));
  const supported = settled.filter((match) => paired.has(match) || alone.has(match));
  if (evidence.isOtherPage(supported)) return [];
  // Half is enough if neighbours confirm each other; isolated rows must be the majority.
  const weight = supported.length * 2 + (paired.size > 0 ? 1 : 0);
  return weight > overlap(supported, before.length, after.length) ? supported : [];
}

export function sameSequence(a: readonly number[], b: readonly number[]): boolean {
  return a.length === b.length && a.every((value, at) => value === b[at]);
}

/** The places of labels that occur exactly once. */
function uniquePlaces(labels: readonly number[]): Map<number, number> {
  const places = new Map<number, number>();
  const repeated = new Set<number>([0]);
  labels.forEach((label, place) => {
    if (places.has(label)) repeated.add(label);
    places.set(label, place);
  });
  for (const label of repeated) places.delete(label);
  return places;
}

function uniqueInBoth(before: readonly number[], after: readonly number[]): Match[] {
  const places = uniquePlaces(before);
  const matches: Match[] = [];
  for (const [label, place] of uniquePlaces(after)) {
    const earlier = places.get(label);
    if (earlier !== undefined) matches.push({ before: earlier, after: place });
  }
  return matches.sort((a, b) => a.after - b.after);
}

/** The longest subsequence of matches that keeps the order (matches are sorted by their later place). */
function longestRising(matches: readonly Match[]): Match[] {
  const tails: number[] = [];
  const previous: number[] = [];
  const placeOf = (at: number | undefined): number => (at === undefined ? -1 : (matches[at]?.before ?? -1));
  matches.forEach((match, at) => {
    const length = firstNotBelow(tails.length, (tail) => placeOf(tails[tail]) - match.before);
    previous[at] = tails[length - 1] ?? -1;
    tails[length] = at;
  });
  const rising: Match[] = [];
  for (let at = tails.at(-1) ?? -1; at >= 0; at = previous[at] ?? -1) {
    const match = matches[at];
    if (match !== undefined) rising.push(match);
  }
  return rising.reverse();
}

/**
 * A match out of order passed some of those in order. If it passed many, it is a row that moved, or another row with the same
 * label; if it passed few, it may have stayed while the few moved. If nothing else moved, rows may have swapped labels, so all
 * that were passed are in doubt.
 */
function withoutCrossed(inOrder: readonly Match[], anchors: readonly Match[]): Match[] {
  if (inOrder.length === anchors.length) return [...inOrder];
  const stayed = inOrder.filter((match) => match.before === match.after).length * 2 >= inOrder.length;
  const kept = new Set(inOrder);
  const doubt = new Int32Array(inOrder.length + 1);
  for (const anchor of anchors) {
    if (kept.has(anchor)) continue;
    const byBefore = firstNotBelow(inOrder.length, (at) => (inOrder[at]?.before ?? 0) - anchor.before);
    const byAfter = firstNotBelow(inOrder.length, (at) => (inOrder[at]?.after ?? 0) - anchor.after);
    if (!stayed && Math.abs(byBefore - byAfter) >= MAJORITY) continue;
    const from = Math.min(byBefore, byAfter);
    const to = Math.max(byBefore, byAfter);
    doubt[from] = (doubt[from] ?? 0) + 1;
    doubt[to] = (doubt[to] ?? 0) - 1;
  }
  let depth = 0;
  return inOrder.filter((_, at) => (depth += doubt[at] ?? 0) === 0);
}

/** Binary search: the first of `count` ascending places whose comparison is not negative. */
function firstNotBelow(count: number, compare: (at: number) => number): number {
  let low = 0;
  let high = count;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (compare(middle) < 0) low = middle + 1;
    else high = middle;
  }
  return low;
}

function follows(first: Match, second: Match): boolean {
  return second.before === first.before + 1 && second.after === first.after + 1;
}

/** The number of rows that both sequences should share if the first and the last match are right. */
function overlap(matches: readonly Match[], before: number, after: number): number {
  const first = matches[0];
  const last = matches.at(-1);
  if (first === undefined || last === undefined) return 0;
  const leading = Math.min(first.before, first.after);
  const trailing = Math.min(before - last.before, after - last.after) - 1;
  return leading + Math.max(last.before - first.before, last.after - first.after) + 1 + trailing;
}
