import type { Clock } from '@handeye/core/call/clock';
import type { Bucket, Entry } from '../../src/bus/bus.ts';
import { TIME_TO_LIVE } from '../../src/protocol/records.ts';

/** A bucket that expires keys by a test's clock, and that can lose answers, be silent or fail. */
export class MemoryBucket implements Bucket {
  readonly #clock: Clock;
  readonly #keys = new Map<string, { value: unknown; revision: number; at: number }>();
  #revision = 0;
  losesAnswers = false;
  /** Operations have no effect and no answer. */
  isSilent = false;
  /** Operations have no effect and fail with this. */
  failure: Error | undefined;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  get(key: string): Promise<Entry | undefined> {
    if (this.#isOut) return this.#noAnswer();
    const stored = this.#stored(key);
    return Promise.resolve(stored && { key, ...stored, age: this.#clock.now() - stored.at });
  }

  put(key: string, value: unknown): Promise<number> {
    if (this.#isOut) return this.#noAnswer();
    this.#revision += 1;
    this.#keys.set(key, { value, revision: this.#revision, at: this.#clock.now() });
    return this.losesAnswers ? Promise.reject(new Error('lost')) : Promise.resolve(this.#revision);
  }

  create(key: string, value: unknown): Promise<number | undefined> {
    if (this.#isOut) return this.#noAnswer();
    return this.#stored(key) ? Promise.resolve(undefined) : this.put(key, value);
  }

  update(key: string, value: unknown, revision: number): Promise<number | undefined> {
    if (this.#isOut) return this.#noAnswer();
    return this.#stored(key)?.revision === revision ? this.put(key, value) : Promise.resolve(undefined);
  }

  remove(key: string, revision: number | undefined): Promise<boolean> {
    if (this.#isOut) return this.#noAnswer();
    const isIt = revision === undefined || this.#stored(key)?.revision === revision;
    return Promise.resolve(isIt && this.#keys.delete(key));
  }

  watch(): never {
    throw new Error('nobody watches here');
  }

  get #isOut(): boolean {
    return this.isSilent || this.failure !== undefined;
  }

  #noAnswer(): Promise<never> {
    return this.failure ? Promise.reject(this.failure) : new Promise(() => undefined);
  }

  #stored(key: string) {
    const stored = this.#keys.get(key);
    return stored && this.#clock.now() - stored.at < TIME_TO_LIVE ? stored : undefined;
  }
}
