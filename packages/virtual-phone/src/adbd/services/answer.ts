import type { Service } from './context.ts';

/** A service that says one thing and ends. */
export function answer(text: string): Service {
  return (stream) => stream.outgoing.write(Buffer.from(text));
}
