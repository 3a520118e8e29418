/*
 * The data of a run for its checker. All times are of the machine's one clock (machine-time.ts), except those of NATS, which
 * are compared only among themselves.
 */

/** A finger that a phone felt. */
export interface Touch {
  /** The port that the phone listens on. */
  readonly phone: number;
  readonly at: number;
  /** Undefined if no write of the run belongs to its place. */
  readonly write: number | undefined;
}

/** A device that a client held for a while, from the client's view. */
export interface LeaseEntry {
  readonly client: string;
  readonly phone: number;
  readonly asked: number;
  readonly granted: number;
  readonly minutes: number;
  /** When it asked to release the device, and when that was confirmed. */
  releaseAsked?: number;
  released?: number;
}

/** The outcome of a write as its client was told. `unknown`: it may have been done or not. */
export type Outcome = 'done' | 'not done' | 'unknown';

/** A tap, and its outcome as its client was told. */
export interface WriteEntry {
  readonly write: number;
  readonly outcome: Outcome;
}

/** The outcome of a call as its client was told. */
export interface Told {
  /** The kind of an error; `transport` if there was no answer to the request, `hang` if nothing came in time. */
  readonly kind?: string;
  readonly text: string;
  /** Its taps, in their order. */
  readonly writes: readonly WriteEntry[];
  /** Whether it is a result, or an expected error. */
  readonly isClear: boolean;
  /** Whether it blames the phone. */
  readonly blamesPhone?: boolean;
}

/** A call of a client, from its sending to its end. */
export interface CallEntry extends Told {
  readonly client: string;
  readonly server: string;
  readonly tool: string;
  readonly began: number;
  readonly ended: number;
  readonly lease?: LeaseEntry;
}

/** A message of a bucket, as NATS keeps it. */
export interface BucketEvent {
  readonly key: string;
  /** Undefined: the key was removed. */
  readonly value: unknown;
  readonly revision: number;
  /** Milliseconds since 1970, of the node that took it. */
  readonly at: number;
}

/** An outage; without an end it still lasts. */
export interface Outage {
  readonly what: string;
  /** The address of the server that did not run meanwhile. */
  readonly server?: string;
  /** The ports of phones that could not be used meanwhile. */
  readonly phones?: readonly number[];
  readonly from: number;
  to?: number;
}

export interface Journal {
  readonly touches: readonly Touch[];
  readonly leases: readonly LeaseEntry[];
  readonly calls: readonly CallEntry[];
  readonly queue: readonly BucketEvent[];
  readonly grants: readonly BucketEvent[];
  readonly outages: readonly Outage[];
}
