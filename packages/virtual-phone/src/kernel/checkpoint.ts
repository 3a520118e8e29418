/**
 * Remembers an object graph and puts it back. A value is written back into the object that it was read from, so
 * references and closures stay valid; code and timers need no serialization.
 *
 * The walk sees ordinary fields (also `private` ones), maps, sets and arrays. It does not see `#private` fields and the
 * variables of closures: the phone's state is never kept there, only its wiring.
 */

/** The method of an object that saves itself; it returns what restores the object. */
export const save = Symbol('save');

interface SelfSaving {
  [save](): () => void;
}

/** Saves all objects that can be reached from the roots; the returned function restores them. */
export function checkpoint(roots: readonly object[]): () => void {
  const reached = new Set(roots);
  const reach = (value: unknown) => {
    if (typeof value === 'object' && value !== null) reached.add(value);
  };
  const restores: (() => void)[] = [];
  // A set's iteration includes what is added meanwhile.
  for (const one of reached) restores.push(saveOne(one, reach));
  return () => {
    for (const restore of restores) restore();
  };
}

type Reach = (value: unknown) => void;

function saveOne(one: object, reach: Reach): () => void {
  if (isSelfSaving(one)) return one[save]();
  if (one instanceof Map) return saveMap(one, reach);
  if (one instanceof Set) return saveSet(one, reach);
  if (Array.isArray(one)) return saveArray(one, reach);
  // Bytes are never changed in place.
  if (ArrayBuffer.isView(one)) return () => undefined;
  return saveFields(one, reach);
}

function isSelfSaving(one: object): one is SelfSaving {
  return save in one;
}

function saveMap(map: Map<unknown, unknown>, reach: Reach): () => void {
  const entries = [...map];
  for (const entry of entries) entry.forEach(reach);
  return () => {
    map.clear();
    for (const [key, value] of entries) map.set(key, value);
  };
}

function saveSet(set: Set<unknown>, reach: Reach): () => void {
  const members = [...set];
  members.forEach(reach);
  return () => {
    set.clear();
    for (const member of members) set.add(member);
  };
}

function saveArray(array: unknown[], reach: Reach): () => void {
  const items = [...array];
  items.forEach(reach);
  return () => {
    if (items.length === array.length && items.every((item, place) => item === array[place])) return;
    array.length = 0;
    for (const item of items) array.push(item);
  };
}

function saveFields(one: object, reach: Reach): () => void {
  const names = Object.keys(one);
  const values = names.map((name): unknown => Reflect.get(one, name));
  values.forEach(reach);
  return () => {
    const current = Object.keys(one);
    const isSame = current.length === names.length && names.every((name, place) => name === current[place]);
    // Added, removed and added again: the order of fields is part of what is seen.
    if (!isSame) for (const name of current) Reflect.deleteProperty(one, name);
    for (const [place, name] of names.entries()) {
      if (Reflect.get(one, name) !== values[place]) Reflect.set(one, name, values[place]);
    }
  };
}
