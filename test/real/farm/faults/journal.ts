/*
 * What a run leaves behind for its checker. All times are of the machine's one clock (machine-time.ts) but those of NATS,
 * which are compared among themselves alone.
 */

/** A finger that a phone felt. */
export interface Touch {
  /** The port that the phone listens on. */
  readonly phone: number;
  readonly at: number;
  /** Undefined if it is at a place where no write of the run is. */
  readonly write: number | undefined;
}

/** A device that a client had for a while, as the client knows it. */
export interface LeaseEntry {
  readonly client: string;
  readonly phone: number;
  readonly asked: number;
  readonly granted: number;
  readonly minutes: number;
  /** When it asked to give the device back, and when it was told that this was done. */
  releaseAsked?: number;
  released?: number;
}

/** What a client was told of a call. `unknown`: it may have been done or not. */
export type Outcome = 'done' | 'not done' | 'unknown';

/** A tap, and what its client was told of it. */
export interface WriteEntry {
  readonly write: number;
  readonly outcome: Outcome;
}

/** What a client was told of a call. */
export interface Told {
  /** The kind of an error; `transport` if there was no answer to the request, `hang` if nothing came in time. */
  readonly kind?: string;
  readonly text: string;
  /** Its taps, in their order. */
  readonly writes: readonly WriteEntry[];
  /** It is a result, or an error that a client may be told. */
  readonly isClear: boolean;
  /** It says that the phone is to blame, in whatever words. */
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

/** When something was wrong; without an end it still is. */
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
