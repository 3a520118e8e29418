import type { Bounds, UiNode } from '../node.ts';
import { align, type Evidence, type Match } from './align.ts';
import type { TrackedElement, TrackedList } from './tracked-element.ts';
import type { Signature } from './signature.ts';

/** The rows of the last look and of this one, and the matches so far. */
interface Rows {
  readonly before: readonly TrackedElement[];
  readonly now: readonly Signature[];
  /** Filled in place. */
  readonly found: (TrackedElement | undefined)[];
  readonly axis: TrackedList['axis'];
}

/**
 * Fields of a form often have no name: no resource id, no label and, if the device does not report hints, nothing else. In the
 * content of a scroll view, whose rows are not recycled, such a field is identified by an adjacent row that is certain and at
 * the same distance as before. The field may have grown with its text, or be clipped by a keyboard that came up.
 */
export function matchFieldsBeside(rows: Rows): void {
  const places = new Map(rows.before.map((row, place) => [row, place]));
  const taken = new Set(rows.found);
  const matchNext = (at: number, step: 1 | -1): void => {
    const anchor = rows.found[at];
    const place = anchor && places.get(anchor);
    if (place === undefined || rows.found[at + step] !== undefined) return;
    const field = rows.before[place + step];
    if (field === undefined || taken.has(field) || !staysBeside(rows, { place, at, step })) return;
    rows.found[at + step] = field;
    taken.add(field);
  };
  // Down and up again: a matched field identifies the next one.
  for (let at = 0; at < rows.now.length; at++) matchNext(at, 1);
  for (let at = rows.now.length - 1; at >= 0; at--) matchNext(at, -1);
}

/** The rows of a form and their hashes. */
export interface FormRows {
  readonly rows: readonly { readonly node: UiNode }[];
  /** 0 if the row cannot be identified by it. */
  readonly rowHashes: readonly number[];
}

/** Aligns the rows of a form; fields without a name count neither for nor against a match. */
export function alignNamed(before: FormRows, after: FormRows, evidence: Evidence): Match[] {
  const [from, to] = [namedPlaces(before), namedPlaces(after)];
  const original = new Map<Match, Match>();
  const placed = (match: Match): Match => {
    const known = original.get(match) ?? { before: from[match.before] ?? 0, after: to[match.after] ?? 0 };
    original.set(match, known);
    return known;
  };
  const hashesAt = ({ rowHashes }: FormRows, places: readonly number[]) =>
    places.map((place) => rowHashes[place] ?? 0);
  return align(hashesAt(before, from), hashesAt(after, to), {
    standAlone: (matches) => {
      const allowed = new Set(evidence.standAlone(matches.map(placed)));
      return matches.filter((match) => allowed.has(placed(match)));
    },
    confirmsNeighbour: (match) => evidence.confirmsNeighbour(placed(match)),
    isOtherPage: (matches) => evidence.isOtherPage(matches.map(placed)),
  }).map(placed);
}

function namedPlaces({ rows, rowHashes }: FormRows): number[] {
  return rows.flatMap(({ node }, place) => (rowHashes[place] === 0 && holdsField(node) ? [] : [place]));
}

/** Whether the field next to a row was next to it, at the same distance, before. */
function staysBeside(
  { before, now, axis }: Rows,
  { place, at, step }: { readonly place: number; readonly at: number; readonly step: 1 | -1 },
): boolean {
  const [anchorWas, anchorIs] = [before[place], now[at]];
  const [was, is] = [before[place + step], now[at + step]];
  if (!anchorWas || !anchorIs || !was || !is) return false;
  if (was.kind !== is.kind || was.label !== is.label || !holdsField(is.node)) return false;
  const [then, today] = [
    offsets(anchorWas.node.bounds, was.node.bounds, axis),
    offsets(anchorIs.node.bounds, is.node.bounds, axis),
  ];
  const gap = step === 1 ? 'behind' : 'ahead';
  return then[gap] === today[gap] && then.left === today.left && then.right === today.right;
}

function holdsField({ editable, children }: UiNode): boolean {
  return editable || children.some(holdsField);
}

/** The distance of a row from another one: along the axis before or after it, and across the axis at both sides. */
function offsets(anchor: Bounds, row: Bounds, axis: TrackedList['axis']) {
  return axis === 'vertical'
    ? {
        behind: row.top - anchor.bottom,
        ahead: anchor.top - row.bottom,
        left: row.left - anchor.left,
        right: row.right - anchor.right,
      }
    : {
        behind: row.left - anchor.right,
        ahead: anchor.left - row.right,
        left: row.top - anchor.top,
        right: row.bottom - anchor.bottom,
      };
}
