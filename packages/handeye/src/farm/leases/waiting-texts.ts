import { actionFailed, type DeviceError, timedOut } from '../../device/errors.ts';
import type { LeaseWish } from '../../device/leases.ts';
import type { FarmDevice, FarmView } from './farm-view.ts';
import { isUnknown } from './matches.ts';

const SILENT = 'free, but its host does not answer';

/** The place of a ticket among those who want the same: `3rd of 5 waiting for this`. Undefined if it is not in the queue. */
export function placeOf(view: FarmView, ticket: string): string | undefined {
  const queue = view.queue();
  const own = queue.find(({ key }) => key === ticket);
  if (!own) return undefined;
  const same = queue.filter(({ wantsClass }) => wantsClass === own.wantsClass);
  return `${ordinal(same.indexOf(own) + 1)} of ${same.length} waiting for this`;
}

interface Vain {
  readonly ticket: string;
  /** Offers that this client tried to take. */
  readonly tried: ReadonlySet<string>;
}

/** What a client is told that got no device in its time. */
export function waitedInVain(
  view: FarmView,
  { wants, waitSeconds }: LeaseWish,
  { ticket, tried }: Vain,
): DeviceError {
  const states = new Map<string, number>();
  for (const device of view.candidates(wants)) {
    const state = stateOf(device, tried);
    states.set(state, (states.get(state) ?? 0) + 1);
  }
  if (states.size === 0) {
    return actionFailed(
      'No device of the farm is like that. Call list_devices to see what there is, and want less.',
    );
  }
  const place = placeOf(view, ticket);
  const found = [...states].map(([state, count]) => `${count} ${state}`).join(', ');
  const facts = `Devices like that: ${found}.${place === undefined ? '' : ` You were ${place}.`}`;
  return waitSeconds === 0
    ? actionFailed(`No such device is free now. ${facts} Pass wait_seconds to wait in the queue.`)
    : timedOut(
        `No such device became free within ${waitSeconds} seconds. ${facts} Call lease_device again to wait anew.`,
      );
}

function stateOf({ record, lease }: FarmDevice, tried: Vain['tried']): string {
  if (isUnknown(record)) return `${record.state} that may be`;
  if (record.state !== 'free') return record.state;
  // Its own attempt, which the host has not accepted, is no lease of somebody else.
  if (lease?.accepted !== true && tried.has(record.offer ?? '')) return SILENT;
  return lease ? 'leased' : 'free';
}

function ordinal(count: number): string {
  const isTeen = count % 100 >= 11 && count % 100 <= 13;
  const endings: Readonly<Record<number, string>> = { 1: 'st', 2: 'nd', 3: 'rd' };
  return `${count}${(isTeen ? undefined : endings[count % 10]) ?? 'th'}`;
}
