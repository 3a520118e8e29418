import { type ConsumerMessages, jetstream } from '@nats-io/jetstream';
import type { NatsConnection } from '@nats-io/transport-node';
import type { BucketEvent } from './journal.ts';

/**
 * A NATS consumer is lost with its node; the sooner that is noticed, the fewer messages are missed. NATS places each consumer
 * on any node, so several consumers rarely miss the same message.
 */
const quick = { expires: 4_000, idle_heartbeat: 1_000 };
const CONSUMERS = 4;

/** All writes to a bucket until the connection is closed, with the time at which NATS took them. */
export async function followBucket(
  connection: NatsConnection,
  bucket: string,
): Promise<readonly BucketEvent[]> {
  const events: BucketEvent[] = [];
  for (let count = 0; count < CONSUMERS; count += 1) {
    const consumer = await jetstream(connection).consumers.get(`KV_${bucket}`);
    void collect(await consumer.consume(quick), `$KV.${bucket}.`, events);
  }
  return events;
}

async function collect(messages: ConsumerMessages, prefix: string, events: BucketEvent[]): Promise<void> {
  for await (const message of messages) {
    const isRemoved = message.headers?.has('KV-Operation') ?? false;
    insert(events, {
      key: message.subject.slice(prefix.length),
      value: isRemoved ? undefined : message.json(),
      revision: message.seq,
      at: Number(message.timestampNanos) / 1e6,
    });
  }
}

/** In the order of revisions, each once. */
function insert(events: BucketEvent[], event: BucketEvent): void {
  const before = events.findLastIndex(({ revision }) => revision <= event.revision);
  if (events[before]?.revision !== event.revision) events.splice(before + 1, 0, event);
}
