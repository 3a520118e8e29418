import { type Call, pause } from '../../call/call.ts';
import { permissionDenied } from '../../device/errors.ts';
import { type Bucket, type Entry, Refused } from '../bus/bus.ts';
import { type HostRecord, hostRecord, TIME_TO_LIVE } from '../protocol/records.ts';

/** Milliseconds between two looks whether a name has become free. */
const LOOK_EVERY = 500;

/** Another host has the name: what the farm knows under it is that one's, and is left alone. */
export class NameTaken extends Error {
  override readonly name = 'NameTaken';
}

export interface IncarnationOptions {
  readonly bucket: Bucket;
  readonly host: string;
  /** Random; another one for each start of a host. */
  readonly id: string;
}

/** One run of a host, which has its name for itself: two hosts of one name would both lend the same devices. */
export class Incarnation {
  readonly #bucket: Bucket;
  readonly #host: string;
  readonly #id: string;
  #revision: number | undefined;

  constructor({ bucket, host, id }: IncarnationOptions) {
    this.#bucket = bucket;
    this.#host = host;
    this.#id = id;
  }

  /**
   * Takes the name. One that a host had that is gone becomes free when its record runs out; while the record is written
   * again, there is such a host.
   */
  async claim(record: HostRecord, call: Call, onWait: () => void): Promise<void> {
    let seen: number | undefined;
    for (;;) {
      const found = await this.#tryClaim(record, call).catch((error: unknown) => {
        // NATS may be electing a leader, or be about to come back: a host that waits for its name waits for that, too.
        if (call.signal.aborted || error instanceof Refused || call.remaining() <= LOOK_EVERY) throw error;
        return undefined;
      });
      if (this.#revision !== undefined) return;
      if (found) {
        if (seen === undefined) onWait();
        else if (found.revision !== seen) throw permissionDenied(inUse(this.#host));
        seen ??= found.revision;
      }
      await pause(LOOK_EVERY, call);
    }
  }

  /** Writes that the host lives; false if another one has its name by now. */
  async beat(record: HostRecord, call: Call): Promise<boolean> {
    const revision =
      this.#revision === undefined
        ? undefined
        : await this.#bucket.update(this.#host, record, this.#revision, call);
    if (revision !== undefined) {
      this.#revision = revision;
      return true;
    }
    return this.#again(record, call);
  }

  async withdraw(call: Call): Promise<void> {
    if (this.#revision !== undefined) await this.#bucket.remove(this.#host, this.#revision, call);
  }

  /** Takes the name if it is free; what stands there if another host has it. */
  async #tryClaim(record: HostRecord, call: Call): Promise<Entry | undefined> {
    this.#revision = await this.#bucket.create(this.#host, record, call);
    if (this.#revision !== undefined) return undefined;
    const entry = await this.#bucket.get(this.#host, call);
    // A write whose answer was lost is ours, too.
    if (entry && idIn(entry.value) === this.#id) this.#revision = entry.revision;
    return entry;
  }

  /** The record has run out while NATS could not be reached, or it is the one of a write whose answer was lost. */
  async #again(record: HostRecord, call: Call): Promise<boolean> {
    const entry = await this.#bucket.get(this.#host, call);
    if (entry && idIn(entry.value) !== this.#id) return false;
    this.#revision = entry
      ? await this.#bucket.update(this.#host, record, entry.revision, call)
      : await this.#bucket.create(this.#host, record, call);
    // Somebody was faster: who?
    return this.#revision !== undefined || this.#again(record, call);
  }
}

function idIn(value: unknown): string | undefined {
  return hostRecord.safeParse(value).data?.incarnation;
}

function inUse(host: string): string {
  return `A host named '${host}' is running in this farm. Stop it, or choose another --name for this one.`;
}

/** Milliseconds that a host may have to wait for its name at most, if nobody has it any more. */
export const CLAIM_LIMIT = TIME_TO_LIVE * 2;
