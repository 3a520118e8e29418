import { type Call, pause } from '@handeye/core/call/call';
import { permissionDenied } from '@handeye/core/device/errors';
import { type Bucket, type Entry, Refused } from '../bus/bus.ts';
import { type HostRecord, hostRecord, TIME_TO_LIVE } from '../protocol/records.ts';

/** Milliseconds between two attempts to claim a name. */
const LOOK_EVERY = 500;

/** Another host has the name: its records are left alone. */
export class NameTaken extends Error {
  override readonly name = 'NameTaken';
}

export interface IncarnationOptions {
  readonly bucket: Bucket;
  readonly host: string;
  /** Random, different for each start of a host. */
  readonly id: string;
}

/** One run of a host, which owns its name: two hosts with one name would both lend the same devices. */
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
   * Claims the name. The name of a dead host becomes free when its record expires. If the record is rewritten meanwhile, that
   * host is alive.
   */
  async claim(record: HostRecord, call: Call, onWait: () => void): Promise<void> {
    let seen: number | undefined;
    for (;;) {
      const found = await this.#tryClaim(record, call).catch((error: unknown) => {
        // NATS may be electing a leader or be about to come back, so the claim goes on.
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

  /** Renews the host's record; returns false if another host has the name. */
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

  /** Claims the name if it is free; returns the entry of the host that has it. */
  async #tryClaim(record: HostRecord, call: Call): Promise<Entry | undefined> {
    this.#revision = await this.#bucket.create(this.#host, record, call);
    if (this.#revision !== undefined) return undefined;
    const entry = await this.#bucket.get(this.#host, call);
    // A write whose answer was lost is ours, too.
    if (entry && idIn(entry.value) === this.#id) this.#revision = entry.revision;
    return entry;
  }

  /** The record expired while NATS could not be reached, or it stems from a write whose answer was lost. */
  async #again(record: HostRecord, call: Call): Promise<boolean> {
    const entry = await this.#bucket.get(this.#host, call);
    if (entry && idIn(entry.value) !== this.#id) return false;
    this.#revision = entry
      ? await this.#bucket.update(this.#host, record, entry.revision, call)
      : await this.#bucket.create(this.#host, record, call);
    // Another host was faster: find out which.
    return this.#revision !== undefined || this.#again(record, call);
  }
}

function idIn(value: unknown): string | undefined {
  return hostRecord.safeParse(value).data?.incarnation;
}

function inUse(host: string): string {
  return `A host named '${host}' is running in this farm. Stop it, or choose another --name for this one.`;
}

/** Maximum milliseconds that a host waits for a name that no live host has. */
export const CLAIM_LIMIT = TIME_TO_LIVE * 2;
