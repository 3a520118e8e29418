import type * as z from 'zod';
import type { Call } from '../../call/call.ts';
import { DeviceError } from '../../device/errors.ts';
import type { acceptRequest, LeaseAnswer, releaseRequest, renewRequest } from '../protocol/messages.ts';

/** Why a lease ended, for its holder and for the log. */
export type LeaseEnd = 'released' | 'expired' | 'lost' | 'withdrawn';

/** Whether a lease holds could not be found out in time: what waited for that was not done. */
export class LeaseUnchecked extends DeviceError {
  constructor(
    /** For a sentence that says what this means. */
    readonly why: string,
    cause: unknown,
  ) {
    super('action_failed', `Nothing was done: ${why}. Try again in a few seconds.`, { cause });
  }
}

/**
 * The lease of one device, as its host keeps it. The host alone decides who may use the device: what the bucket says can end a
 * lease, never begin one that the host has not accepted.
 */
export interface LeaseKeeper {
  /** The holder of the lease that was accepted, for people; undefined while there is none. */
  readonly holder: string | undefined;
  /** Fires when the lease that was accepted ends; undefined while there is none. */
  readonly signal: AbortSignal | undefined;
  /** The device is ready for somebody else: a new offer, which the host announces. */
  offer(): string;
  /** The device is offered no longer; a lease of it ends. */
  withdraw(call: Call): Promise<void>;
  /** Nothing that the bucket does fails these three: their answer says it. */
  accept(request: z.infer<typeof acceptRequest>, call: Call): Promise<LeaseAnswer>;
  renew(request: z.infer<typeof renewRequest>, call: Call): Promise<LeaseAnswer>;
  release(request: z.infer<typeof releaseRequest>, call: Call): Promise<LeaseAnswer>;
  /** Throws what a client without a valid lease is told. By what the host knows: enough for reading. */
  mustBeHeldBy(secret: string): void;
  /**
   * Asks the bucket, too, whether the revision that the host wrote last still stands; throws if not, and LeaseUnchecked if
   * that is not known in the call's time. Before each write. The call must end with the lease that it was made under
   * (`signal`): the next holder's lease is not its own.
   */
  fence(call: Call): Promise<void>;
  close(): Promise<void>;
}

/** The host hears of what happens to a lease, also by its own doing. */
export interface LeaseEvents {
  onAccepted(holder: string): void;
  /**
   * The device must be reset before it is offered again, after `withdrawn`, too. Calls under way were told by the lease's signal.
   */
  onEnded(why: LeaseEnd): void;
}
