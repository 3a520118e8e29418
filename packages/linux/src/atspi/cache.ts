import { DBusError, isNoReply } from '../dbus/errors.ts';
import type { Value } from '../dbus/value.ts';
import { asList, asNumber, asText } from '../dbus/value.ts';
import type { Reference } from './accessible.ts';
import { interfaces, toolkits } from './accessible.ts';
import type { CacheItem } from './cache-item.ts';
import { asReference, keyOf, statesOf } from './cache-item.ts';
import type { Caller } from './caller.ts';
import { noAttributes } from './object-attributes.ts';
import { nativeRole } from './roles.ts';

const CACHE_PATH = '/org/a11y/atspi/cache';

/**
 * Reads the cache of an application in one call; keys are `keyOf`. It may be incomplete (GTK3's lists, GTK4 before a
 * client walked the tree) or empty (Qt5, or no client listens to events yet): the caller asks for the rest.
 */
export async function askCache(
  caller: Caller,
  app: Reference,
  toolkit: string,
): Promise<ReadonlyMap<string, CacheItem>> {
  try {
    const cache = { bus: app.bus, path: CACHE_PATH };
    const [items] = await caller.call(cache, { interface: interfaces.cache, member: 'GetItems' });
    return cachedItems(asList(items), app, toolkit);
  } catch (error) {
    if (error instanceof DBusError && !isNoReply(error)) return new Map();
    throw error;
  }
}

interface Entry {
  readonly item: Omit<CacheItem, 'children' | 'childCount' | 'objectAttributes'>;
  readonly parent: string;
  readonly index: number;
  readonly childCount: number;
}

/** Items by key, with children where the cache holds all of them in order. */
export function cachedItems(
  values: readonly Value[],
  app: Reference,
  toolkit: string,
): ReadonlyMap<string, CacheItem> {
  const entries = values.map(asList).filter(isCurrentFormat).map(parseEntry);
  const childrenByParent = new Map<string, Entry[]>();
  for (const entry of entries) {
    const siblings = childrenByParent.get(entry.parent);
    if (siblings) siblings.push(entry);
    else childrenByParent.set(entry.parent, [entry]);
  }
  return new Map(
    entries.map((entry) => {
      const key = keyOf(entry.item.reference);
      const children =
        key === keyOf(app) ? undefined : completeChildren(entry, childrenByParent.get(key) ?? []);
      // GTK3 numbers a window's title bar after its content, but lists it first.
      const inOrder = toolkit === toolkits.chromium || (children?.length ?? 0) <= 1;
      const objectAttributes =
        toolkit === toolkits.chromium && entry.item.role === 'static' ? noAttributes : undefined;
      // -1 if it is not known.
      const childCount = entry.childCount < 0 ? undefined : entry.childCount;
      return [key, { ...entry.item, children: inOrder ? children : undefined, childCount, objectAttributes }];
    }),
  );
}

/**
 * The cached children, if there are as many as the parent counts and each has its own index. GTK3 gives -1 as the
 * count of menus and lists, and as the index of widgets that are not realised yet.
 */
function completeChildren(
  { item, childCount }: Entry,
  children: readonly Entry[],
): readonly Reference[] | undefined {
  if (children.length !== childCount || item.states.has('manages-descendants')) return undefined;
  const inOrder = children.toSorted((a, b) => a.index - b.index);
  return inOrder.every(({ index }, position) => index === position)
    ? inOrder.map((entry) => entry.item.reference)
    : undefined;
}

/** `((so)(so)(so)iiassusau)`, used since at-spi2-core 2.34. The older format, with lists of children, is ignored. */
function isCurrentFormat(fields: readonly Value[]): boolean {
  return fields.length === 10 && typeof fields[3] === 'number';
}

function parseEntry(fields: readonly Value[]): Entry {
  const [reference, , parent, index, childCount, offered, name, role, description, states] = fields;
  return {
    item: {
      reference: asReference(reference),
      role: nativeRole(asNumber(role)),
      name: asText(name),
      description: asText(description),
      states: statesOf(states),
      interfaces: new Set(asList(offered).map(asText)),
    },
    parent: keyOf(asReference(parent)),
    index: asNumber(index),
    childCount: asNumber(childCount),
  };
}
