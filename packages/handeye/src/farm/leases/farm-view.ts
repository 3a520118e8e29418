import type * as z from 'zod';
import { type Call, DeadlineExceeded, orAborted, withinLimit } from '../../call/call.ts';
import type { Clock } from '../../call/clock.ts';
import type { Wants } from '../../device/leases.ts';
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
import { actionFailed } from '../../device/errors.ts';

interface Living<T> {
  readonly value: T;
  readonly revision: number;
  /** When it was heard of first, and when it was written, by the reader's own clock. */
  readonly heard: number;
  readonly written: number;
}

/** What a bucket holds of one kind, as its watch told it. A value that is not of that kind is as good as none. */
class LivingKeys<T> {
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

/** Milliseconds between two looks for what has run out. A bucket tells nobody of that. */
const SWEEP = 2_000;

/** Milliseconds by which a ticket that was written may be told late. */
const TOLD_LATE = 4_000;

/** Milliseconds of silence of the queue after which it says nothing of a single ticket: NATS may be electing a leader. */
const QUEUE_SILENCE = 2 * TICKET_BEAT;

/** A device of the farm as it stands. */
export interface FarmDevice {
  /** `rack-2.pixel-7` */
  readonly name: string;
  readonly record: DeviceRecord;
  /** The lease that was created for what is offered, accepted or not. */
  readonly lease: LeaseRecord | undefined;
}

/** A client that waits for a device. */
interface Waiting {
  readonly key: string;
  readonly wants: Wants;
  /** Equal for those that want the same. */
  readonly wantsClass: string;
  readonly holder: string;
  /** Its place: a smaller one came earlier. */
  readonly order: number;
}

/** What a farm's buckets hold, kept in memory by watching them: devices, leases and who waits, without asking anybody. */
export class FarmView {
  readonly #clock: Clock;
  readonly #hosts = new LivingKeys(hostRecord);
  readonly #devices = new LivingKeys(deviceRecord);
  readonly #leases = new LivingKeys(leaseRecord);
  readonly #tickets = new LivingKeys(ticketRecord);
  /** Names of devices that are offered, and that nobody has taken. */
  readonly #free = new Set<string>();
  #freeNames: readonly string[] | undefined;
  readonly #listeners = new Set<() => void>();
  readonly #watches = new Map<BucketName, Watch>();
  readonly #unlisten: () => void;
  #queue: readonly Waiting[] | undefined;
  #isConnected: boolean;
  /** Since when it hears of everything, and when it looked for old keys last. */
  #hearsSince: number;
  #swept: number;
  /** Since when the queue is heard without a longer silence, and when it was heard last. */
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

  /** A view that knows all that is there now. */
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

  /** Hears when a device becomes free or is taken, appears or goes, and when the queue changes; the result stops that. */
  onChange(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  device(name: string): FarmDevice | undefined {
    const record = this.#devices.get(name);
    return record && { name, record, lease: this.#leaseOf(name, record) };
  }

  /** Those that match, free or not, in no order. */
  devices(wants: Wants = {}): Generator<FarmDevice> {
    return this.#those((name, record) => matches(wants, name, record));
  }

  /** With those that may match once they are known. */
  candidates(wants: Wants): Generator<FarmDevice> {
    return this.#those((name, record) => mayMatch(wants, name, record));
  }

  /** Those that match and can be taken now, beginning anywhere: servers that choose one should not all choose the same. */
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

  /** Milliseconds since a host or a device was written last. */
  age(name: string): number {
    const now = this.#clock.now();
    return now - (this.#hosts.written(name) ?? this.#devices.written(name) ?? now);
  }

  /** It hears of changes now; otherwise it tells what it heard last. */
  get isConnected(): boolean {
    return this.#isConnected;
  }

  /**
   * Nobody who came earlier than somebody in the queue is missing in it. Not so while a watch tells everything again: then
   * who wrote a ticket last is told last, whenever that one came.
   */
  get isQueueKnown(): boolean {
    return this.#watches.get('queue')?.isCurrent ?? false;
  }

  /** Who waits, the earliest first. */
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
      // A ticket that is written again to stay alive changes nothing.
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

  /** Whether a device is free now that was not, or the other way round. */
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

  /** One of an earlier offer is about to be removed by the host. */
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
   * Drops what nobody has written for the time to live. Only here: while the connection is lost, or this process was stopped,
   * nothing is heard of the living either, and they get their time anew.
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
    // Whatever the queue says or not: by now it is gone from the bucket as well.
    if (this.#tickets.dropOlder(oldest - BEAT).length > 0) this.#queueChanged();
    else if (isChanged || gone.length > 0) this.#tell();
  }

  /**
   * Whether there were tickets whose server is gone: others are written again and again, these are not. Who waits here writes
   * a ticket itself, so a queue that is silent is one that cannot be heard.
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

/** Milliseconds to learn what there is: NATS may need ten seconds to agree on another leader after a node is lost. */
const OPEN_LIMIT = 30_000;

/** A view that knows what there is, or why nobody can know. */
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
