import { cut, flat } from '../../../sanitize.ts';
import type { Element, Snapshot } from '../../../snapshot.ts';
import { joinedParts } from '../label.ts';
import { about, type LeanScreen, type Line, printed } from '../line.ts';
import { differenceOf } from './compare.ts';
import type { Matching } from './matching.ts';
import { changedLine } from './told.ts';

/** A look and its lines. */
export interface Look {
  readonly snapshot: Snapshot;
  readonly screen: LeanScreen;
}

/** The line of what was acted on, and the line of the screen that it tells already. */
export interface Hit {
  readonly text: string;
  readonly line: Line | undefined;
  readonly isChanged: boolean;
}

/** What was acted on, as it is now; what is not there any more, as it was. */
export function hitOf(hit: Element, looks: { before: Look; now: Look }, matching: Matching): Hit {
  const before = lineIn(hit, looks.before);
  const successor = matching.pairs.find((pair) => before !== undefined && pair.before?.line === before);
  const now = successor?.now.line ?? lineIn(hit, looks.now);
  if (now && before && successor && differenceOf(before, now) !== 'none')
    return { text: changedLine(before, now), line: now, isChanged: true };
  return { text: hitText(now ?? before ?? ownLine(hit)), line: now, isChanged: false };
}

/** What was acted on where the whole screen is told: as it was. */
export function hitBefore(hit: Element, before: Look): string {
  return hitText(lineIn(hit, before) ?? ownLine(hit));
}

function hitText(line: Line): string {
  return `hit: ${printed({ ...line, depth: 0, label: cut(line.label, LONGEST_HIT, '…') })}`;
}

/** Who is meant is clear from the start of a label. */
const LONGEST_HIT = 60;

function lineIn({ id }: Element, { snapshot, screen }: Look): Line | undefined {
  const element = snapshot.element(id);
  if (element === undefined) return undefined;
  return screen.windows.find(({ window }) => window === element.window)?.lineOf(element);
}

/** Something that no line of either look tells. Never what a field holds: it may be a secret. */
function ownLine(element: Element): Line {
  const { text, description, hint, editable, password } = element.node;
  const isField = editable || password;
  const parts = [isField ? '' : flat(text), flat(description), isField ? flat(hint) : ''].filter(Boolean);
  return about(joinedParts(parts.slice(0, 1)), { element, kind: 'handle', numbered: true });
}
