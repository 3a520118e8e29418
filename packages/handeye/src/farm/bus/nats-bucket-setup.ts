import type { JetStreamClient, JetStreamManager, StreamConfig } from '@nats-io/jetstream';
import { Kvm } from '@nats-io/kv';
import { nanos, type NatsConnection } from '@nats-io/transport-node';
import { setTimeout as sleep } from 'node:timers/promises';
import { realClock } from '../../call/clock.ts';
import { actionFailed } from '../../device/errors.ts';
import { type BucketName, TICKET_BEAT, TIME_TO_LIVE } from '../protocol/records.ts';
import { Refused } from './bus.ts';
import { streamOf } from './nats-bucket.ts';
import {
  isMissingStream,
  isNobody,
  isRefused,
  isSingleNode,
  isTimeoutOfNats,
  isTooFewNodes,
  storeProblem,
} from './nats-errors.ts';

/** Copies of a bucket, on as many nodes: one may be lost. */
export const COPIES = 3;

/**
 * How many values of a key are kept. Of tickets all: NATS passes over a value that has been replaced when its turn comes, so a
 * watch that lags would tell of a ticket before it tells of one that came earlier and was written again since.
 */
const HISTORY: Readonly<Record<BucketName, number>> = {
  devices: 1,
  leases: 1,
  queue: TIME_TO_LIVE / TICKET_BEAT + 1,
};

/** Milliseconds that a cluster gets to start JetStream, and from when that answers to find enough nodes. */
const START_TIME = 30_000;
const FIND_NODES_TIME = 5_000;
const RETRY_PAUSE = 250;

interface Setup {
  readonly connection: NatsConnection;
  readonly client: JetStreamClient;
  readonly manager: JetStreamManager;
}

/** Makes a bucket if it is missing; how many copies it has. These are three; fewer nodes hold one, until there are more. */
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
      const isStarting = isFew || isNobody(error) || isTimeoutOfNats(error);
      if (!isStarting || now > end) throw storeProblem(error);
      // The time in which JetStream did not answer says nothing about the number of nodes.
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
 * A bucket that somebody else made may keep its keys for ever: devices of dead hosts would stay in the farm, and leases that
 * nobody keeps.
 */
async function mustForget(
  manager: JetStreamManager,
  name: BucketName,
  { max_age: age, max_msgs_per_subject: history }: StreamConfig,
): Promise<void> {
  const wanted = nanos(TIME_TO_LIVE);
  if (age === wanted && history === HISTORY[name]) return;
  // NATS looks for duplicates no longer than it keeps anything.
  const update = { max_age: wanted, duplicate_window: wanted, max_msgs_per_subject: HISTORY[name] };
  await manager.streams.update(streamOf(name), update).catch((error: unknown) => {
    if (isNobody(error) || isTimeoutOfNats(error)) throw error;
    throw new Refused(
      'action_failed',
      `The bucket '${name}' of this NATS does not forget its keys after ${TIME_TO_LIVE / 1000} s as a farm needs it, and this user may not change that. Remove it (nats kv del ${name}), or use another account.`,
      { cause: error },
    );
  });
}

/**
 * A bucket that was made when there were too few nodes. That there still are is no problem; for a host that may not change
 * buckets it is as good as it gets.
 */
async function addCopies(manager: JetStreamManager, name: BucketName, copies: number): Promise<number> {
  if (copies >= COPIES) return copies;
  return manager.streams.update(streamOf(name), { num_replicas: COPIES }).then(
    () => COPIES,
    (error: unknown) => (isRefused(error) ? COPIES : copies),
  );
}
