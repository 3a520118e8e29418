import * as z from 'zod';

/*
 * The kinds of value a setting can have. The error texts follow the name of the setting: `--port: must be between 1 and 65535,
 * got: 99999`.
 */

/** A whole number from `min` to `max`. */
export function whole(min: number, max: number) {
  const error = `must be between ${min} and ${max}`;
  return z.number({ error }).int({ error }).min(min, { error }).max(max, { error });
}

/** One of several words. */
export function choice<const Words extends readonly [string, ...string[]]>(
  words: Words,
  removed: Readonly<Record<string, string>> = {},
) {
  return z.enum(words, {
    error: ({ input }) => removed[String(input)] ?? `must be one of: ${words.join(', ')}`,
  });
}

/** A text of a certain form, named by `must`. */
export function text(must: string, shape: RegExp) {
  return z.string({ error: must }).regex(shape, { error: must });
}

/** On or off. */
export function onOrOff() {
  return z.boolean({ error: 'must be true or false' });
}

/** Several values, separated by commas on the command line and in the environment. */
export function listOf<Item extends z.ZodType<string>>(item: Item) {
  return z.array(item, { error: 'must be a list' });
}

/** A path of a file; opened only when needed. */
export function path() {
  return text('must be the path of a file', /\S/);
}

/** A device in the user's words: virtual, an adb serial, tcp:host:port, linux[:display], macos. */
export function device() {
  const must = 'must be virtual, an adb serial, tcp:HOST:PORT, linux[:DISPLAY] or macos';
  return text(must, /^[^\s,]+$/).refine((id) => !id.startsWith('tcp:') || /^tcp:.+:\d{1,5}$/.test(id), {
    error: must,
  });
}

/** The form of a value as text, which decides how it is parsed from the command line and the environment. */
export type Kind = 'text' | 'number' | 'switch' | 'list' | 'block';

/** The kind of value that a schema describes. */
export function kindOf(schema: z.ZodType): Kind {
  if (schema instanceof z.ZodBoolean) return 'switch';
  if (schema instanceof z.ZodNumber) return 'number';
  if (schema instanceof z.ZodArray) return 'list';
  return schema instanceof z.ZodObject ? 'block' : 'text';
}
