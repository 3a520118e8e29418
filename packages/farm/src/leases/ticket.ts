import { randomUUID } from 'node:crypto';
import { type Call, callWithoutDeadline, pause, withinLimit } from '@handeye/core/call/call';
import type { Clock } from '@handeye/core/call/clock';
import { SerialQueue } from '@handeye/core/call/serial-queue';
import { type Bucket, Refused } from '../bus/bus.ts';
import { TICKET_BEAT, type TicketRecord } from '../protocol/records.ts';
import { OPERATION_LIMIT, RETRY } from './lease-key.ts';

/** Attempts to remove a ticket; after that it expires. */
const REMOVALS = 5;

/** A place in the queue, renewed until its owner leaves. */
export class Ticket {
  readonly key = randomUUID();
  readonly #bucket: Bucket;
  readonly #clock: Clock;
  readonly #record: TicketRecord;
  readonly #writes = new SerialQueue();
  readonly #leaving = new AbortController();
  #order = 0;
  #revision = 0;
  #stopBeat: () => void = () => undefined;

  constructor(bucket: Bucket, clock: Clock, record: TicketRecord) {
    this.#bucket = bucket;
    this.#clock = clock;
    this.#record = record;
  }

  /** Its place; known once it has entered. */
  get order(): number {
    return this.#order;
  }

  /** Enters at the end of the queue. Throws the last failure if it did not succeed until `end`. */
  async enter(end: number, call: Call): Promise<void> {
    this.#order = this.#revision = await this.#enter(end, call);
    this.#beatLater(TICKET_BEAT);
  }

  /** Gives the place up. The removal continues even if the caller does not wait. */
  async leave(): Promise<void> {
    this.#stopBeat();
    this.#leaving.abort();
    const { signal } = new AbortController();
    const call = callWithoutDeadline(this.#clock, signal);
    // A running beat could bring the ticket back.
    await this.#writes.run(async () => {
      for (let tries = 1; tries <= REMOVALS; tries += 1) {
        try {
          await this.#limited(call, (own) => this.#bucket.remove(this.key, undefined, own));
          return;
        } catch {
          await pause(RETRY, call);
        }
      }
    }, signal);
  }

  async #enter(end: number, call: Call): Promise<number> {
    for (;;) {
      try {
        const revision = await this.#limited(call, (own) => this.#bucket.create(this.key, this.#record, own));
        // Without an answer the write may have been made.
        const made =
          revision ?? (await this.#limited(call, (own) => this.#bucket.get(this.key, own)))?.revision;
        if (made !== undefined) return made;
      } catch (error) {
        const isHopeless = error instanceof Refused || this.#clock.now() >= end;
        if (call.signal.aborted || isHopeless) throw error;
      }
      await pause(RETRY, call);
    }
  }

  #beatLater(milliseconds: number): void {
    if (this.#leaving.signal.aborted) return;
    this.#stopBeat = this.#clock.after(milliseconds, () => {
      void this.#writes
        .run(() => this.#beat(), this.#leaving.signal)
        .then(
          () => TICKET_BEAT,
          () => RETRY,
        )
        .then((next) => {
          this.#beatLater(next);
        });
    });
  }

  /** Renews the ticket with its old place, also after it expired because the server was suspended. */
  async #beat(): Promise<void> {
    const record = { ...this.#record, order: this.#order };
    const call = callWithoutDeadline(this.#clock, this.#leaving.signal);
    const written = await this.#limited(call, (own) =>
      this.#bucket.update(this.key, record, this.#revision, own),
    );
    if (written !== undefined) {
      this.#revision = written;
      return;
    }
    const standing = await this.#limited(call, (own) => this.#bucket.get(this.key, own));
    this.#revision =
      standing?.revision ??
      (await this.#limited(call, (own) => this.#bucket.create(this.key, record, own))) ??
      this.#revision;
  }

  #limited<T>(call: Call, ask: (own: Call) => Promise<T>): Promise<T> {
    const limit = Math.min(OPERATION_LIMIT, call.remaining());
    return withinLimit({ clock: this.#clock, limit, cancelled: call.signal }, ask);
  }
}
