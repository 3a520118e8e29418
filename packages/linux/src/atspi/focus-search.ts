import { intersect } from '@handeye/screen/bounds';
import type { Bounds } from '@handeye/screen/node';
import { asNumber } from '../dbus/value.ts';
import type { Reference } from './accessible.ts';
import { interfaces } from './accessible.ts';
import type { AppReader } from './app-reader.ts';
import { askChildren, askInterfaces, askStates, keyOf } from './cache-item.ts';
import { askExtents } from './details.ts';
import { orUndefined } from './errors.ts';
import type { FocusPath } from './focus.ts';
import type { ContainerPart } from './large-containers.ts';
import { askPart, MAX_CHILDREN } from './large-containers.ts';
import { drain } from './queue.ts';

/** Deeper than any window. */
const MAX_DEPTH = 500;
const CONCURRENCY = 128;

/** A searched accessible, and the focus found below it. */
interface Searched {
  readonly reference: Reference;
  readonly parent: Searched | undefined;
  readonly level: number;
  /** It is one of very many siblings. */
  readonly isPart: boolean;
  isFocused: boolean;
  children: readonly Searched[];
  /** The part of its children that was read, if there are too many. */
  part?: ContainerPart;
}

/**
 * The path from a window down to its focused element, for applications that must not search for it: asks only for states and
 * children of showing elements, a fraction of a full read.
 */
export async function searchFocus(reader: AppReader, window: Reference): Promise<FocusPath> {
  const root = searched(window, undefined, false);
  const pending = [root];
  await drain(pending, CONCURRENCY, async (node) => {
    const children = await askShownChildren(reader, node);
    node.children = children;
    pending.push(...children);
  });
  return pathTo(focusedBelow(root) ?? root);
}

function searched(reference: Reference, parent: Searched | undefined, isPart: boolean): Searched {
  return { reference, parent, level: (parent?.level ?? 0) + 1, isPart, isFocused: false, children: [] };
}

async function askShownChildren(reader: AppReader, node: Searched): Promise<Searched[]> {
  const { caller } = reader;
  const { reference, parent, level, isPart } = node;
  const states = await orUndefined(askStates(caller, reference));
  if (!states || (parent && !states.has('showing'))) return [];
  node.isFocused = states.has('focused');
  // Of a thousand cells, only the focused one may have the focus somewhere inside.
  if (level >= MAX_DEPTH || (isPart && !node.isFocused)) return [];
  const counted = await orUndefined(caller.get(reference, interfaces.accessible, 'ChildCount'));
  const childCount = asNumber(counted);
  if (childCount <= 0) return [];
  if (childCount <= MAX_CHILDREN) {
    const children = (await orUndefined(askChildren(caller, reference))) ?? [];
    return children.map((child) => searched(child, node, false));
  }
  const offered = await orUndefined(askInterfaces(caller, reference));
  if (!offered) return [];
  const container = { reference, interfaces: offered, childCount };
  node.part = await askPart(reader, container, await askArea(reader, node));
  return node.part.children.map((child) => searched(child.reference, node, true));
}

/** The visible part of a container: its place, clipped by what is around it. */
async function askArea({ caller }: AppReader, container: Searched): Promise<Bounds | undefined> {
  const around: Reference[] = [];
  for (let at: Searched | undefined = container; at; at = at.parent) around.push(at.reference);
  const places = await Promise.all(around.map((reference) => askExtents(caller, reference)));
  const known = places.filter((place) => place !== undefined);
  return known.reduce<Bounds | undefined>(
    (area, place) => (area && intersect(area, place)) ?? place,
    undefined,
  );
}

/** Containers may also report the focus: the innermost below the first one has it. */
function focusedBelow(node: Searched): Searched | undefined {
  for (const child of node.children) {
    const found = focusedBelow(child);
    if (found) return found;
  }
  return node.isFocused ? node : undefined;
}

function pathTo(focused: Searched): FocusPath {
  const keys = new Set<string>();
  const parts = new Map<string, ContainerPart>();
  for (let at: Searched | undefined = focused, below = focused; at; below = at, at = at.parent) {
    keys.add(keyOf(at.reference));
    if (at.part) parts.set(keyOf(at.reference), only(at.part, below.reference));
  }
  return { keys, parts };
}

function only(part: ContainerPart, child: Reference): ContainerPart {
  return { ...part, children: part.children.filter(({ reference }) => reference === child) };
}
