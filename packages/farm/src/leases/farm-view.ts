import type * as z from 'zod';
import { type Call, DeadlineExceeded, orAborted, withinLimit } from '@handeye/core/call/call';
import type { Clock } from '@handeye/core/call/clock';
import type { Wants } from '@handeye/core/device/leases';
import type { Bus, Entry, Watch } from '../bus/bus.ts';
import {
  BEAT,
  type BucketName,
  bucketNames,
  deviceRecord,
  type DeviceRecord,
  hostRecord,
  type HostRecord,
  leaseRecord,
  type LeaseRecord,
  TICKET_BEAT,
  TICKET_TIME_TO_LIVE,
  ticketRecord,
  TIME_TO_LIVE,
} from '../protocol/records.ts';
import { classOf, matches, mayMatch } from './matches.ts';
import { actionFailed } from '@handeye/core/device/errors';

interface Living<T> {
  readonly value: T;
  readonly revision: number;
  /** When it was first heard, and when it was written, by the reader's own clock. */
  readonly heard: number;
  readonly written: number;
}

/** The values of one kind in a bucket, as its watch reported them. A value of another kind counts as missing. */
class LivingKeys<T> {
  readonly #schema: z.ZodType<T>;
  readonly #keys = new Map<string, Living<T>>();

  constructor(schema: z.ZodType<T>) {
    this.#schema = schema;
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

  /** Takes over a report of a watch. A repeated report of an unchanged key does not make it younger. */
  hear({ key, value, revision, age }: Entry, now: number): void {
    const known = this.#keys.get(key);
    if (known && known.revision >= revision) return;
    const parsed = value === undefined ? undefined : this.#schema.safeParse(value);
    if (parsed?.success)
      this.#keys.set(key, { value: parsed.data, revision, heard: now, written: now - age });
    else this.#keys.delete(key);
  }

  /** Drops the keys last heard before `time` and returns them. */
  dropOlder(time: number): string[] {
    const old = [...this.#keys].filter(([, { heard }]) => heard < time).map(([key]) => key);
    for (const key of old) this.#keys.delete(key);
    return old;
  }
}

/** Milliseconds between two sweeps of expired keys: a bucket triggers no event for them. */
const SWEEP = 2_000;

/** Maximum milliseconds between the write of a ticket and its report. */
const TOLD_LATE = 4_000;

/**
 * Milliseconds of silence of the queue after which the absence of a single ticket proves nothing: NATS may be electing a
 * leader.
 */
const QUEUE_SILENCE = 2 * TICKET_BEAT;

/** A device of the farm and its lease. */
export interface FarmDevice {
  /** `rack-2.pixel-7` */
  readonly name: string;
  readonly record: DeviceRecord;
  /** The lease of the current offer, accepted or not. */
  readonly lease: LeaseRecord | undefined;
}

/** A client that waits for a device. */
interface Waiting {
  readonly key: string;
  readonly wants: Wants;
  /** Equal for equal wants. */
  readonly wantsClass: string;
  readonly holder: string;
  /** Its place: smaller is earlier. */
  readonly order: number;
}

/** The contents of a farm's buckets in memory, kept current by watches: devices, leases and waiting clients. */
export class FarmView {
  readonly #clock: Clock;
  readonly #hosts = new LivingKeys(hostRecord);
  readonly #devices = new LivingKeys(deviceRecord);
  readonly #leases = new LivingKeys(leaseRecord);
  readonly #tickets = new LivingKeys(ticketRecord);
  /** Names of offered devices without a lease. */
  readonly #free = new Set<string>();
  #freeNames: readonly string[] | undefined;
  readonly #listeners = new Set<() => void>();
  readonly #watches = new Map<BucketName, Watch>();
  readonly #unlisten: () => void;
  #queue: readonly Waiting[] | undefined;
  #isConnected: boolean;
  /** Since when it receives all events, and the time of the last sweep. */
  #hearsSince: number;
  #swept: number;
  /** Start of the current period of events from the queue without a longer silence, and the last of these events. */
  #queueSince: number;
  #queueHeard: number;
  #stopSweep: () => void = () => undefined;

  constructor(bus: Bus, clock: Clock) {
    this.#clock = clock;
    this.#isConnected = bus.isConnected;
    this.#hearsSince = this.#swept = this.#queueSince = this.#queueHeard = clock.now();
    this.#unlisten = bus.onConnection((isConnected) => {
      this.#isConnected = isConnected;
      this.#hearsSince = clock.now();
    });
  }

