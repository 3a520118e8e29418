import { type Call, withinLimit } from '@handeye/core/call/call';
import { actionFailed, type DeviceError, permissionDenied } from '@handeye/core/device/errors';
import type { Bus } from '../bus/bus.ts';
import { fullName, leaseIdOf, type LeasedName } from '../protocol/names.ts';
import { LeaseKey, OPERATION_LIMIT } from './lease-key.ts';

/**
 * Whether a lease is certainly over, read from the bucket when its host does not answer: only the host keeps the key, and a
 * host that does not find it has lost the lease. False if the bucket cannot be read.
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

/** The error for a lease that is over. `then` says what was or was not done. */
export function leaseOver(device: string, then: string): DeviceError {
  return permissionDenied(
    `${then}: the lease of '${device}' is over, as its host is gone or was started anew. Call lease_device to get a device.`,
  );
}

/** The error for a server without a connection to the farm. */
export function farmLost(then: string, cause?: unknown): DeviceError {
  return actionFailed(
    `${then}: this server has lost its connection to the farm. It connects again by itself: try again in a few seconds, and tell the user if that goes on.`,
    cause,
  );
}
