import { type Call, withinLimit } from '../../call/call.ts';
import { actionFailed, type DeviceError, permissionDenied } from '../../device/errors.ts';
import type { Bus } from '../bus/bus.ts';
import { fullName, leaseIdOf, type LeasedName } from '../protocol/names.ts';
import { LeaseKey, OPERATION_LIMIT } from './lease-key.ts';

/**
 * Whether a lease is over for certain, asked of the bucket when its host does not answer: the host alone keeps the key, and
 * one that does not find it has lost the lease. False if nobody can tell.
 */
export async function isOver(
  bus: Bus,
  lease: LeasedName,
  { clock, signal }: Pick<Call, 'clock' | 'signal'>,
): Promise<boolean> {
  try {
    return await withinLimit({ clock, limit: OPERATION_LIMIT, cancelled: signal }, async (call) => {
      const key = new LeaseKey(await bus.bucket('leases'), fullName(lease), clock);
      return (await key.read(call))?.record?.id !== leaseIdOf(lease.secret);
    });
  } catch {
    return false;
  }
}

/** `then` says what was or was not done. */
export function leaseOver(device: string, then: string): DeviceError {
  return permissionDenied(
    `${then}: the lease of '${device}' is over, as its host is gone or was started anew. Call lease_device to get a device.`,
  );
}

/** This server itself has no connection to the farm. */
export function farmLost(then: string, cause?: unknown): DeviceError {
  return actionFailed(
    `${then}: this server has lost its connection to the farm. It connects again by itself: try again in a few seconds, and tell the user if that goes on.`,
    cause,
  );
}
