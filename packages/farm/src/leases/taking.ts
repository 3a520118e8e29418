import { type Call, pause, withinLimit } from '@handeye/core/call/call';
import type { Clock } from '@handeye/core/call/clock';
import { type Leased, type LeaseWish, MOST_MINUTES } from '@handeye/core/device/leases';
import { clientName } from '@handeye/core/guard/client';
import type { Bus } from '../bus/bus.ts';
import { deviceNameOf, type LeasedName, leasedName, leaseIdOf, newSecret } from '../protocol/names.ts';
import type { FarmDevice } from './farm-view.ts';
import { askHost } from './host-requests.ts';
import { LeaseKey, RETRY } from './lease-key.ts';

export interface TakingParts {
  readonly bus: Bus;
  readonly clock: Clock;
  /** Fires when this server stops. */
  readonly closed: AbortSignal;
}

/**
 * Takes a free device: creates its lease, which succeeds for one client only, and asks its host to accept it. Undefined if
 * another client was faster or the host does not accept.
 */
export async function take(
  parts: TakingParts,
  { name, record: { offer = '', title, platform, version } }: FarmDevice,
  { minutes, client }: LeaseWish,
  call: Call,
): Promise<Leased | undefined> {
  const { bus, clock } = parts;
  const device = deviceNameOf(name);
  if (!device) return undefined;
  const secret = newSecret();
  const id = leaseIdOf(secret);
  const key = new LeaseKey(await bus.bucket('leases'), name, clock);
  const lease: LeasedName = { ...device, secret };
  const undo = () => void giveBack(parts, { key, lease, minutes });
  try {
    const record = { id, offer, holder: clientName(client), minutes, accepted: false };
    // If the answer to the creation was lost, the host finds out by reading the key.
    const revision = await key.create(record, call).catch(() => 'unknown');
    call.signal.throwIfAborted();
    if (revision === undefined) return undefined;
    const given = await askHost(bus, device, { verb: 'accept', body: { id, offer } }, call);
    call.signal.throwIfAborted();
    return { name: leasedName(lease), title, platform, version, minutes: given };
  } catch {
    undo();
    call.signal.throwIfAborted();
    return undefined;
  }
}

interface Unfinished {
  readonly key: LeaseKey;
  readonly lease: LeasedName;
  readonly minutes: number;
}

/**
 * Gives back a lease that will not be used, accepted or not: releases it at the host and removes the key. The host would keep
 * the unknown lease for all its minutes, so this is retried for that long.
 */
async function giveBack(
  { bus, clock, closed }: TakingParts,
  { key, lease, minutes }: Unfinished,
): Promise<void> {
  const limit = Math.min(minutes, MOST_MINUTES) * 60_000;
  await withinLimit({ clock, limit, cancelled: closed }, async (call) => {
    const { secret } = lease;
    await askHost(bus, lease, { verb: 'release', body: { secret } }, call).catch(() => undefined);
    const isGone = () => removed(key, leaseIdOf(secret), call).catch(() => false);
    while (!(await isGone())) await pause(RETRY, call);
  }).catch(() => undefined);
}

/** Returns false if a slow host accepted the lease at this moment: its new revision must be removed as well. */
async function removed(key: LeaseKey, id: string, call: Call): Promise<boolean> {
  const standing = await key.read(call);
  return standing?.record?.id !== id || key.remove(standing.revision, call);
}
