import type { Match } from './align.ts';
import { labelsOf, sameShape, type Signature } from './signature.ts';
import type { TrackedElement } from './tracked-element.ts';

/** The rows of a container at the last look and at this one, and the matches so far. */
export interface TitledRows {
  readonly before: readonly TrackedElement[];
  readonly now: readonly Signature[];
  readonly found: readonly (TrackedElement | undefined)[];
  /** Whether both rows show their titles: a clipped row may have lost it and begin with something else. */
  readonly mayBeSame: (match: Match) => boolean;
  /** Whether a row can be the same although no other row is known. */
  readonly mayStandAlone: (match: Match) => boolean;
}

/**
 * Rows that kept their title while something else in them changed (a switch, a progress, the last message). A title is weaker
 * than a label: two messages from one sender share it. So it counts only at the same distance from the nearest known row;
 * without any known row, only if all titles are the same and nothing moved.
 */
export function matchTitles(rows: TitledRows): readonly Match[] {
  const places = new Map(rows.before.map((row, place) => [row, place]));
  const known = rows.found.flatMap((row, after): Match[] => {
    const before = row && places.get(row);
    return before === undefined ? [] : [{ before, after }];
  });
  if (known.length === rows.now.length) return [];
  const isTitled = titleTest(rows);
  if (known.length === 0) {
    const all = rows.now.map((_, place) => ({ before: place, after: place }));
    const stayed =
      rows.before.length === rows.now.length &&
      all.every((match) => sameTitle(rows, match) && (isTitled(match) || isUnchanged(rows, match)));
    return stayed ? all.filter((match) => isTitled(match) && rows.mayStandAlone(match)) : [];
  }
  return besideKnown(rows, known).filter((match) => isTitled(match) && rows.mayBeSame(match));
}

/** The unknown rows at the same distance from a known row as before, on each side that has one. */
function besideKnown({ before, now, found }: TitledRows, known: readonly Match[]): readonly Match[] {
  const matches: Match[] = [];
  let next = 0;
  for (let after = 0; after < now.length; after++) {
    while ((known[next]?.after ?? now.length) <= after) next++;
    if (found[after] !== undefined) continue;
    const shifts = [known[next - 1], known[next]].flatMap((row) => (row ? [row.before - row.after] : []));
    const [shift = 0] = shifts;
    const place = after + shift;
    if (shifts.every((other) => other === shift) && place >= 0 && place < before.length) {
      matches.push({ before: place, after });
    }
  }
  return matches;
}

/**
 * Whether a row has the same title as before, shared by no other row (a clipped row may begin with the button that all have),
 * and a label that moved nowhere else.
 */
function titleTest(rows: TitledRows): (match: Match) => boolean {
  const [before, now] = [labelCounts(rows.before), labelCounts(rows.now)];
  return (match) => {
    const [was, is] = [rows.before[match.before], rows.now[match.after]];
    if (was === undefined || is === undefined || !sameTitle(rows, match)) return false;
    const own = was.label === is.label ? 1 : 0;
    const isSole = before.parts.get(is.title) === 1 && now.parts.get(is.title) === 1;
    return isSole && (before.labels.get(is.label) ?? 0) <= own && (now.labels.get(was.label) ?? 0) <= own;
  };
}

function sameTitle({ before, now }: TitledRows, match: Match): boolean {
  const [was, is] = [before[match.before], now[match.after]];
  return was !== undefined && is?.kind === was.kind && is.title !== 0 && is.title === was.title;
}

/**
 * Unchanged rows. A title that other rows share (a clipped row begins with the button of all) does not distinguish a change
 * from another row.
 */
function isUnchanged({ before, now }: TitledRows, match: Match): boolean {
  const [was, is] = [before[match.before], now[match.after]];
  return was !== undefined && was.label === is?.label && sameShape(was, is);
}

/** How many rows have each label, and how many hold each part of one. */
function labelCounts(rows: readonly (TrackedElement | Signature)[]) {
  const [parts, labels] = [new Map<number, number>(), new Map<number, number>()];
  for (const row of rows) {
    labels.set(row.label, (labels.get(row.label) ?? 0) + 1);
    for (const part of new Set([row.title, ...labelsOf(row)])) parts.set(part, (parts.get(part) ?? 0) + 1);
  }
  return { parts, labels };
}
