import * as z from 'zod';

/**
 * The words that tools build their input schemas from. Descriptions are read by models on every
 * conversation: each is as short as it can be and still be understood.
 */

export const coordinate = z.number().min(0).describe('Screen pixels');
export const milliseconds = z.number().min(1).max(60_000).describe('Milliseconds');
export const waitingTime = z.int().min(1).max(30_000).describe('Milliseconds');

/** The schemas of ids. Where screens are lean, an id may also be an integer. */
const ids = new WeakSet<object>();

export function isId(schema: object): boolean {
  return ids.has(schema);
}

function id<S extends z.ZodString>(schema: S): S {
  ids.add(schema);
  return schema;
}

export const elementId = idOf('Id from get_screen_state or find_elements');

/** An element's id, with words of its own. */
export function idOf(description: string): z.ZodString {
  return id(z.string().min(1).describe(description));
}

/** One of several ids; any text is one, and may be unknown. */
export const anyId = id(z.string());

export const direction = z.enum(['up', 'down', 'left', 'right']).describe('Where to go');

/** How find_elements and wait_for_element name what they look for. */
export const criteria = {
  by: z.enum(['text', 'content_desc', 'resource_id', 'class_name']).describe('Property to search'),
  value: z.string().min(1).describe('Text to find in it, ignoring case'),
};

/** The same where screens are lean, which show hints and the names of resources beside texts. */
export const leanBy = z
  .enum(['any', ...criteria.by.options])
  .default('any')
  .describe('any: text, description, hint or resource name');

/** The input of a tool without parameters. */
export const nothing = z.strictObject({});

/** Leniencies that real clients need, by schema: what to make of the value before it is checked. */
const leniencies = new WeakMap<z.ZodType, (value: unknown) => unknown>();

export function leniency(schema: z.ZodType): ((value: unknown) => unknown) | undefined {
  return leniencies.get(schema);
}

/** A boolean that may also arrive as "true" or "false". */
export function flag(): z.ZodBoolean {
  const schema = z.boolean();
  leniencies.set(schema, (value) => (value === 'true' ? true : value === 'false' ? false : value));
  return schema;
}

/** A text that may also arrive as a number. */
export function words(description: string): z.ZodString {
  const schema = z.string().min(1).describe(description);
  leniencies.set(schema, (value) => (typeof value === 'number' ? String(value) : value));
  return schema;
}

/** One of the given upper-case words, in any case. */
export function anyCase<const Words extends readonly [string, ...string[]]>(
  words: Words,
  description: string,
) {
  const schema = z.enum(words).describe(description);
  leniencies.set(schema, (value) => (typeof value === 'string' ? value.toUpperCase() : value));
  return schema;
}

/** One of the given numbers and words; a number may also arrive as text. */
export function oneOf<const Values extends readonly (string | number)[]>(values: Values) {
  const schema = z.literal(values);
  leniencies.set(schema, (value) => values.find((one) => String(one) === value) ?? value);
  return schema;
}
