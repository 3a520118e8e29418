import type * as z from 'zod';
import type { Entry } from '../bus/bus.ts';

interface Living<T> {
  readonly value: T;
  readonly revision: number;
  /** When it was heard of first, and when it was written, by the reader's own clock. */
  readonly heard: number;
  readonly written: number;
}

/** What a bucket holds of one kind, as its watch told it. A value that is not of that kind is as good as none. */
export class LivingKeys<T> {
  readonly #schema: z.ZodType<T>;
  readonly #keys = new Map<string, Living<T>>();

  constructor(schema: z.ZodType<T>) {
    this.#schema = schema;
  }

  get size(): number {
    return this.#keys.size;
  }

  get(key: string): T | undefined {
    return this.#keys.get(key)?.value;
  }

  revision(key: string): number | undefined {
    return this.#keys.get(key)?.revision;
  }

  /** When it was written, by the reader's own clock. */
  written(key: string): number | undefined {
    return this.#keys.get(key)?.written;
  }

  *entries(): Generator<[string, T]> {
    for (const [key, { value }] of this.#keys) yield [key, value];
  }

  /** Takes over what a watch told. A key that is told again unchanged is no younger for that. */
  hear({ key, value, revision, age }: Entry, now: number): void {
    const known = this.#keys.get(key);
    if (known && known.revision >= revision) return;
    const parsed = value === undefined ? undefined : this.#schema.safeParse(value);
    if (parsed?.success)
      this.#keys.set(key, { value: parsed.data, revision, heard: now, written: now - age });
    else this.#keys.delete(key);
  }

  /** Drops what was heard of last before `time`, and gives the keys. */
  dropOlder(time: number): string[] {
    const old = [...this.#keys].filter(([, { heard }]) => heard < time).map(([key]) => key);
    for (const key of old) this.#keys.delete(key);
    return old;
  }
}
