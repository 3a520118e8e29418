import type * as z from 'zod';

const encoder = new TextEncoder();
const decoder = new TextDecoder('utf-8', { fatal: true });

/** A message as it travels. */
export function encoded(value: unknown): Uint8Array {
  return encoder.encode(JSON.stringify(value));
}

/** What a message says; undefined if it is not what the schema wants: peers may be older, newer or broken. */
export function decoded<S extends z.ZodType>(schema: S, data: Uint8Array): z.infer<S> | undefined {
  try {
    return schema.safeParse(JSON.parse(decoder.decode(data))).data;
  } catch {
    return undefined;
  }
}
