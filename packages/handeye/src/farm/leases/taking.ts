import { type Call, withinLimit } from '../../call/call.ts';
import type { Clock } from '../../call/clock.ts';
import type { Leased, LeaseWish } from '../../device/leases.ts';
import { clientName } from '../../guard/client.ts';
import type { Bus } from '../bus/bus.ts';
import { deviceNameOf, type LeasedName, leasedName, leaseIdOf, newSecret } from '../protocol/names.ts';
import type { FarmDevice } from './farm-view.ts';
import { askHost } from './host-requests.ts';
import { LeaseKey } from './lease-key.ts';

/** Milliseconds that the attempt to undo an unfinished lease may take. */
const UNDO_LIMIT = 10_000;

/**
 * Takes a free device: creates its lease, which one of those who try can, and asks its host to accept it. Undefined if it was
 * not to be had: somebody was quicker, or its host does not accept it.
 */
export async function take(
  { bus, clock }: { readonly bus: Bus; readonly clock: Clock },
  { name, record: { offer = '', title, platform, version } }: FarmDevice,
  { minutes, client }: LeaseWish,
  call: Call,
): Promise<Leased | undefined> {
  const device = deviceNameOf(name);
  if (!device) return undefined;
  const secret = newSecret();
  const id = leaseIdOf(secret);
  const key = new LeaseKey(await bus.bucket('leases'), name, clock);
  const lease: LeasedName = { ...device, secret };
  const undo = () => void giveBack(bus, key, lease, clock);
  try {
    const record = { id, offer, holder: clientName(client), minutes, accepted: false };
    // Whether a creation without an answer was made, the host sees when it reads the key.
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

/** Nobody will use the lease, whether it was accepted or not: its host is told, and the key removed if it is there still. */
async function giveBack(bus: Bus, key: LeaseKey, lease: LeasedName, clock: Clock): Promise<void> {
  const id = leaseIdOf(lease.secret);
  await withinLimit({ clock, limit: UNDO_LIMIT }, async (call) => {
    const body = { secret: lease.secret };
    await askHost(bus, lease, { verb: 'release', body }, call).catch(() => undefined);
    // A host that was slow may accept it in this moment: that is another revision, which has to go as well.
    for (;;) {
      const standing = await key.read(call);
      if (standing?.record?.id !== id || (await key.remove(standing.revision, call))) return;
    }
  }).catch(() => undefined);
}
