import type { JetStreamClient, JetStreamManager, StreamConfig } from '@nats-io/jetstream';
import { Kvm } from '@nats-io/kv';
import { nanos, type NatsConnection } from '@nats-io/transport-node';
import { setTimeout as sleep } from 'node:timers/promises';
import { realClock } from '@handeye/core/call/clock';
import { actionFailed } from '@handeye/core/device/errors';
import { type BucketName, TICKET_BEAT, TIME_TO_LIVE } from '../protocol/records.ts';
import { Refused } from './bus.ts';
import { streamOf } from './nats-bucket.ts';
import {
  isMissingStream,
  hasNoResponder,
  isRefused,
  isSingleNode,
  isStoreNotMade,
  isTimeoutOfNats,
  isTooFewNodes,
  storeProblem,
} from './nats-errors.ts';

/** Copies of a bucket, each on its own node: the farm survives the loss of one node. */
export const COPIES = 3;

/**
 * How many values of a key are kept. The queue keeps all of them: NATS skips a value that was replaced before its turn, so a
 * lagging watch would report a ticket before an earlier one that was rewritten since.
 */
const HISTORY: Readonly<Record<BucketName, number>> = {
  devices: 1,
  leases: 1,
  queue: TIME_TO_LIVE / TICKET_BEAT + 1,
};

/** Milliseconds that NATS has to start JetStream or to make a store, and that a cluster has to find enough nodes once JetStream answers. */
const START_TIME = 30_000;
const FIND_NODES_TIME = 5_000;
const RETRY_PAUSE = 250;

interface Setup {
  readonly connection: NatsConnection;
  readonly client: JetStreamClient;
  readonly manager: JetStreamManager;
}

/** Makes a bucket if it is missing and returns the number of its copies: three, or one while there are fewer nodes. */
export async function ensureBucket(setup: Setup, name: BucketName): Promise<number> {
  const { connection } = setup;
  if (connection.info?.jetstream !== true && connection.info?.cluster === undefined)
    throw actionFailed(
      'JetStream is not enabled in this NATS: start it with nats-server --jetstream, or by handeye farm init.',
    );
  let end = realClock.now() + START_TIME;
  let isSmallAfter = Infinity;
  for (;;) {
    const now = realClock.now();
    try {
      return await makeBucket(setup, name, now > isSmallAfter);
    } catch (error) {
      const isFew = isTooFewNodes(error);
      const isStarting = isFew || hasNoResponder(error) || isTimeoutOfNats(error) || isStoreNotMade(error);
      if (!isStarting || now > end) throw storeProblem(error);
      // While JetStream did not answer, the number of nodes was unknown.
      if (isFew) isSmallAfter = Math.min(isSmallAfter, now + FIND_NODES_TIME);
      if (isFew) end = Math.max(end, isSmallAfter + FIND_NODES_TIME);
    }
    await sleep(RETRY_PAUSE);
  }
}

async function makeBucket({ client, manager }: Setup, name: BucketName, isSmall: boolean): Promise<number> {
  const found = await manager.streams.info(streamOf(name)).catch((error: unknown) => {
    if (isMissingStream(error)) return undefined;
    throw error;
  });
  const kvm = new Kvm(client);
  const made = (replicas: number) =>
    kvm.create(name, { ttl: TIME_TO_LIVE, replicas, history: HISTORY[name], allow_direct: false });
  if (found) {
    await mustForget(manager, name, found.config);
    return addCopies(manager, name, found.config.num_replicas);
  }
  try {
    await made(COPIES);
    return COPIES;
  } catch (error) {
    if (!isSingleNode(error) && !(isSmall && isTooFewNodes(error))) throw error;
    await made(1);
    return 1;
  }
}

/**
 * A bucket made by another program may keep its keys forever: devices of dead hosts and abandoned leases would stay in the
 * farm.
 */
async function mustForget(
  manager: JetStreamManager,
  name: BucketName,
  { max_age: age, max_msgs_per_subject: history }: StreamConfig,
): Promise<void> {
  const wanted = nanos(TIME_TO_LIVE);
  if (age === wanted && history === HISTORY[name]) return;
  // The window for duplicates cannot be longer than the maximum age.
  const update = { max_age: wanted, duplicate_window: wanted, max_msgs_per_subject: HISTORY[name] };
  await manager.streams.update(streamOf(name), update).catch((error: unknown) => {
    if (hasNoResponder(error) || isTimeoutOfNats(error)) throw error;
    throw new Refused(
      'action_failed',
      `The bucket '${name}' of this NATS does not forget its keys after ${TIME_TO_LIVE / 1000} s as a farm needs it, and this user may not change that. Remove it (nats kv del ${name}), or use another account.`,
      { cause: error },
    );
  });
}

/**
 * Adds copies to a bucket that was made when there were too few nodes. Too few nodes is no error. A host that may not change
 * buckets leaves the bucket as it is.
 */
async function addCopies(manager: JetStreamManager, name: BucketName, copies: number): Promise<number> {
  if (copies >= COPIES) return copies;
  return manager.streams.update(streamOf(name), { num_replicas: COPIES }).then(
    () => COPIES,
    (error: unknown) => (isRefused(error) ? COPIES : copies),
  );
}
