import type { Value } from '../dbus/value.ts';
import { asList, asNumber, asText } from '../dbus/value.ts';
import type { Accessible, Reference } from './accessible.ts';
import { interfaces, toolkits } from './accessible.ts';
import type { AppReader } from './app-reader.ts';
import type { Caller } from './caller.ts';
import type { ObjectAttributes } from './object-attributes.ts';
import { attributesIn, noAttributes } from './object-attributes.ts';
import type { NativeRole } from './roles.ts';
import { nativeRole } from './roles.ts';
import { States } from './states.ts';

/** The facts that an application's cache holds about an accessible; the accessible itself can be asked for them too. */
export interface CacheItem extends Pick<
  Accessible,
  'reference' | 'role' | 'name' | 'description' | 'states' | 'interfaces'
> {
  /** Its children, if they are known completely and in order. */
  readonly children: readonly Reference[] | undefined;
  /** The number of children that it reports; undefined if that is not known yet. */
  readonly childCount: number | undefined;
  /** Undefined if they were not part of the reply. */
  readonly objectAttributes: ObjectAttributes | undefined;
}

/** Decodes a reference, `(so)`. */
export function asReference(value: Value | undefined): Reference {
  const [bus, path] = asList(value);
  return { bus: asText(bus), path: asText(path) };
}

/** Returns false for the null reference. */
export function exists({ bus, path }: Reference): boolean {
  return bus !== '' && path !== '' && path !== '/org/a11y/atspi/null';
}

/** A reference as a map key. */
export function keyOf({ bus, path }: Reference): string {
  return `${bus}${path}`;
}

/** Asks an accessible for what the cache does not hold. */
export async function askItem(reader: AppReader, reference: Reference): Promise<CacheItem> {
  if (!reader.mayAsk('name of embedded')) return askItemByRole(reader, reference);
  return askOfRole(reader, reference, askRole(reader.caller, reference));
}

/** Asks for the role first, and then nothing that would end the application. */
async function askItemByRole(reader: AppReader, reference: Reference): Promise<CacheItem> {
  const { caller } = reader;
  const role = await askRole(caller, reference);
  if (role !== 'embedded') return askOfRole(reader, reference, role);
  const [states, offered, childCount] = await Promise.all([
    askStates(caller, reference),
    askInterfaces(caller, reference),
    caller.get(reference, interfaces.accessible, 'ChildCount'),
  ]);
  const unknown = { name: '', description: '', children: undefined, objectAttributes: noAttributes };
  return { reference, role, states, interfaces: offered, ...unknown, childCount: asNumber(childCount) };
}

async function askOfRole(
  reader: AppReader,
  reference: Reference,
  itsRole: NativeRole | Promise<NativeRole>,
): Promise<CacheItem> {
  const { caller } = reader;
  const [role, states, offered, properties] = await Promise.all([
    itsRole,
    askStates(caller, reference),
    askInterfaces(caller, reference),
    askProperties(reader, reference),
  ]);
  return { reference, role, states, interfaces: offered, ...properties };
}

export async function askRole(caller: Caller, reference: Reference): Promise<NativeRole> {
  const [role] = await caller.call(reference, { interface: interfaces.accessible, member: 'GetRole' });
  return nativeRole(asNumber(role));
}

export async function askStates(caller: Caller, reference: Reference): Promise<States> {
  const [states] = await caller.call(reference, { interface: interfaces.accessible, member: 'GetState' });
  return statesOf(states);
}

export async function askName(caller: Caller, reference: Reference): Promise<string> {
  return asText(await caller.get(reference, interfaces.accessible, 'Name'));
}

export async function askInterfaces(caller: Caller, reference: Reference): Promise<ReadonlySet<string>> {
  const [offered] = await caller.call(reference, {
    interface: interfaces.accessible,
    member: 'GetInterfaces',
  });
  return new Set(asList(offered).map(asText));
}

/** Asks for the properties of an accessible, with GetAll where that is possible. */
export async function askProperties(
  reader: AppReader,
  reference: Reference,
): Promise<Pick<CacheItem, 'name' | 'description'> & Counted> {
  const { caller } = reader;
  if (!reader.mayAsk('GetAll')) {
    const [name, description, counted] = await Promise.all([
      askName(caller, reference),
      caller.get(reference, interfaces.accessible, 'Description'),
      askCounted(reader, reference),
    ]);
    return { name, description: asText(description), ...counted };
  }
  const properties = await caller.getAll(reference, interfaces.accessible);
  return {
    name: asText(properties.get('Name')),
    description: asText(properties.get('Description')),
    ...countedIn(properties),
  };
}

/** Fills in what an item of the cache lacks if the cache does not count children. */
export type Counted = Pick<CacheItem, 'children' | 'childCount' | 'objectAttributes'>;

/** Asks for the number of children: children are requested only once it is known. */
export async function askCounted(reader: AppReader, reference: Reference): Promise<Counted> {
  const { caller, toolkit } = reader;
  if (reader.mayAsk('GetAll')) return countedIn(await caller.getAll(reference, interfaces.accessible));
  const childCount = asNumber(await caller.get(reference, interfaces.accessible, 'ChildCount'));
  // GTK 4.8 does not count everything that it lists.
  const children = childCount === 0 && toolkit !== toolkits.gtk4 ? [] : undefined;
  return { children, childCount, objectAttributes: undefined };
}

function countedIn(properties: ReadonlyMap<string, Value>): Counted {
  const childCount = asNumber(properties.get('ChildCount'));
  return {
    children: childCount === 0 ? [] : undefined,
    childCount,
    objectAttributes: attributesIn(properties),
  };
}

export async function askChildren(caller: Caller, reference: Reference): Promise<Reference[]> {
  const [children] = await caller.call(reference, {
    interface: interfaces.accessible,
    member: 'GetChildren',
  });
  return asList(children).map(asReference).filter(exists);
}

export function statesOf(value: Value | undefined): States {
  const [low, high] = asList(value);
  return new States(asNumber(low), asNumber(high));
}
