import * as z from 'zod';

/*
 * The kinds of value a setting can have. Each says what it must be in words that follow the name of the
 * setting: `--port: must be between 1 and 65535, got: 99999`.
 */

/** A whole number from `min` to `max`. */
export function whole(min: number, max: number) {
  const error = `must be between ${min} and ${max}`;
  return z.number({ error }).int({ error }).min(min, { error }).max(max, { error });
}

/** One of a few words. */
export function choice<const Words extends readonly [string, ...string[]]>(
  words: Words,
  removed: Readonly<Record<string, string>> = {},
) {
  return z.enum(words, {
    error: ({ input }) => removed[String(input)] ?? `must be one of: ${words.join(', ')}`,
  });
}

/** A text of a certain shape; `must` says which. */
export function text(must: string, shape: RegExp) {
  return z.string({ error: must }).regex(shape, { error: must });
}

/** On or off. */
export function onOrOff() {
  return z.boolean({ error: 'must be true or false' });
}

/** Several values; on the command line and in the environment separated by commas. */
export function listOf<Item extends z.ZodType<string>>(item: Item) {
  return z.array(item, { error: 'must be a list' });
}

/** A path of a file; it is opened only where it is needed. */
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

/** How a value is written down as text, which decides how it is read from the command line and the environment. */
export type Kind = 'text' | 'number' | 'switch' | 'list' | 'block';

/** The kind of value that a schema describes. */
export function kindOf(schema: z.ZodType): Kind {
  if (schema instanceof z.ZodBoolean) return 'switch';
  if (schema instanceof z.ZodNumber) return 'number';
  if (schema instanceof z.ZodArray) return 'list';
  return schema instanceof z.ZodObject ? 'block' : 'text';
}
