import { asList } from '../dbus/value.ts';
import type { Reference } from './accessible.ts';
import { interfaces } from './accessible.ts';
import type { AppReader } from './app-reader.ts';
import { askChildren, asReference, keyOf } from './cache-item.ts';
import type { AtspiMethod, Caller } from './caller.ts';
import { orUndefined } from './errors.ts';
import type { State } from './states.ts';
import { stateBits } from './states.ts';

/** Deeper than any window. A longer chain of parents is a cycle. */
const MAX_DEPTH = 500;
/** How many levels parents may leave out, and how many accessibles are looked through on one of them. */
const MAX_BRIDGE = 4;
const MAX_BREADTH = 500;

/** Arguments of Collection.GetMatches. */
const MATCH_ALL = 1;
const CANONICAL_ORDER = 1;
const NO_LIMIT = 0;
const noAttributes: readonly number[] = [];

/**
 * What manages its descendants (tables, trees) is not searched: at-spi2-atk would have it make an object for each cell,
 * which hangs LibreOffice Calc 7.4 as GetChildren does.
 */
const TRAVERSE_MANAGED = false;

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
      TRAVERSE_MANAGED,
    ],
  };
}

/**
 * The keys of the accessibles from a window down to its focused element. at-spi2-atk finds it in one call, so a page
 * of thousands of nodes need not be read. Undefined if the application does not support this, or if the parents of
 * what it returns do not lead back to the window.
 */
export async function askFocusPath(
  reader: AppReader,
  window: Reference,
): Promise<ReadonlySet<string> | undefined> {
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
  const first = path[1];
  return new Set([...path, ...(first === undefined ? [] : await askBridge(caller, window, first))]);
}

/**
 * The keys of what lies between a window and the first accessible on the way to the focus, if parents leave something
 * out: LibreOffice 7.4 calls the window the parent of its root pane, which is the child of a panel of a panel.
 */
async function askBridge(caller: Caller, window: Reference, wanted: string): Promise<readonly string[]> {
  let level: { readonly reference: Reference; readonly above: readonly string[] }[] = [
    { reference: window, above: [] },
  ];
  for (let depth = 0; depth < MAX_BRIDGE && level.length <= MAX_BREADTH; depth += 1) {
    const next = await Promise.all(
      level.map(async ({ reference, above }) => {
        const children = await askFewChildren(caller, reference);
        return children.map((child) => ({ reference: child, above: [...above, keyOf(reference)] }));
      }),
    );
    level = next.flat();
    const found = level.find(({ reference }) => keyOf(reference) === wanted);
    if (found) return found.above;
  }
  return [];
}

async function askFewChildren(caller: Caller, reference: Reference): Promise<readonly Reference[]> {
  const count = await orUndefined(caller.get(reference, interfaces.accessible, 'ChildCount'));
  if (typeof count !== 'number' || count === 0 || count > MAX_BREADTH) return [];
  return (await orUndefined(askChildren(caller, reference))) ?? [];
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
