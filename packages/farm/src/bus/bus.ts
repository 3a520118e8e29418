import type { Call } from '@handeye/core/call/call';
import { DeviceError } from '@handeye/core/device/errors';
import type { BucketName } from '../protocol/records.ts';

/** A received message. A peer can send any payload, so it is checked before use. */
export interface BusMessage {
  readonly subject: string;
  readonly data: Uint8Array;
  /** Answers the sender if it waits for an answer. Never throws: an answer that cannot be sent is lost. */
  reply(data: Uint8Array): void;
}

export interface Subscription {
  /** Resolves when the bus knows the subscription: messages sent after that arrive. */
  readonly ready: Promise<void>;
  close(): void;
}

/** No listener on the subject: the request was certainly not carried out. */
export class NoListener extends Error {
  override readonly name = 'NoListener';
}

/**
 * The operation was not carried out, and a retry does not help: the user lacks the permission, or no host has made the bucket
 * yet.
 */
export class Refused extends DeviceError {}

/** The farm's view of a message bus. NATS implements it; the protocol tests use one with faults. */
export interface Bus {
  /** Size of the largest message in bytes. */
  readonly maxPayload: number;
  readonly isConnected: boolean;
  publish(subject: string, data: Uint8Array): void;
  /**
   * `*` matches one token of the subject, a final `>` matches the rest. An error thrown by `onMessage` is logged as a bug and
   * ends nothing.
   */
  subscribe(subject: string, onMessage: (message: BusMessage) => void): Subscription;
  /**
   * Sends a request and waits for one answer. Throws NoListener if the bus knows that, or the call's own error at its
   * deadline.
   */
  request(subject: string, data: Uint8Array, call: Call): Promise<Uint8Array>;
  /** For a host, makes the bucket if it is missing. For others a missing bucket is empty, and writes to it throw Refused. */
  bucket(name: BucketName): Promise<Bucket>;
  /** Calls the listener when the connection is lost or restored. Returns the function that removes the listener. */
  onConnection(listener: (isConnected: boolean) => void): () => void;
  close(): Promise<void>;
}

/** A value of a bucket, as JSON. */
export interface Entry {
  readonly key: string;
  /** Undefined if the key was removed. An expired entry triggers no event, so readers check its age. */
  readonly value: unknown;
  /** Increases with every write to the bucket. */
  readonly revision: number;
  /** Milliseconds since the write, by the clock of the bus. */
  readonly age: number;
}

/**
 * Keys whose values expire after the bucket's time to live. If a write throws for another reason than its condition, it may or
 * may not have been made: read the key again.
 */
export interface Bucket {
  /** The newest value, read from the leader, not from a copy. */
  get(key: string, call: Call): Promise<Entry | undefined>;
  put(key: string, value: unknown, call: Call): Promise<number>;
  /** Returns the revision, or undefined if the key already has a value. */
  create(key: string, value: unknown, call: Call): Promise<number | undefined>;
  /** Returns the new revision, or undefined if the key has another revision. */
  update(key: string, value: unknown, revision: number, call: Call): Promise<number | undefined>;
  /** Returns false if the key has another revision. */
  remove(key: string, revision: number | undefined, call: Call): Promise<boolean>;
  /**
   * Reports every matching key, then every change, in the order of revisions. After the loss of a connection or a node it
   * reports all keys again, perhaps starting with an older revision than it had reported. `onCurrent` is called each time all
   * keys have been reported.
   */
  watch(filter: string, onEntry: (entry: Entry) => void, onCurrent?: () => void): Watch;
}

export interface Watch {
  /** Resolves when all existing keys have been reported once. Rejects if the user may not watch. */
  readonly current: Promise<void>;
  /** False while all keys are being reported (again): of two keys the watch may have reported only the younger one. */
  readonly isCurrent: boolean;
  close(): void;
}
