import type { LeasableDevice, Leased } from '../../device/leases.ts';
import type { DeviceListing } from '../../device/registry.ts';
import { oneLine } from '@handeye/screen/sanitize';

/** `Pixel 7, android 14`. Titles and labels are untrusted: they come from the owner of the host. */
export function systemOf({
  title,
  platform,
  version,
}: Pick<Leased, 'title' | 'platform' | 'version'>): string {
  const system = [platform, version].filter((part) => part !== undefined).join(' ');
  // Phones have it in their titles.
  return oneLine(title.toLowerCase().includes(system) ? title : `${title}, ${system}`);
}

/** `leased by Ada`. A client may have no name. */
export function stateOf({ state, holder = '' }: Pick<LeasableDevice, 'state' | 'holder'>): string {
  return oneLine(holder === '' ? state : `${state} by ${holder}`);
}

/** All devices, a line each: those that can be had first. What does not fit is counted. */
export function deviceLines(
  local: readonly Omit<DeviceListing, 'kind'>[],
  leasable: readonly LeasableDevice[],
  limit: number,
): string[] {
  const free = leasable.filter(({ state }) => state === 'free');
  const others = leasable.filter(({ state }) => state !== 'free');
  const shown = [...free, ...others].slice(0, limit);
  const left = leasable.length - shown.length;
  return [
    ...local.map(({ id, title, ready }) =>
      oneLine(`${id} ${title}: ${ready === true ? 'local, ready' : ready}`),
    ),
    `farm: ${leasable.length} device${leasable.length === 1 ? '' : 's'}, ${free.length} free`,
    ...shown.map(deviceLine),
    ...(left > 0 ? [`${left} more: narrow it with wants, or raise limit`] : []),
  ];
}

/** `rack-2.pixel-7 Pixel 7, android 14 {rack: 2}: leased by Ada`. */
function deviceLine(device: LeasableDevice): string {
  const { id, labels, reason } = device;
  const named = Object.entries(labels).map(([key, value]) => `${key}: ${value}`);
  const said = [
    `${id} ${systemOf(device)}`,
    ...(named.length > 0 ? [` {${named.join(', ')}}`] : []),
    `: ${stateOf(device)}`,
    ...(reason === undefined ? [] : [` (${reason})`]),
  ];
  return oneLine(said.join(''));
}
