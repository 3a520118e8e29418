import { filled } from '../filled.ts';
import type { Value } from '../dbus/value.ts';
import { asList, asText } from '../dbus/value.ts';
import type { Accessible, Reference } from './accessible.ts';
import { interfaces } from './accessible.ts';
import { orNothing } from './gone.ts';
import type { Inquiry } from './inquiry.ts';

/** What an application's author attached to an accessible. */
export type Tags = Pick<Accessible, 'attributes' | 'identifier'>;

export const noTags: Tags = { attributes: {}, identifier: undefined };

/** The tags among all properties of an accessible; older bridges (before at-spi2-atk 2.36) do not list attributes. */
export function tagsIn(properties: ReadonlyMap<string, Value>): Tags | undefined {
  const attributes = properties.get('Attributes');
  return attributes === undefined ? undefined : tagsOf(attributes, properties.get('AccessibleId'));
}

/** Asks an accessible for its tags alone. */
export async function askTags({ talk, toolkit, bridged }: Inquiry, reference: Reference): Promise<Tags> {
  const { accessible } = interfaces;
  const all = bridged ? await orNothing(talk.getAll(reference, accessible)) : undefined;
  const known = all && tagsIn(all);
  if (known) return known;
  const [attributes, identifier] = await Promise.all([
    orNothing(talk.ask(reference, { interface: accessible, member: 'GetAttributes' })),
    // Other toolkits tell it among the attributes, or not at all.
    toolkit === 'gtk' ? orNothing(talk.get(reference, accessible, 'AccessibleId')) : undefined,
  ]);
  return tagsOf(attributes?.[0], identifier);
}

function tagsOf(value: Value | undefined, identifier: Value | undefined): Tags {
  const attributes: Record<string, string> = {};
  for (const pair of asList(value)) {
    const [name, said] = asList(pair);
    attributes[asText(name)] = asText(said);
  }
  return { attributes, identifier: filled(asText(identifier)) ?? filled(attributes.id) };
}
