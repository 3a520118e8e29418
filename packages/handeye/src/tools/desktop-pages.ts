import type { Discontinued, Question } from '../ui/desktop/page.ts';
import type { Placed } from '../ui/desktop/tree-order.ts';
import { cursorAt, positionOf } from '../ui/desktop/page.ts';
import { DesktopError } from './desktop-failures.ts';

/** One part of a list of nodes, and what the answer says of itself. */
export interface Page {
  readonly shown: readonly Placed[];
  readonly facts: {
    readonly hasMoreResults: boolean;
    readonly resultCount: number;
    readonly nextCursor?: string;
    readonly guidance?: string;
  };
}

/** Where an answer begins: at the start of the list, or where the cursor says. */
export function firstOf(cursor: string | undefined, nodes: readonly Placed[], question: Question): number {
  const position = positionOf(cursor, nodes, question);
  if (typeof position === 'number') return position;
  throw discontinued[position]();
}

const discontinued: Readonly<Record<Discontinued, () => DesktopError>> = {
  unreadable: () =>
    new DesktopError(
      'invalid_parameter',
      "Parameter 'cursor' is not a cursor",
      'Pass the nextCursor of an earlier answer unchanged, or omit cursor.',
    ),
  'of another question': () =>
    new DesktopError(
      'invalid_parameter',
      "Parameter 'cursor' belongs to a call with other arguments",
      'Pass the same arguments as in the call that returned the cursor, or omit cursor.',
    ),
  stale: () =>
    new DesktopError(
      'stale_element',
      'The application changed, so its list cannot be continued',
      'Start again without cursor, and narrow the request so that everything fits into one answer.',
    ),
};

/** The `most` nodes from `first` on. `narrow` says how to get along with fewer. */
export function pageOf(
  nodes: readonly Placed[],
  { first, most, question, narrow }: { first: number; most: number; question: Question; narrow: string },
): Page {
  const shown = nodes.slice(first, first + most);
  const nextCursor = cursorAt(first + most, nodes, question);
  const facts = { hasMoreResults: nextCursor !== undefined, resultCount: shown.length };
  if (nextCursor === undefined) return { shown, facts };
  const guidance = `Results ${first + 1} to ${first + shown.length} of ${nodes.length}. Continue with nextCursor, or narrow the request: ${narrow}.`;
  return { shown, facts: { ...facts, nextCursor, guidance } };
}
