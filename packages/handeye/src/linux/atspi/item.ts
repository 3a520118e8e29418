import type { Value } from '../dbus/value.ts';
import { asList, asNumber, asText } from '../dbus/value.ts';
import type { Accessible, Reference } from './accessible.ts';
import { interfaces } from './accessible.ts';
import type { Conversation } from './conversation.ts';
import type { Inquiry } from './inquiry.ts';
import type { NativeRole } from './roles.ts';
import { nativeRole } from './roles.ts';
import { States } from './states.ts';
import type { Tags } from './tags.ts';
import { tagsIn } from './tags.ts';

/** What an application's cache, or a few questions, tell of one accessible. */
export interface Item extends Pick<
  Accessible,
  'reference' | 'role' | 'name' | 'description' | 'states' | 'interfaces'
> {
  /** Its children if they are known for certain and in their order. */
  readonly children: readonly Reference[] | undefined;
  /** Its attributes and its id, if they came along with the rest. */
  readonly tags: Tags | undefined;
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
export async function askItem(inquiry: Inquiry, reference: Reference): Promise<Item> {
  const { talk } = inquiry;
  const [role, states, offered, rest] = await Promise.all([
    askRole(talk, reference),
    askStates(talk, reference),
    askInterfaces(talk, reference),
    askRest(inquiry, reference),
  ]);
  return { reference, role, states, interfaces: offered, ...rest };
}

export async function askRole(talk: Conversation, reference: Reference): Promise<NativeRole> {
  const [role] = await talk.ask(reference, { interface: interfaces.accessible, member: 'GetRole' });
  return nativeRole(asNumber(role));
}

export async function askStates(talk: Conversation, reference: Reference): Promise<States> {
  const [states] = await talk.ask(reference, { interface: interfaces.accessible, member: 'GetState' });
  return statesOf(states);
}

export async function askName(talk: Conversation, reference: Reference): Promise<string> {
  return asText(await talk.get(reference, interfaces.accessible, 'Name'));
}

export async function askInterfaces(talk: Conversation, reference: Reference): Promise<ReadonlySet<string>> {
  const [offered] = await talk.ask(reference, { interface: interfaces.accessible, member: 'GetInterfaces' });
  return new Set(asList(offered).map(asText));
}

/** What an accessible is called and what else its properties tell: at once where all may be asked together. */
export async function askRest(
  { talk, bridged }: Inquiry,
  reference: Reference,
): Promise<Pick<Item, 'name' | 'description' | 'children' | 'tags'>> {
  if (!bridged) {
    const [name, description] = await Promise.all([
      askName(talk, reference),
      talk.get(reference, interfaces.accessible, 'Description'),
    ]);
    return { name, description: asText(description), children: undefined, tags: undefined };
  }
  const properties = await talk.getAll(reference, interfaces.accessible);
  return {
    name: asText(properties.get('Name')),
    description: asText(properties.get('Description')),
    children: properties.get('ChildCount') === 0 ? [] : undefined,
    tags: tagsIn(properties),
  };
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
