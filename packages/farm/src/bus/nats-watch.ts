import {
  AckPolicy,
  type ConsumerInfo,
  DeliverPolicy,
  type JetStreamClient,
  type JetStreamManager,
  type JsMsg,
  type PushConsumer,
} from '@nats-io/jetstream';
import { createInbox, nanos } from '@nats-io/transport-node';
import { callWithoutDeadline, pause } from '@handeye/core/call/call';
import { realClock } from '@handeye/core/call/clock';
import type { Watch } from './bus.ts';
import { isMissingStream, isRefused, storeProblem } from './nats-errors.ts';
import type { NatsLink } from './nats-link.ts';

/** Milliseconds between two heartbeats of a watch's consumer, which is given up after two or three missing ones. */
const HEARTBEAT = 2_000;

/** Milliseconds after which NATS removes a consumer without a listener. */
const CONSUMER_TTL = 10_000;

/** Milliseconds before another attempt to watch. */
const RETRY_WAIT = 500;

type Messages = Awaited<ReturnType<PushConsumer['consume']>>;

export interface WatchedStream {
  readonly link: NatsLink;
  readonly client: JetStreamClient;
  readonly manager: JetStreamManager;
  readonly stream: string;
  readonly subject: string;
  readonly inboxPrefix: string;
}

/** The callbacks of a watch. */
export interface WatchEvents {
  /** A message, and the creation time of its consumer by NATS' clock and by ours. */
  onMessage(message: JsMsg, made: { readonly there: number; readonly here: number }): void;
  /** All messages have been reported. */
  onCurrent(): void;
}

/**
 * Follows the newest message of each subject of a stream. A consumer lives on one NATS node and one connection. If either is
 * lost, or a message is, the watch makes a new consumer, which reports everything again.
 */
export class NatsWatch implements Watch {
  readonly current: Promise<void>;
  readonly #watched: WatchedStream;
  readonly #events: WatchEvents;
  readonly #closing = new AbortController();
  #isCurrent = false;
  #resolve: () => void = () => undefined;
  #reject: (error: unknown) => void = () => undefined;

  constructor(watched: WatchedStream, events: WatchEvents) {
    this.#watched = watched;
    this.#events = events;
    this.current = new Promise<void>((resolve, reject) => {
      this.#resolve = resolve;
      this.#reject = reject;
    });
    // Not every caller awaits this promise.
    this.current.catch(() => undefined);
    void this.#follow();
  }

  get isCurrent(): boolean {
    return this.#isCurrent;
  }

  close(): void {
    this.#closing.abort();
    this.#resolve();
  }

  async #follow(): Promise<void> {
    const { signal } = this.#closing;
    const call = callWithoutDeadline(realClock, signal);
    while (!signal.aborted) {
      try {
        await this.#watched.link.whenConnected(signal);
        await this.#consume();
      } catch (error) {
        if (isRefused(error)) this.#reject(storeProblem(error));
        // A missing bucket is empty: no host has made it yet.
        if (isMissingStream(error)) this.#toldAll();
      }
      await pause(RETRY_WAIT, call).catch(() => undefined);
    }
  }

  /** Reports the messages of one consumer until it or the connection is lost, or the watch is closed. */
  async #consume(): Promise<void> {
    const { link, client, manager, stream, inboxPrefix } = this.#watched;
    const inbox = createInbox(inboxPrefix);
    const delivered = new Delivered(this.#events, () => {
      this.#toldAll();
    });
    this.#isCurrent = false;
    const consumer = await client.consumers.getBoundPushConsumer({
      deliver_subject: inbox,
      idle_heartbeat: nanos(HEARTBEAT),
    });
    const messages = await consumer.consume({
      callback: (message) => {
        if (!delivered.take(message)) void messages.close();
      },
    });
    const close = () => void messages.close();
    const unwatch = link.onChange(close);
    this.#closing.signal.addEventListener('abort', close, { once: true });
    try {
      void this.#watchLife(messages, delivered);
      const here = realClock.now();
      delivered.begin(await manager.consumers.add(stream, this.#config(inbox)), here);
      if (this.#closing.signal.aborted) close();
      await messages.closed();
    } finally {
      close();
      unwatch();
      this.#closing.signal.removeEventListener('abort', close);
    }
  }

  /** A consumer whose node is gone falls silent. An idle one sends heartbeats, so everything has been reported. */
  async #watchLife(messages: Messages, delivered: Delivered): Promise<void> {
    for await (const { type } of messages.status()) {
      if (type === 'heartbeat') delivered.idle();
      if (type === 'heartbeats_missed' || type === 'consumer_deleted') await messages.close();
    }
  }

  #toldAll(): void {
    if (this.#isCurrent) return;
    this.#isCurrent = true;
    this.#resolve();
    this.#events.onCurrent();
  }

  #config(inbox: string) {
    const { subject } = this.#watched;
    return {
      deliver_subject: inbox,
      deliver_policy: DeliverPolicy.LastPerSubject,
      ack_policy: AckPolicy.None,
      filter_subject: subject,
      flow_control: true,
      idle_heartbeat: nanos(HEARTBEAT),
      inactive_threshold: nanos(CONSUMER_TTL),
      num_replicas: 1,
      mem_storage: true,
    };
  }
}

/** The messages of one consumer: none may be missing between two. */
class Delivered {
  readonly #events: WatchEvents;
  readonly #onAll: () => void;
  /** Messages that came before the answer to the creation of the consumer. */
  readonly #early: JsMsg[] = [];
  #made: { readonly there: number; readonly here: number } | undefined;
  #count = 0;

  constructor(events: WatchEvents, onAll: () => void) {
    this.#events = events;
    this.#onAll = onAll;
  }

  begin({ created, num_pending: pending }: ConsumerInfo, here: number): void {
    this.#made = { there: Date.parse(created), here };
    for (const message of this.#early.splice(0)) this.#tell(message, this.#made);
    if (pending === 0 && this.#count === 0) this.#onAll();
  }

  /** The consumer is idle. */
  idle(): void {
    if (this.#made) this.#onAll();
  }

  /** Returns false if a message was lost. */
  take(message: JsMsg): boolean {
    this.#count += 1;
    if (message.info.deliverySequence !== this.#count) return false;
    if (this.#made) this.#tell(message, this.#made);
    else this.#early.push(message);
    return true;
  }

  #tell(message: JsMsg, made: { readonly there: number; readonly here: number }): void {
    this.#events.onMessage(message, made);
    if (message.info.pending === 0) this.#onAll();
  }
}
