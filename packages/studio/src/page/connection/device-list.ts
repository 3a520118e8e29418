import { computed, effect } from '@preact/signals';
import type { DeviceCard } from '../../wire/devices.ts';
import { plainName } from '../parts/plain-text.ts';
import { on, request } from './connection.ts';
import { devices, frame, link, unseen, watchedDevice } from './state.ts';

/** Milliseconds between two lists while no device is shown: a phone may be plugged in or allowed meanwhile. */
const REFRESH = 5_000;

/** Requests the list of devices. Without an answer the list stays as it was. */
export async function refreshDevices(): Promise<void> {
  devices.value = await request('devices', undefined).catch(() => devices.value);
}

/** A device's name for people: its title, preceded by its id if another device has the same title. */
export function deviceName({ id, title }: DeviceCard): string {
  const isShared = devices.value.some((one) => one.title === title && one.id !== id);
  return isShared ? `${plainName(id)}: ${plainName(title)}` : plainName(title);
}

const isSeen = computed(() => frame.value !== undefined && unseen.value === undefined);

/** Requests the list only for a visible page: phones are queried for it. */
function refreshIfVisible(): void {
  if (document.visibilityState === 'visible') void refreshDevices();
}

/** Refreshes the list for the picker while no device is shown. */
export function keepDeviceList(): void {
  on('screen', ({ device }) => (watchedDevice.value = device));
  on('unseen', ({ device }) => (watchedDevice.value = device));
  effect(() => {
    if (link.value !== 'open') return undefined;
    refreshIfVisible();
    if (isSeen.value) return undefined;
    const timer = setInterval(refreshIfVisible, REFRESH);
    return () => {
      clearInterval(timer);
    };
  });
  document.addEventListener('visibilitychange', refreshIfVisible);
}
