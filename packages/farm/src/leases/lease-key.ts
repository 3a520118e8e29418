import { type Call, withinLimit } from '@handeye/core/call/call';
import type { Clock } from '@handeye/core/call/clock';
import type { Bucket, Entry } from '../bus/bus.ts';
import { type LeaseRecord, leaseRecord } from '../protocol/records.ts';

/** Deadline of one bucket operation in milliseconds. */
export const OPERATION_LIMIT = 3_000;

/** Milliseconds until a failed operation is retried. */
export const RETRY = 1_000;

/** The entry in a device's key of the bucket `leases`. */
export interface Standing {
  readonly revision: number;
  readonly record: LeaseRecord | undefined;
}

/** A device's key of the bucket `leases`. Every operation ends after OPERATION_LIMIT. */
export class LeaseKey {
  readonly #leases: Bucket;
  readonly #key: string;
  readonly #clock: Clock;

  constructor(leases: Bucket, key: string, clock: Clock) {
    this.#leases = leases;
    this.#key = key;
    this.#clock = clock;
  }

  async read(call: Call): Promise<Standing | undefined> {
    return standingIn(await this.#limited(call, (own) => this.#leases.get(this.#key, own)));
  }

  /** Returns the revision, or undefined if there is a lease already. */
  create(record: LeaseRecord, call: Call): Promise<number | undefined> {
    return this.#limited(call, (own) => this.#leases.create(this.#key, record, own));
  }

  /** Returns the new revision, or undefined if the key has another one. */
  write(record: LeaseRecord, revision: number, call: Call): Promise<number | undefined> {
    return this.#limited(call, (own) => this.#leases.update(this.#key, record, revision, own));
  }

  remove(revision: number, call: Call): Promise<boolean> {
    return this.#limited(call, (own) => this.#leases.remove(this.#key, revision, own));
  }

  #limited<T>(call: Call, ask: (own: Call) => Promise<T>): Promise<T> {
    const limit = Math.min(OPERATION_LIMIT, call.remaining());
    return withinLimit({ clock: this.#clock, limit, cancelled: call.signal }, ask);
  }
}

function standingIn(entry: Entry | undefined): Standing | undefined {
  if (!entry) return undefined;
  const parsed = leaseRecord.safeParse(entry.value);
  return { revision: entry.revision, record: parsed.success ? parsed.data : undefined };
}
