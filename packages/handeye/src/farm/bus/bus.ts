import type { Call } from '../../call/call.ts';
import { DeviceError } from '../../device/errors.ts';
import type { BucketName } from '../protocol/records.ts';

/** A message as it came. Its payload is whatever a peer sent: it is checked before it is used. */
export interface BusMessage {
  readonly subject: string;
  readonly data: Uint8Array;
  /** Answers the sender, if it waits for that. It never throws: an answer that cannot be sent is lost. */
  reply(data: Uint8Array): void;
}

export interface Subscription {
  /** Resolves when the bus knows of it: what is sent from then on arrives. */
  readonly ready: Promise<void>;
  close(): void;
}

/** Nobody listens on the subject: what was asked was certainly not done. */
export class NobodyListens extends Error {
  override readonly name = 'NobodyListens';
}

/** It was not done, and to ask again does not help: the user may not do it, or no host has made the bucket yet. */
export class Refused extends DeviceError {}

/** What the farm needs of a message bus. NATS is behind it; the tests of the protocol have one with faults. */
export interface Bus {
  /** Bytes of the largest message. */
  readonly maxPayload: number;
  readonly isConnected: boolean;
  publish(subject: string, data: Uint8Array): void;
  /**
   * `*` stands for one token of the subject, `>` at the end for all that follow. What `onMessage` throws is a fault of ours,
   * and ends nothing.
   */
  subscribe(subject: string, onMessage: (message: BusMessage) => void): Subscription;
  /** Sends and waits for one answer. NobodyListens if that is sure; the call's own error when its time is up. */
  request(subject: string, data: Uint8Array, call: Call): Promise<Uint8Array>;
  /** A host makes the bucket if it is missing. For others one that is missing is empty, and to write to it is Refused. */
  bucket(name: BucketName): Promise<Bucket>;
  /** Hears when the connection is lost and when it is back; the result stops that. */
  onConnection(listener: (isConnected: boolean) => void): () => void;
  close(): Promise<void>;
}

/** A value of a bucket, as JSON. */
export interface Entry {
  readonly key: string;
  /** Undefined: the key was removed. One that only ran out is told by nobody: readers have to know its age. */
  readonly value: unknown;
  /** Rises with every write to the bucket. */
  readonly revision: number;
  /** Milliseconds since it was written, by the clocks of the bus. */
  readonly age: number;
}

/**
 * Keys with values that are gone after the bucket's time to live. A write that fails for another reason than its condition
 * (an error is thrown) may have been made or not: read again.
 */
export interface Bucket {
  /** The newest value, asked of the one that decides, not of a copy. */
  get(key: string, call: Call): Promise<Entry | undefined>;
  put(key: string, value: unknown, call: Call): Promise<number>;
  /** The revision; undefined if the key has a value already. */
  create(key: string, value: unknown, call: Call): Promise<number | undefined>;
  /** The new revision; undefined if the key has another revision by now. */
  update(key: string, value: unknown, revision: number, call: Call): Promise<number | undefined>;
  /** False if the key has another revision by now. */
  remove(key: string, revision: number | undefined, call: Call): Promise<boolean>;
  /**
   * Tells every key that matches, then every change, in the order of revisions. After a lost connection or node it tells all
   * keys again, perhaps first with an older revision than it had told. `onCurrent` is called each time it has told all.
   */
  watch(filter: string, onEntry: (entry: Entry) => void, onCurrent?: () => void): Watch;
}

export interface Watch {
  /** Resolves when it has told for the first time what was there; rejects if the user may not watch. */
  readonly current: Promise<void>;
  /** False while it tells all keys (again): of two keys it may have told the younger one only. */
  readonly isCurrent: boolean;
  close(): void;
}
