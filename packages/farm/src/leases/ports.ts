import type * as z from 'zod';
import type { Call } from '@handeye/core/call/call';
import { DeviceError } from '@handeye/core/device/errors';
import type { acceptRequest, LeaseAnswer, releaseRequest, renewRequest } from '../protocol/messages.ts';

/** The reason why a lease ended, for its holder and for the log. */
export type LeaseEnd = 'released' | 'expired' | 'lost' | 'withdrawn';

/** The lease could not be checked in time, so the write was not made. */
export class LeaseUnchecked extends DeviceError {
  constructor(
    /** A clause for the error of a call. */
    readonly why: string,
    cause: unknown,
  ) {
    super('action_failed', `Nothing was done: ${why}. Try again in a few seconds.`, { cause });
  }
}

/**
 * The lease of one device, as its host keeps it. The host alone decides who may use the device: the bucket can end a lease, but
 * never begin one that the host has not accepted.
 */
export interface LeaseKeeper {
  /** The holder of the accepted lease, for people; undefined without one. */
  readonly holder: string | undefined;
  /** Fires when the accepted lease ends; undefined without one. */
  readonly signal: AbortSignal | undefined;
  /** Makes a new offer, which the host announces: the device is ready for the next holder. */
  offer(): string;
  /** Withdraws the offer; a lease of the device ends. */
  withdraw(call: Call): Promise<void>;
  /** A failure of the bucket does not make these three throw: their answer reports it. */
  accept(request: z.infer<typeof acceptRequest>, call: Call): Promise<LeaseAnswer>;
  renew(request: z.infer<typeof renewRequest>, call: Call): Promise<LeaseAnswer>;
  release(request: z.infer<typeof releaseRequest>, call: Call): Promise<LeaseAnswer>;
  /** Throws the error for a client without a valid lease. Uses only the host's own state, which is enough for reads. */
  mustBeHeldBy(secret: string): void;
  /**
   * Runs before each write: also reads the bucket and throws if the host's last revision does not stand, or LeaseUnchecked if
   * the call's time is too short to find out. The call must end with the lease that it was made under (`signal`): the next
   * holder's lease does not cover it.
   */
  fence(call: Call): Promise<void>;
  close(): Promise<void>;
}

/** Events of a lease, also those caused by the host itself. */
export interface LeaseEvents {
  onAccepted(holder: string): void;
  /**
   * The device must be reset before its next offer, also after `withdrawn`. Running calls were aborted by the lease's signal.
   */
  onEnded(why: LeaseEnd): void;
}
