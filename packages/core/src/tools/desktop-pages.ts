import { randomBytes } from 'node:crypto';
import type { Device } from '../device/port.ts';
import type { Discontinued, Listing, Position, Question } from '@handeye/screen/desktop/page';
import { cursorAt, KeptReads } from '@handeye/screen/desktop/page';
import type { Placed } from '@handeye/screen/desktop/tree-order';
import { DesktopError } from './desktop-failures.ts';
import type { ToolContext } from './frame/define.ts';

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

/** Of each device, the reads that have further pages. */
const readsOf = new WeakMap<Device, KeptReads>();

interface Asked {
  readonly cursor: string | undefined;
  readonly question: Question;
  /** How many nodes an answer holds: what has no further page is not kept. */
  readonly most: number;
}

/** The list that answers a question: of the read that a cursor names, else read now. */
export async function listingFor(
  { device, call }: ToolContext,
  { cursor, question, most }: Asked,
  read: () => Promise<Listing>,
): Promise<Position> {
  const reads = readsOf.get(device) ?? new KeptReads(() => randomBytes(8).toString('hex'));
  readsOf.set(device, reads);
  if (cursor === undefined) {
    const listing = await read();
    if (listing.nodes.length <= most) return { read: '', listing, first: 0 };
    return reads.keep(listing, question, call.clock.now());
  }
  const position = reads.find(cursor, question, call.clock.now());
  if (typeof position === 'string') throw discontinued[position]();
  return position;
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
  gone: () =>
    new DesktopError(
      'stale_element',
      'What the cursor continues is not kept any more: it is too old, or the application was restarted',
      'Start again without cursor, and narrow the request so that everything fits into one answer.',
    ),
};

/** The `most` nodes from the position on. `narrow` says how to get along with fewer. */
export function pageOf(position: Position, { most, narrow }: { most: number; narrow: string }): Page {
  const { listing, first } = position;
  const shown = listing.nodes.slice(first, first + most);
  const nextCursor = cursorAt(position, first + most);
  const facts = { hasMoreResults: nextCursor !== undefined, resultCount: shown.length };
  if (nextCursor === undefined)
    return { shown, facts: { ...facts, ...(listing.note && { guidance: listing.note }) } };
  const guidance = `Results ${first + 1} to ${first + shown.length} of ${listing.nodes.length}. Continue with nextCursor, or narrow the request: ${narrow}.`;
  return { shown, facts: { ...facts, nextCursor, guidance } };
}
