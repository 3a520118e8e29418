import { randomUUID } from 'node:crypto';
import type * as z from 'zod';
import {
  type Call,
  callWithoutDeadline,
  DeadlineExceeded,
  pause,
  withinLimit,
} from '@handeye/core/call/call';
import type { Clock } from '@handeye/core/call/clock';
import { SerialQueue } from '@handeye/core/call/serial-queue';
import { type DeviceError, isTimeout, permissionDenied } from '@handeye/core/device/errors';
import { MOST_MINUTES } from '@handeye/core/device/leases';
import type { Bucket } from '../bus/bus.ts';
import type { acceptRequest, LeaseAnswer, releaseRequest, renewRequest } from '../protocol/messages.ts';
import { type DeviceName, fullName, leaseIdOf } from '../protocol/names.ts';
import { BEAT, LAPSE, type LeaseRecord } from '../protocol/records.ts';
import { LeaseKey, RETRY, type Standing } from './lease-key.ts';
import { type LeaseEnd, type LeaseEvents, type LeaseKeeper, LeaseUnchecked } from './ports.ts';

/** Milliseconds after which a read proves nothing: the process may have been suspended while the answer waited. */
const FRESH = 2_000;

/** Milliseconds for which a fence retries: NATS may need ten seconds to elect a leader after the loss of a node. */
const FENCE_LIMIT = 12_000;

/** Milliseconds of a call that a fence leaves for the write. Otherwise the device would be blamed for the farm's silence. */
const WRITE_TIME = 1_000;

/** Number of remembered offers: a lease of an older offer has expired. */
const OWN_OFFERS = 16;

/** Milliseconds between two renewals: after ten seconds without a leader there is time for more. */
const RENEWAL = BEAT / 2;

const endings: Readonly<Record<LeaseEnd, string>> = {
  released: 'it was given back',
  expired: 'its time is over',
  lost: 'the farm lost sight of it',
  withdrawn: 'its host took the device out of use',
};

export interface DeviceLeaseOptions {
  readonly name: DeviceName;
  /** The bucket `leases`. */
  readonly leases: Bucket;
  readonly clock: Clock;
  readonly events: LeaseEvents;
}

interface Held {
  readonly controller: AbortController;
  /** The record for the next write. */
  record: LeaseRecord;
  /** Revision of the last known write: the fencing token. */
  revision: number;
  /** Start of the last confirmed write, and the end of the lease. */
  confirmed: number;
  expires: number;
}

/** The lease of one device, kept by its host in the bucket and with the host's own clock. */
export class DeviceLease implements LeaseKeeper {
  readonly #name: string;
  readonly #key: LeaseKey;
  readonly #clock: Clock;
  readonly #events: LeaseEvents;
  /** Writes to the key, one at a time. */
  readonly #writes = new SerialQueue();
  readonly #closing = new AbortController();
  /** The call for its own background work; ends with `close`. */
  readonly #own: Call;
  #offer: string | undefined;
  /** The newest offers: their leases may be removed. */
  #offers: readonly string[] = [];
  /** The key may still hold a lease of an earlier process of this host. */
  #inherits = true;
  #held: Held | undefined;
  #lastEnd: { readonly id: string; readonly why: LeaseEnd } | undefined;
  #stopBeat: () => void = () => undefined;
  #stopTimer: () => void = () => undefined;
  #stopClearing: () => void = () => undefined;

  constructor({ name, leases, clock, events }: DeviceLeaseOptions) {
    this.#name = fullName(name);
    this.#key = new LeaseKey(leases, this.#name, clock);
    this.#clock = clock;
    this.#events = events;
    this.#own = callWithoutDeadline(clock, this.#closing.signal);
  }

  get holder(): string | undefined {
    return this.#held?.record.holder;
  }

  get signal(): AbortSignal | undefined {
    return this.#held?.controller.signal;
  }

