import type { Wants } from '@handeye/core/device/leases';
import { withoutLease } from '../protocol/names.ts';
import type { DeviceRecord } from '../protocol/records.ts';

/** Whether a device, by its full name and its record, satisfies all of a client's wants. */
export function matches(wants: Wants, name: string, record: DeviceRecord): boolean {
  const { platform, version, capabilities = [], labels = {}, device } = wants;
  return (
    (device === undefined || withoutLease(device) === name) &&
    (platform === undefined || platform === record.platform) &&
    isWithin(record.version, version) &&
    capabilities.every((one) => record.capabilities.includes(one)) &&
    Object.entries(labels).every(([label, value]) => record.labels[label] === value)
  );
}

/**
 * Like `matches`, but a device that was never opened, of which only the host's data is known, may turn out to have the version
 * and the capabilities.
 */
export function mayMatch(wants: Wants, name: string, record: DeviceRecord): boolean {
  const { version: _, capabilities: __, ...rest } = wants;
  return matches(isUnknown(record) ? rest : wants, name, record);
}

/** Whether it was never opened since its host started. */
export function isUnknown({ state, version, capabilities }: DeviceRecord): boolean {
  return state !== 'free' && version === undefined && capabilities.length === 0;
}

/** A text that is equal for equal wants: clients with equal wants wait in one queue. */
export function classOf({ platform, version, capabilities = [], labels = {}, device }: Wants): string {
  return JSON.stringify([
    platform ?? null,
    version?.from ?? null,
    version?.to ?? null,
    [...new Set(capabilities)].sort(),
    Object.entries(labels).sort(([one], [other]) => (one < other ? -1 : 1)),
    device ?? null,
  ]);
}

/** Both ends are included: `to: 14` includes all of 14, such as 14.1. A device of unknown version is in no range. */
function isWithin(version: string | undefined, range: Wants['version']): boolean {
  const { from, to } = range ?? {};
  if (from === undefined && to === undefined) return true;
  const numbers = numbersOf(version);
  if (!numbers) return false;
  const isHighEnough = from === undefined || compare(numbers, numbersOf(from) ?? []) >= 0;
  const end = numbersOf(to) ?? [];
  return isHighEnough && (to === undefined || compare(numbers.slice(0, end.length), end) <= 0);
}

function numbersOf(version: string | undefined): number[] | undefined {
  return /\d+(?:\.\d+)*/
    .exec(version ?? '')?.[0]
    .split('.')
    .map(Number);
}

function compare(one: readonly number[], other: readonly number[]): number {
  const length = Math.max(one.length, other.length);
  for (let at = 0; at < length; at += 1) {
    const difference = (one[at] ?? 0) - (other[at] ?? 0);
    if (difference !== 0) return difference;
  }
  return 0;
}
