import { asList } from '../dbus/value.ts';
import type { Reference } from './accessible.ts';
import { interfaces } from './accessible.ts';
import type { AppReader } from './app-reader.ts';
import { asReference, keyOf } from './cache-item.ts';
import type { AtspiMethod, Caller } from './caller.ts';
import { orUndefined } from './errors.ts';
import type { ContainerPart } from './large-containers.ts';
import type { State } from './states.ts';
import { stateBits } from './states.ts';

/** Deeper than any window. A longer chain of parents is a cycle. */
const MAX_DEPTH = 500;

/** Arguments of Collection.GetMatches. */
const MATCH_ALL = 1;
const CANONICAL_ORDER = 1;
const NO_LIMIT = 0;
const noAttributes: readonly number[] = [];

/** The path from a window down to its focused element; only the window if nothing has the focus. */
export interface FocusPath {
  /** Keys of the accessibles on the path. */
  readonly keys: ReadonlySet<string>;
  /** The parts to read of containers on the path that have too many children. */
  readonly parts: ReadonlyMap<string, ContainerPart>;
}

/** Finds everything below an accessible that has a state. */
function getWithState(state: State): AtspiMethod {
  return {
    interface: interfaces.collection,
    member: 'GetMatches',
    signature: '(aiia{ss}iaiiasib)uib',
    args: [
      [stateBits(state), MATCH_ALL, [], MATCH_ALL, noAttributes, MATCH_ALL, [], MATCH_ALL, false],
      CANONICAL_ORDER,
      NO_LIMIT,
      true,
    ],
  };
}

/**
 * The path from a window down to its focused element. at-spi2-atk finds it in one call, so a page of thousands of nodes need
 * not be read. Undefined if the application does not support this, or if the parents of what it returns do not lead back to the
 * window.
 */
export async function askFocusPath(reader: AppReader, window: Reference): Promise<FocusPath | undefined> {
  const { caller } = reader;
  if (!reader.mayAsk('GetMatches')) return undefined;
  const found = await orUndefined(caller.call(window, getWithState('focused')));
  if (!found) return undefined;
  const candidates = asList(found[0]).map(asReference);
  let path = [keyOf(window)];
  // In tree order. Containers may have the state too: the innermost below the first one is the focused element.
  for (const candidate of candidates) {
    const next = await askPathDown(caller, window, candidate);
    if (!next) return undefined;
    if (candidate !== candidates[0] && !next.includes(path.at(-1) ?? '')) break;
    path = next;
  }
  return { keys: new Set(path), parts: new Map() };
}

/** The keys from a window down to an accessible below it. */
async function askPathDown(
  caller: Caller,
  window: Reference,
  below: Reference,
): Promise<string[] | undefined> {
  const path: string[] = [];
  for (let at = below; path.length < MAX_DEPTH;) {
    path.unshift(keyOf(at));
    if (keyOf(at) === keyOf(window)) return path;
    const parent = await orUndefined(caller.get(at, interfaces.accessible, 'Parent'));
    if (parent === undefined) return undefined;
    at = asReference(parent);
  }
  return undefined;
}
