import type { JetStreamClient, JetStreamManager, JsMsg } from '@nats-io/jetstream';
import type { KV, KvEntry } from '@nats-io/kv';
import type { Call } from '@handeye/core/call/call';
import { pause } from '@handeye/core/call/call';
import { realClock } from '@handeye/core/call/clock';
import type { BucketName } from '../protocol/records.ts';
import { type Bucket, type Entry, Refused, type Watch } from './bus.ts';
import { isMissingStream, hasNoResponder, isOtherRevision, storeProblem } from './nats-errors.ts';
import type { NatsLink } from './nats-link.ts';
import { NatsWatch, type WatchEvents } from './nats-watch.ts';

/** Milliseconds for which a write without a responder is retried: NATS 2.9 needs up to 10 s to elect a stream's leader. */
const ELECTION_TIME = 12_000;
const ELECTION_PAUSE = 100;

export interface NatsBucketParts {
  readonly link: NatsLink;
  readonly client: JetStreamClient;
  readonly manager: JetStreamManager;
  readonly kv: KV;
  readonly name: BucketName;
  readonly inboxPrefix: string;
  /** Makes the missing buckets; set only where this process does that. */
  readonly make?: (() => Promise<void>) | undefined;
}

/** The name of the stream behind a bucket in NATS. */
export function streamOf(name: BucketName): string {
  return `KV_${name}`;
}

/** A bucket of NATS' key-value store. A bucket that no host has made yet is empty. */
export class NatsBucket implements Bucket {
  readonly #parts: NatsBucketParts;
  readonly #kv: KV;
  /** The same moment by NATS' clock and by ours, which may differ by hours. */
  #moment: { readonly there: number; readonly here: number } | undefined;

  constructor(parts: NatsBucketParts) {
    this.#parts = parts;
    this.#kv = parts.kv;
  }

  async get(key: string, call: Call): Promise<Entry | undefined> {
    const entry = await this.#asked(() => this.#kv.get(key), call).catch((error: unknown) => {
      if (isMissingStream(error)) return null;
      throw error;
    });
    return entry?.operation === 'PUT' ? this.#entryOf(entry) : undefined;
  }

  put(key: string, value: unknown, call: Call): Promise<number> {
    return this.#asked(() => this.#kv.put(key, JSON.stringify(value)), call);
  }

  async create(key: string, value: unknown, call: Call): Promise<number | undefined> {
    const created = await this.#put(key, value, 0, call);
    if (created !== undefined) return created;
    // A removed key leaves a marker until that expires.
    const entry = await this.#asked(() => this.#kv.get(key), call);
    return entry?.operation === 'PUT' ? undefined : this.#put(key, value, entry?.revision ?? 0, call);
  }

  update(key: string, value: unknown, revision: number, call: Call): Promise<number | undefined> {
    return this.#put(key, value, revision, call);
  }

  async remove(key: string, revision: number | undefined, call: Call): Promise<boolean> {
    const options = revision === undefined ? {} : { previousSeq: revision };
    const removed = this.#asked(() => this.#kv.delete(key, options).then(() => true), call);
    return (await this.#unlessOther(removed)) ?? false;
  }

  watch(filter: string, onEntry: (entry: Entry) => void, onCurrent: () => void = () => undefined): Watch {
    const { link, client, manager, name, inboxPrefix } = this.#parts;
    const prefix = `$KV.${name}.`;
    const watched = {
      link,
      client,
      manager,
      inboxPrefix,
      stream: streamOf(name),
      subject: prefix + filter,
    };
    const onMessage: WatchEvents['onMessage'] = (message, made) => {
      this.#moment = made;
      const isRemoved = message.headers?.has('KV-Operation') ?? false;
      onEntry({
        key: message.subject.slice(prefix.length),
        revision: message.seq,
        value: isRemoved ? undefined : jsonOf(message),
        age: this.#ageOf(message.info.timestampNanos / 1e6),
      });
    };
    return new NatsWatch(watched, { onMessage, onCurrent });
  }

  #put(key: string, value: unknown, previousSeq: number, call: Call): Promise<number | undefined> {
    const json = JSON.stringify(value);
    return this.#unlessOther(this.#asked(() => this.#kv.put(key, json, { previousSeq }), call));
  }

  /** Sends a request to JetStream. Without a responder nothing was done, so it is retried. */
  async #asked<T>(ask: () => Promise<T>, call: Call): Promise<T> {
    const { link } = this.#parts;
    const since = call.clock.now();
    for (;;) {
      await link.whenConnected(call.signal);
      try {
        return await link.whileConnected(ask(), call.signal);
      } catch (error) {
        if (call.signal.aborted || !hasNoResponder(error)) throw storeProblem(error);
        await this.#mustExist(error, call);
        if (call.clock.now() - since > ELECTION_TIME) throw storeProblem(error);
      }
      await pause(ELECTION_PAUSE, call);
    }
  }

  /** A write to a missing bucket has no responder. Hosts make the bucket, also one that was lost meanwhile. */
  async #mustExist(cause: unknown, call: Call): Promise<void> {
    const { link, manager, name, make } = this.#parts;
    try {
      await link.whileConnected(manager.streams.info(streamOf(name)), call.signal);
    } catch (error) {
      call.signal.throwIfAborted();
      if (!isMissingStream(error)) return;
      if (make) {
        await link.whileConnected(make(), call.signal);
        return;
      }
      throw new Refused(
        'action_failed',
        'No host of this farm has started yet. Start one with: handeye host --farm ADDRESS --name NAME',
        { cause },
      );
    }
  }

  /** Returns undefined if the condition of a write did not hold. */
  async #unlessOther<T>(write: Promise<T>): Promise<T | undefined> {
    try {
      return await write;
    } catch (error) {
      if (isOtherRevision(error)) return undefined;
      throw error;
    }
  }

  #entryOf(entry: KvEntry): Entry {
    const { key, revision, created } = entry;
    return { key, revision, value: jsonOf(entry), age: this.#ageOf(created.getTime()) };
  }

  /** Milliseconds since a time by NATS' clock. */
  #ageOf(created: number): number {
    const now = this.#moment ? this.#moment.there + realClock.now() - this.#moment.here : Date.now();
    return Math.max(0, now - created);
  }
}

/** Any writer can store anything in the bucket: a value that is not JSON counts as null. */
function jsonOf(entry: Pick<KvEntry | JsMsg, 'json'>): unknown {
  try {
    return entry.json<unknown>();
  } catch {
    return null;
  }
}
