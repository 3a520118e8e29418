import type { Value } from '../dbus/value.ts';
import { asList, asNumber, asText } from '../dbus/value.ts';
import type { Reference } from './accessible.ts';
import { interfaces } from './accessible.ts';
import type { Conversation } from './conversation.ts';
import type { NativeRole } from './roles.ts';
import { nativeRole } from './roles.ts';
import { States } from './states.ts';

/** What an application's cache, or five questions, tell of one accessible. */
export interface Item {
  readonly reference: Reference;
  readonly role: NativeRole;
  readonly name: string;
  readonly description: string;
  readonly states: States;
  readonly interfaces: ReadonlySet<string>;
  /** Its children if they are known for certain and in their order. */
  readonly children: readonly Reference[] | undefined;
}

/** A reference as it travels: `(so)`. */
export function asReference(value: Value | undefined): Reference {
  const [bus, path] = asList(value);
  return { bus: asText(bus), path: asText(path) };
}

/** Whether a reference leads anywhere. */
export function exists({ bus, path }: Reference): boolean {
  return bus !== '' && path !== '' && path !== '/org/a11y/atspi/null';
}

/** A name for a reference that can be looked up. */
export function keyOf({ bus, path }: Reference): string {
  return `${bus}${path}`;
}

/** Asks an accessible for what the cache did not tell. */
export async function askItem(talk: Conversation, reference: Reference): Promise<Item> {
  const [identity, description, offered] = await Promise.all([
    askIdentity(talk, reference),
    askDescription(talk, reference),
    askInterfaces(talk, reference),
  ]);
  return { ...identity, description, interfaces: offered, children: undefined };
}

/** What an accessible is: half of what there is to ask. */
export async function askIdentity(
  talk: Conversation,
  reference: Reference,
): Promise<Pick<Item, 'reference' | 'name' | 'role' | 'states'>> {
  const { accessible } = interfaces;
  const [name, [role], [states]] = await Promise.all([
    talk.get(reference, accessible, 'Name'),
    talk.ask(reference, { interface: accessible, member: 'GetRole' }),
    talk.ask(reference, { interface: accessible, member: 'GetState' }),
  ]);
  return { reference, role: nativeRole(asNumber(role)), name: asText(name), states: statesOf(states) };
}

export async function askDescription(talk: Conversation, reference: Reference): Promise<string> {
  return asText(await talk.get(reference, interfaces.accessible, 'Description'));
}

export async function askInterfaces(talk: Conversation, reference: Reference): Promise<ReadonlySet<string>> {
  const [offered] = await talk.ask(reference, { interface: interfaces.accessible, member: 'GetInterfaces' });
  return new Set(asList(offered).map(asText));
}

/** Asks an accessible for its children. */
export async function askChildren(talk: Conversation, reference: Reference): Promise<Reference[]> {
  const [children] = await talk.ask(reference, { interface: interfaces.accessible, member: 'GetChildren' });
  return asList(children).map(asReference).filter(exists);
}

export function statesOf(value: Value | undefined): States {
  const [low, high] = asList(value);
  return new States(asNumber(low), asNumber(high));
}