  /** Opens a view that holds all current entries. */
  static async open(bus: Bus, clock: Clock, call: Call): Promise<FarmView> {
    const view = new this(bus, clock);
    try {
      await orAborted(view.#watch(bus), call.signal);
    } catch (error) {
      view.close();
      throw error;
    }
    view.#sweepLater();
    return view;
  }

  close(): void {
    this.#stopSweep();
    this.#unlisten();
    for (const watch of this.#watches.values()) watch.close();
    this.#listeners.clear();
  }

  /**
   * Calls the listener when a device becomes free or is taken, appears or disappears, and when the queue changes. Returns the
   * function that removes the listener.
   */
  onChange(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  device(name: string): FarmDevice | undefined {
    const record = this.#devices.get(name);
    return record && { name, record, lease: this.#leaseOf(name, record) };
  }

  /** Matching devices, free or not, in no order. */
  devices(wants: Wants = {}): Generator<FarmDevice> {
    return this.#those((name, record) => matches(wants, name, record));
  }

  /** Matching devices, and those that may match once their details are known. */
  candidates(wants: Wants): Generator<FarmDevice> {
    return this.#those((name, record) => mayMatch(wants, name, record));
  }

  /** Matching devices that can be taken now, starting at a random one: this spreads the servers over them. */
  *free(wants: Wants, random: () => number = () => 0): Generator<FarmDevice> {
    const names = (this.#freeNames ??= [...this.#free]);
    const begin = Math.floor(random() * names.length);
    for (let count = 0; count < names.length; count += 1) {
      const name = names[(begin + count) % names.length] ?? '';
      const record = this.#devices.get(name);
      if (record && matches(wants, name, record)) yield { name, record, lease: undefined };
    }
  }

  hosts(): ReadonlyMap<string, HostRecord> {
    return new Map(this.#hosts.entries());
  }

  hasHost(host: string): boolean {
    return this.#hosts.get(host) !== undefined;
  }

  /** Milliseconds since the last write of a host or a device. */
  age(name: string): number {
    const now = this.#clock.now();
    return now - (this.#hosts.written(name) ?? this.#devices.written(name) ?? now);
  }

  /** False while it shows the last known state because the connection is lost. */
  get isConnected(): boolean {
    return this.#isConnected;
  }

  /**
   * True if no ticket earlier than one in the queue is missing. False while a watch reports everything again: it then reports
   * in the order of the last write, not of the places.
   */
  get isQueueKnown(): boolean {
    return this.#watches.get('queue')?.isCurrent ?? false;
  }

  /** The waiting clients, the earliest first. */
  queue(): readonly Waiting[] {
    this.#queue ??= [...this.#tickets.entries()]
      .map(([key, { wants, holder, order }]) => ({
        key,
        wants,
        wantsClass: classOf(wants),
        holder,
        order: order ?? this.#tickets.revision(key) ?? 0,
      }))
      .sort((one, other) => one.order - other.order);
    return this.#queue;
  }

  *#those(isOne: (name: string, record: DeviceRecord) => boolean): Generator<FarmDevice> {
    for (const [name, record] of this.#devices.entries()) {
      if (isOne(name, record)) yield { name, record, lease: this.#leaseOf(name, record) };
    }
  }

  async #watch(bus: Bus): Promise<void> {
    for (const name of bucketNames) {
      const bucket = await bus.bucket(name);
      const hear = (entry: Entry) => {
        this.#hear(name, entry);
      };
      const onCurrent = () => {
        this.#tell();
      };
      this.#watches.set(name, bucket.watch('>', hear, onCurrent));
    }
    await Promise.all([...this.#watches.values()].map(({ current }) => current));
  }

  #hear(bucket: BucketName, entry: Entry): void {
    const now = this.#clock.now();
    const { key } = entry;
    if (bucket === 'queue') {
      if (now - this.#queueHeard > QUEUE_SILENCE) this.#queueSince = now;
      this.#queueHeard = now;
      const known = this.#tickets.get(key);
      this.#tickets.hear(entry, now);
      // A renewed ticket changes nothing.
      if ((known === undefined) !== (this.#tickets.get(key) === undefined)) this.#queueChanged();
      return;
    }
    if (bucket === 'leases') this.#leases.hear(entry, now);
    else if (key.includes('.')) this.#devices.hear(entry, now);
    else this.#hosts.hear(entry, now);
    if (this.#judge(key)) this.#tell();
  }

  #queueChanged(): void {
    this.#queue = undefined;
    this.#tell();
  }

  /** Updates whether a device is free; returns whether that changed. */
  #judge(name: string): boolean {
    const record = this.#devices.get(name);
    const isFree =
      record?.state === 'free' && record.offer !== undefined && this.#leaseOf(name, record) === undefined;
    if (isFree === this.#free.has(name)) return false;
    if (isFree) this.#free.add(name);
    else this.#free.delete(name);
    this.#freeNames = undefined;
    return true;
  }

  /** The host is about to remove a lease of an earlier offer. */
  #leaseOf(name: string, { offer, state }: DeviceRecord): LeaseRecord | undefined {
    const lease = this.#leases.get(name);
    return lease && (state === 'leased' || lease.offer === offer) ? lease : undefined;
  }

  #sweepLater(): void {
    this.#stopSweep = this.#clock.after(SWEEP, () => {
      this.#sweep();
      this.#sweepLater();
    });
  }

  /**
   * Drops entries that were not renewed for the time to live. While the connection was lost or this process was suspended, live
   * entries were not heard either, so all get the full time again.
   */
  #sweep(): void {
    const now = this.#clock.now();
    if (now - this.#swept > 3 * SWEEP) this.#hearsSince = now;
    this.#swept = now;
    if (this.#dropSilentTickets()) this.#queueChanged();
    if (!this.#isConnected || now - this.#hearsSince < TIME_TO_LIVE) return;
    const oldest = now - TIME_TO_LIVE;
    this.#hosts.dropOlder(oldest);
    const gone = [...this.#devices.dropOlder(oldest), ...this.#leases.dropOlder(oldest)];
    const isChanged = gone.filter((name) => this.#judge(name)).length > 0;
    // By now they have expired in the bucket as well, even if the queue is silent.
    if (this.#tickets.dropOlder(oldest - BEAT).length > 0) this.#queueChanged();
    else if (isChanged || gone.length > 0) this.#tell();
  }

  /**
   * Drops tickets whose server is gone: live tickets are renewed, these are not. Returns whether there were any. A waiting
   * server writes a ticket itself, so a silent queue is one that cannot be heard.
   */
  #dropSilentTickets(): boolean {
    const life = TICKET_TIME_TO_LIVE + TOLD_LATE;
    const since = Math.max(this.#queueSince, this.#hearsSince);
    if (this.#queueHeard - since < life) return false;
    return this.#tickets.dropOlder(this.#queueHeard - life).length > 0;
  }

  #tell(): void {
    for (const listener of [...this.#listeners]) listener();
  }
}

/** Milliseconds to read the current entries: NATS may need ten seconds to elect a leader after the loss of a node. */
const OPEN_LIMIT = 30_000;

/** Opens a view with a deadline; its error explains why NATS did not answer. */
export async function openView(bus: Bus, clock: Clock, cancelled?: AbortSignal): Promise<FarmView> {
  try {
    return await withinLimit({ clock, limit: OPEN_LIMIT, cancelled }, (call) =>
      FarmView.open(bus, clock, call),
    );
  } catch (error) {
    if (!(error instanceof DeadlineExceeded)) throw error;
    throw actionFailed(
      `The NATS of the farm has told nothing of it for ${OPEN_LIMIT / 1000} s: JetStream is not enabled there (nats-server -js), or too few of its nodes run.`,
      error,
    );
  }
}
