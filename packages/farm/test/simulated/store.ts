import type { Entry } from '../../src/bus/bus.ts';
import { TIME_TO_LIVE } from '../../src/protocol/records.ts';
import type { World } from './world.ts';

interface Stored {
  /** Undefined marks a key that was removed. */
  readonly value: unknown;
  readonly revision: number;
  readonly at: number;
}

/** The true contents of a bucket. */
export class Store {
  readonly #world: World;
  readonly #keys = new Map<string, Stored>();
  readonly #watchers = new Set<(entry: Entry) => void>();
  #revision = 0;

  constructor(world: World) {
    this.#world = world;
  }

  get(key: string): Entry | undefined {
    const stored = this.#stored(key);
    return stored?.value === undefined ? undefined : this.#entry(key, stored);
  }

  put(key: string, value: unknown): number {
    this.#revision += 1;
    const stored = { value, revision: this.#revision, at: this.#world.now };
    this.#keys.delete(key);
    this.#keys.set(key, stored);
    for (const watcher of this.#watchers) watcher(this.#entry(key, stored));
    return this.#revision;
  }

  create(key: string, value: unknown): number | undefined {
    return this.get(key) ? undefined : this.put(key, value);
  }

  update(key: string, value: unknown, revision: number): number | undefined {
    return this.#stored(key)?.revision === revision ? this.put(key, value) : undefined;
  }

  remove(key: string, revision: number | undefined): boolean {
    if (revision !== undefined && this.#stored(key)?.revision !== revision) return false;
    this.put(key, undefined);
    return true;
  }

  /** In the order of revisions, including the markers of removed keys. */
  *all(): Generator<Entry> {
    for (const key of [...this.#keys.keys()]) {
      const stored = this.#stored(key);
      if (stored) yield this.#entry(key, stored);
    }
  }

  onWrite(watcher: (entry: Entry) => void): () => void {
    this.#watchers.add(watcher);
    return () => this.#watchers.delete(watcher);
  }

  #stored(key: string): Stored | undefined {
    const stored = this.#keys.get(key);
    if (!stored || this.#world.now - stored.at < TIME_TO_LIVE) return stored;
    this.#keys.delete(key);
    return undefined;
  }

  #entry(key: string, { value, revision, at }: Stored): Entry {
    return { key, value, revision, age: this.#world.now - at };
  }
}
