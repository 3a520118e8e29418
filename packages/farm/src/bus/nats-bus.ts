import { jetstream, type JetStreamClient, jetstreamManager, type JetStreamManager } from '@nats-io/jetstream';
import { Kvm } from '@nats-io/kv';
import type { NatsConnection } from '@nats-io/transport-node';
import { type Call, DeadlineExceeded, orAborted } from '@handeye/core/call/call';
import { realClock } from '@handeye/core/call/clock';
import { type BucketName, bucketNames } from '../protocol/records.ts';
import { type Bucket, type Bus, type BusMessage, NoListener, type Subscription } from './bus.ts';
import { NatsBucket } from './nats-bucket.ts';
import { COPIES, ensureBucket } from './nats-bucket-setup.ts';
import { type ConnectOptions, connectNats } from './nats-connect.ts';
import { hasNoResponder, isRefused, isTimeoutOfNats, storeProblem } from './nats-errors.ts';
import { NatsLink } from './nats-link.ts';

export type { ConnectOptions, FarmAddress } from './nats-connect.ts';

/** Milliseconds that NATS waits for an answer after the call's own deadline, and the limit of node's timers. */
const SLACK = 1_000;
const LONGEST = 2 ** 31 - 1 - SLACK;

/** Milliseconds until a cluster with too few nodes for three copies is checked again. */
const COPY_AGAIN = 15_000;

/** Connects to the NATS of a farm. */
export async function connectBus(options: ConnectOptions): Promise<NatsBus> {
  const connection = await connectNats(options);
  const client = jetstream(connection);
  const manager = await jetstreamManager(connection, { checkAPI: false });
  return new NatsBus({ connection, client, manager, options });
}

interface NatsBusParts {
  readonly connection: NatsConnection;
  readonly client: JetStreamClient;
  readonly manager: JetStreamManager;
  readonly options: ConnectOptions;
}

export class NatsBus implements Bus {
  readonly #parts: NatsBusParts;
  readonly #connection: NatsConnection;
  readonly #link: NatsLink;
  readonly #buckets = new Map<BucketName, Promise<Bucket>>();
  #making: Promise<void> | undefined;
  #stopCopying: () => void = () => undefined;

  constructor(parts: NatsBusParts) {
    this.#parts = parts;
    this.#connection = parts.connection;
    this.#link = new NatsLink(parts.connection);
    if (parts.options.makesBuckets)
      this.#link.onChange((isConnected) => {
        // A NATS that comes back may have lost its store.
        if (isConnected && this.#buckets.size > 0) this.#make().catch(() => undefined);
      });
  }

  get maxPayload(): number {
    return this.#connection.info?.max_payload ?? 1024 * 1024;
  }

  get isConnected(): boolean {
    return this.#link.isConnected;
  }

  /** NATS asks for no credentials and no certificate. */
  get isOpenToAll(): boolean {
    const { auth_required: asks, tls_verify: asksForCertificate } = this.#connection.info ?? {};
    return asks !== true && asksForCertificate !== true;
  }

  publish(subject: string, data: Uint8Array): void {
    // A picture or a heartbeat may come after the close.
    if (!this.#connection.isClosed()) this.#connection.publish(subject, data);
  }

  subscribe(subject: string, onMessage: (message: BusMessage) => void): Subscription {
    let refuse: (error: unknown) => void = () => undefined;
    const refused = new Promise<never>((_, reject) => (refuse = reject));
    const subscription = this.#connection.subscribe(subject, {
      callback: (error, message) => {
        if (error) {
          refuse(storeProblem(error));
          return;
        }
        // A user who may watch a bucket can make JetStream deliver to any subject, past the permission to publish there.
        if (!isWithin(message.subject, subject)) return;
        this.#guarded(() => {
          onMessage({
            subject: message.subject,
            data: message.data,
            reply: (data) => {
              this.#guarded(() => !this.#connection.isClosed() && message.respond(data));
            },
          });
        });
      },
    });
    // NATS reports a refusal before it answers the flush.
    const ready = Promise.race([refused, this.#connection.flush()]);
    ready.catch(() => undefined);
    return {
      ready,
      close: () => {
        subscription.unsubscribe();
      },
    };
  }

  /** NATS' client stops reading forever when a callback throws, and `respond` throws when an answer is too large. */
  #guarded(work: () => unknown): void {
    try {
      work();
    } catch (error) {
      this.#parts.options.onFault?.(error);
    }
  }

  async request(subject: string, data: Uint8Array, call: Call): Promise<Uint8Array> {
    await this.#link.whenConnected(call.signal);
    const limit = call.remaining();
    try {
      const answer = this.#connection.request(subject, data, { timeout: Math.min(limit, LONGEST) + SLACK });
      return (await orAborted(answer, call.signal)).data;
    } catch (error) {
      if (call.signal.aborted) throw error;
      if (hasNoResponder(error)) throw new NoListener(`No listener at ${subject}.`, { cause: error });
      if (isTimeoutOfNats(error)) throw new DeadlineExceeded(limit);
      throw isRefused(error) ? storeProblem(error) : error;
    }
  }

  bucket(name: BucketName): Promise<Bucket> {
    const known = this.#buckets.get(name) ?? this.#openBucket(name);
    this.#buckets.set(name, known);
    known.catch(() => this.#buckets.delete(name));
    return known;
  }

  onConnection(listener: (isConnected: boolean) => void): () => void {
    return this.#link.onChange(listener);
  }

  async close(): Promise<void> {
    this.#stopCopying();
    await this.#connection.close();
  }

  async #openBucket(name: BucketName): Promise<Bucket> {
    const { client, manager, options } = this.#parts;
    const make = options.makesBuckets ? () => this.#make() : undefined;
    await make?.();
    const kv = await new Kvm(client).open(name, { allow_direct: false });
    const { inboxPrefix } = options;
    return new NatsBucket({ link: this.#link, client, manager, kv, name, inboxPrefix, make });
  }

  /** Makes all buckets: servers also need those that a host does not use. Concurrent callers share one run. */
  #make(): Promise<void> {
    this.#making ??= Promise.all(bucketNames.map((name) => ensureBucket(this.#parts, name)))
      .then((copies) => {
        this.#copyLater(copies);
      })
      .finally(() => (this.#making = undefined));
    return this.#making;
  }

  /** Nodes of a cluster may start after the first host. With a single copy, losing its node would lose the farm's data. */
  #copyLater(copies: readonly number[]): void {
    this.#stopCopying();
    const isCluster = this.#connection.info?.cluster !== undefined;
    if (!isCluster || Math.min(...copies) >= COPIES || this.#connection.isClosed()) return;
    this.#stopCopying = realClock.after(COPY_AGAIN, () => {
      this.#make().catch(() => {
        this.#copyLater(copies);
      });
    });
  }
}

/** Whether a subject matches a pattern. A message delivered by JetStream keeps the subject under which it was stored. */
function isWithin(subject: string, wanted: string): boolean {
  const tokens = subject.split('.');
  const pattern = wanted.split('.');
  const isOpen = pattern.at(-1) === '>';
  if (isOpen ? tokens.length < pattern.length : tokens.length !== pattern.length) return false;
  return pattern.every((token, at) => token === '*' || token === '>' || token === tokens[at]);
}
