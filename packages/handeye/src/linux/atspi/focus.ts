import { asList } from '../dbus/value.ts';
import type { Reference } from './accessible.ts';
import { interfaces } from './accessible.ts';
import type { Conversation } from './conversation.ts';
import { orNothing } from './gone.ts';
import type { Inquiry } from './inquiry.ts';
import { asReference, keyOf } from './item.ts';
import { stateBits } from './states.ts';

/** Deeper than any window; a chain of parents that is longer goes in circles. */
const DEEPEST = 500;

/**
 * The way from a window down to the element in it that has the focus, as keys. at-spi2-atk finds it in one question,
 * so that nobody has to read a page of thousands for it. Undefined where it cannot be asked, or where the answer does
 * not lead back up to the window.
 */
export async function askWayToFocus(
  { talk, bridged }: Inquiry,
  window: Reference,
): Promise<ReadonlySet<string> | undefined> {
  if (!bridged) return undefined;
  const found = await orNothing(talk.ask(window, whoIsFocused));
  if (!found) return undefined;
  const claims = asList(found[0]).map(asReference);
  let way = [keyOf(window)];
  // They come in the order of the tree. Containers claim the focus too: the innermost of the first has it.
  for (const claim of claims) {
    const next = await askWayDown(talk, window, claim);
    if (!next) return undefined;
    if (claim !== claims[0] && !next.includes(way.at(-1) ?? '')) break;
    way = next;
  }
  return new Set(way);
}

/** From a window down to what is below it. */
async function askWayDown(
  talk: Conversation,
  window: Reference,
  below: Reference,
): Promise<string[] | undefined> {
  const way: string[] = [];
  for (let at = below; way.length < DEEPEST;) {
    way.unshift(keyOf(at));
    if (keyOf(at) === keyOf(window)) return way;
    const parent = await orNothing(talk.get(at, interfaces.accessible, 'Parent'));
    if (parent === undefined) return undefined;
    at = asReference(parent);
  }
  return undefined;
}

/** How the parts of a rule are to hold: all of them. */
const ALL = 1;
const CANONICAL_ORDER = 1;
const NO_LIMIT = 0;
const none: readonly number[] = [];

/** Everything below that has the state `focused`, whatever else it is. */
const whoIsFocused = {
  interface: interfaces.collection,
  member: 'GetMatches',
  signature: '(aiia{ss}iaiiasib)uib',
  args: [[stateBits('focused'), ALL, [], ALL, none, ALL, [], ALL, false], CANONICAL_ORDER, NO_LIMIT, true],
};