  offer(): string {
    if (this.#held) this.#end(this.#held, 'withdrawn');
    this.#offer = randomUUID();
    this.#offers = [this.#offer, ...this.#offers].slice(0, OWN_OFFERS);
    void this.#clear();
    return this.#offer;
  }

  async withdraw(call: Call): Promise<void> {
    this.#offer = undefined;
    if (this.#held) this.#end(this.#held, 'withdrawn');
    await this.#clearOnce(call).catch(() => undefined);
  }

  async accept(request: z.infer<typeof acceptRequest>, call: Call): Promise<LeaseAnswer> {
    try {
      return await this.#writes.run(() => this.#accept(request, call), call.signal);
    } catch (error) {
      return refusal(this.#cannotCheck(error));
    }
  }

  renew({ secret, minutes: wanted }: z.infer<typeof renewRequest>): Promise<LeaseAnswer> {
    const held = this.#heldBy(leaseIdOf(secret));
    if ('kind' in held) return Promise.resolve(refusal(held));
    const minutes = allowed(wanted);
    held.record = { ...held.record, minutes };
    held.expires = this.#clock.now() + minutes * 60_000;
    this.#watchTime(held);
    return Promise.resolve({ ok: true, minutes });
  }

  release({ secret }: z.infer<typeof releaseRequest>): Promise<LeaseAnswer> {
    const id = leaseIdOf(secret);
    // If the answer to a release is lost, the server repeats the request.
    const wasReleased = this.#lastEnd?.id === id && this.#lastEnd.why === 'released';
    if (wasReleased) return Promise.resolve({ ok: true, minutes: 0 });
    const held = this.#heldBy(id);
    if ('kind' in held) return Promise.resolve(refusal(held));
    this.#end(held, 'released');
    return Promise.resolve({ ok: true, minutes: 0 });
  }

  mustBeHeldBy(secret: string): void {
    const held = this.#heldBy(leaseIdOf(secret));
    if ('kind' in held) throw held;
  }

  async fence(call: Call): Promise<void> {
    call.signal.throwIfAborted();
    const held = this.#held;
    if (!held) throw this.#noLease(undefined);
    const limit = fenceLimit(call);
    try {
      await withinLimit({ clock: this.#clock, limit, cancelled: call.signal }, async (own) => {
        while (!(await this.#isStanding(held, own))) await pause(RETRY, own);
      });
    } catch (error) {
      call.signal.throwIfAborted();
      throw error instanceof DeadlineExceeded ? this.#cannotCheck(error) : error;
    }
  }

  close(): Promise<void> {
    this.#offer = undefined;
    this.#closing.abort();
    this.#stopClearing();
    if (this.#held) this.#end(this.#held, 'withdrawn');
    return Promise.resolve();
  }

  async #accept({ id, offer }: z.infer<typeof acceptRequest>, call: Call): Promise<LeaseAnswer> {
    const current = this.#held?.record;
    // The answer to the first request was lost.
    if (current?.id === id) return { ok: true, minutes: current.minutes };
    if (offer !== this.#offer) return refusal(this.#notOffered());
    const began = this.#clock.now();
    const standing = await this.#key.read(call);
    if (standing?.record?.id !== id || standing.record.offer !== offer) return refusal(this.#notOffered());
    const { record } = standing;
    const accepted = { ...record, minutes: allowed(record.minutes), accepted: true };
    const revision = await this.#key.write(accepted, standing.revision, call);
    if (revision === undefined || offer !== this.#offer) {
      void this.#clear();
      return refusal(this.#notOffered());
    }
    this.#begin(accepted, revision, began);
    return { ok: true, minutes: accepted.minutes };
  }

  #begin(record: LeaseRecord, revision: number, confirmed: number): void {
    const { minutes, holder } = record;
    const expires = this.#clock.now() + minutes * 60_000;
    const held = { controller: new AbortController(), record, revision, confirmed, expires };
    this.#offer = undefined;
    this.#held = held;
    this.#watchTime(held);
    this.#beatAfter(RENEWAL, held);
    this.#events.onAccepted(holder);
  }

  /** Ends the lease at once, independently of the bucket; the key is removed when possible. */
  #end(held: Held, why: LeaseEnd): DeviceError {
    const { id } = held.record;
    if (this.#held === held) {
      this.#held = undefined;
      this.#lastEnd = { id, why };
      this.#stopBeat();
      this.#stopTimer();
      held.controller.abort(this.#noLease(id));
      void this.#clear();
      this.#events.onEnded(why);
    }
    return this.#noLease(id);
  }

  /** Ends the lease at its end, or when no write was confirmed for too long. */
  #watchTime(held: Held): void {
    this.#stopTimer();
    const left = Math.min(held.expires, held.confirmed + LAPSE) - this.#clock.now();
    this.#stopTimer = this.#clock.after(Math.max(0, left), () => {
      if (this.#held !== held) return;
      const why = this.#overdue(held);
      if (why) this.#end(held, why);
      else this.#watchTime(held);
    });
  }

  #overdue({ expires, confirmed }: Held): LeaseEnd | undefined {
    const now = this.#clock.now();
    if (now >= expires) return 'expired';
    return now >= confirmed + LAPSE ? 'lost' : undefined;
  }

  #beatAfter(milliseconds: number, held: Held): void {
    this.#stopBeat();
    this.#stopBeat = this.#clock.after(milliseconds, () => {
      void this.#writes
        .run(() => this.#beat(held), this.#closing.signal)
        .catch(() => RETRY)
        .then((next) => {
          if (this.#held === held) this.#beatAfter(next, held);
        });
    });
  }

  /** Renews the key; returns the time until the next beat. */
  async #beat(held: Held): Promise<number> {
    if (this.#held !== held) return RETRY;
    const began = this.#clock.now();
    const revision = await this.#key.write(held.record, held.revision, this.#own);
    if (this.#held !== held) return RETRY;
    if (revision === undefined) {
      if (!this.#isOurs(held, await this.#key.read(this.#own))) this.#end(held, 'lost');
      return RETRY;
    }
    held.revision = Math.max(held.revision, revision);
    held.confirmed = began;
    this.#watchTime(held);
    return RENEWAL;
  }

  /**
   * Whether the key is as this host wrote it. Only this host marks a lease of its own offer as accepted, so a later revision of
   * the same lease is a write of ours whose confirmation is pending or lost.
   */
  #isOurs(held: Held, standing: Standing | undefined): boolean {
    const { id, offer } = held.record;
    if (standing?.record?.id !== id || standing.record.offer !== offer) return false;
    if (!standing.record.accepted || standing.revision < held.revision) return false;
    held.revision = standing.revision;
    return true;
  }

  /** Reads the bucket. Returns false if the answer is not conclusive; throws if the lease does not stand. */
  async #isStanding(held: Held, call: Call): Promise<boolean> {
    const began = this.#clock.now();
    const found = await this.#key.read(call).then(
      (standing) => ({ standing }),
      () => undefined,
    );
    call.signal.throwIfAborted();
    this.#mustStand(held);
    if (!found) return false;
    if (!this.#isOurs(held, found.standing)) throw this.#end(held, 'lost');
    return this.#clock.now() - began <= FRESH;
  }

  #mustStand(held: Held): void {
    if (this.#held !== held) throw this.#noLease(held.record.id);
    const why = this.#overdue(held);
    if (why) throw this.#end(held, why);
  }

  #heldBy(id: string): Held | DeviceError {
    const held = this.#held;
    if (held?.record.id !== id) return this.#noLease(id);
    const why = this.#overdue(held);
    return why ? this.#end(held, why) : held;
  }

  /** Removes an obsolete lease from the key, and retries until the key has none. */
  async #clear(): Promise<void> {
    this.#stopClearing();
    if (this.#closing.signal.aborted) return;
    try {
      await this.#clearOnce(this.#own);
    } catch {
      this.#stopClearing();
      this.#stopClearing = this.#clock.after(RETRY, () => void this.#clear());
    }
  }

  async #clearOnce(call: Call): Promise<void> {
    const standing = await this.#key.read(call);
    if (standing && this.#isUseless(standing)) await this.#key.remove(standing.revision, call);
    this.#inherits = false;
  }

  /**
   * A lease of a foreign offer is not obsolete: another process of this host, which took this one for dead, may have made the
   * offer.
   */
  #isUseless({ record }: Standing): boolean {
    if (!record) return true;
    const isHeld = record.id === this.#held?.record.id;
    const isOffered = record.offer === this.#offer;
    return !isHeld && !isOffered && (this.#inherits || this.#offers.includes(record.offer));
  }

  #cannotCheck(cause: unknown): LeaseUnchecked {
    const why = isTimeout(cause) ? 'does not answer' : 'cannot be asked';
    return new LeaseUnchecked(`the farm ${why} whether the lease of ${this.#name} still holds`, cause);
  }

  #notOffered(): DeviceError {
    return permissionDenied(`${this.#name} is not free any more. Call lease_device to get a device.`);
  }

  #noLease(id: string | undefined): DeviceError {
    const ended = this.#lastEnd;
    const why = ended && ended.id === id ? `: ${endings[ended.why]}` : '';
    return permissionDenied(
      `This lease of ${this.#name} does not hold${why}. Call lease_device to get a device.`,
    );
  }
}

/** A call with little time left gives half of it: NATS usually answers within a millisecond. */
function fenceLimit(call: Call): number {
  const left = call.remaining();
  return Math.min(FENCE_LIMIT, Math.max(left - WRITE_TIME, left / 2));
}

/** A server may send any number. */
function allowed(minutes: number): number {
  return Math.min(MOST_MINUTES, Math.max(0, minutes));
}

function refusal({ kind, message }: DeviceError): LeaseAnswer {
  return { ok: false, failure: { kind, message } };
}
