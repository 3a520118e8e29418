import { BusError, noReply } from '../dbus/bus.ts';
import type { Value } from '../dbus/value.ts';
import { asList, asNumber, asText } from '../dbus/value.ts';
import type { Reference } from './accessible.ts';
import { interfaces } from './accessible.ts';
import { chromium } from './chromium.ts';
import type { Conversation } from './conversation.ts';
import type { Item } from './item.ts';
import { asReference, keyOf, statesOf } from './item.ts';
import { nativeRole } from './roles.ts';
import { noTags } from './tags.ts';

const cachePath = '/org/a11y/atspi/cache';

/**
 * What an application's cache tells in one answer, by `keyOf`. It may tell less than there is (GTK3's lists, GTK4
 * before somebody walked it) or nothing (Qt5, or nobody listens to events yet): whoever reads it asks for the rest.
 */
export async function askCache(
  talk: Conversation,
  app: Reference,
  toolkit: string,
): Promise<ReadonlyMap<string, Item>> {
  try {
    const cache = { bus: app.bus, path: cachePath };
    const [items] = await talk.ask(cache, { interface: interfaces.cache, member: 'GetItems' });
    return cachedItems(asList(items), app, toolkit);
  } catch (error) {
    if (error instanceof BusError && error.errorName !== noReply) return new Map();
    throw error;
  }
}

interface Entry {
  readonly item: Omit<Item, 'children' | 'tags'>;
  readonly parent: string;
  readonly index: number;
  readonly childCount: number;
}

/** Items by their keys, with children where the cache holds all of them and their order. */
export function cachedItems(
  values: readonly Value[],
  app: Reference,
  toolkit: string,
): ReadonlyMap<string, Item> {
  const entries = values.map(asList).filter(isCurrentForm).map(entryOf);
  const families = new Map<string, Entry[]>();
  for (const entry of entries) {
    const family = families.get(entry.parent);
    if (family) family.push(entry);
    else families.set(entry.parent, [entry]);
  }
  return new Map(
    entries.map((entry) => {
      const key = keyOf(entry.item.reference);
      const children = key === keyOf(app) ? undefined : certainChildren(entry, families.get(key) ?? []);
      // GTK3 counts a window's title bar after its content and lists it before.
      const inOrder = toolkit === chromium || (children?.length ?? 0) <= 1;
      const tags = toolkit === chromium && entry.item.role === 'static' ? noTags : undefined;
      return [key, { ...entry.item, children: inOrder ? children : undefined, tags }];
    }),
  );
}

/**
 * A cached family is believed if it has as many members as its parent counts and each has its own place. GTK3 gives
 * -1 for the count of menus and lists and for the place of what is not realised yet.
 */
function certainChildren(
  { item, childCount }: Entry,
  family: readonly Entry[],
): readonly Reference[] | undefined {
  if (family.length !== childCount || item.states.has('manages-descendants')) return undefined;
  const inOrder = family.toSorted((a, b) => a.index - b.index);
  return inOrder.every(({ index }, place) => index === place)
    ? inOrder.map((entry) => entry.item.reference)
    : undefined;
}

/** `((so)(so)(so)iiassusau)`: at-spi2-core's form since 2.34. The older one, with lists of children, is left to asking. */
function isCurrentForm(fields: readonly Value[]): boolean {
  return fields.length === 10 && typeof fields[3] === 'number';
}

function entryOf(fields: readonly Value[]): Entry {
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
