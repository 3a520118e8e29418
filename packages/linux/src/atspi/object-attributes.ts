import type { Value } from '../dbus/value.ts';
import { asList, asText } from '../dbus/value.ts';
import type { Accessible, Reference } from './accessible.ts';
import { interfaces, toolkits } from './accessible.ts';
import type { AppReader } from './app-reader.ts';
import { orUndefined } from './errors.ts';
import { nonEmpty } from './names.ts';

/** Object attributes and accessible id: what the author of an application attached to an accessible. */
export type ObjectAttributes = Pick<Accessible, 'attributes' | 'identifier'>;

export const noAttributes: ObjectAttributes = { attributes: {}, identifier: undefined };

/** Takes them from all properties of an accessible. Undefined before at-spi2-atk 2.36, which does not list them. */
export function attributesIn(properties: ReadonlyMap<string, Value>): ObjectAttributes | undefined {
  const attributes = properties.get('Attributes');
  return attributes === undefined ? undefined : parseAttributes(attributes, properties.get('AccessibleId'));
}

/** Asks an accessible for its object attributes and id only. */
export async function askAttributes(reader: AppReader, reference: Reference): Promise<ObjectAttributes> {
  const { caller, toolkit } = reader;
  const { accessible } = interfaces;
  const all = reader.mayAsk('GetAll') ? await orUndefined(caller.getAll(reference, accessible)) : undefined;
  const known = all && attributesIn(all);
  if (known) return known;
  const [attributes, identifier] = await Promise.all([
    orUndefined(caller.call(reference, { interface: accessible, member: 'GetAttributes' })),
    // Other toolkits put the id into the attributes, or do not have one.
    toolkit === toolkits.gtk3 ? orUndefined(caller.get(reference, accessible, 'AccessibleId')) : undefined,
  ]);
  return parseAttributes(attributes?.[0], identifier);
}

function parseAttributes(value: Value | undefined, identifier: Value | undefined): ObjectAttributes {
  const attributes: Record<string, string> = {};
  for (const pair of asList(value)) {
    const [name, text] = asList(pair);
    attributes[asText(name)] = asText(text);
  }
  return { attributes, identifier: nonEmpty(asText(identifier)) ?? nonEmpty(attributes.id) };
}
