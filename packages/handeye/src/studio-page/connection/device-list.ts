import { computed, effect } from '@preact/signals';
import type { DeviceCard } from '../../studio/wire/devices.ts';
import { plainName } from '../parts/plain-text.ts';
import { on, request } from './connection.ts';
import { devices, frame, link, unseen, watchedDevice } from './state.ts';

/** Milliseconds between two lists while there is nothing to see: a phone may be plugged in or allowed meanwhile. */
const REFRESH = 5_000;

/** Asks which devices there are. Without an answer the list stays as it was. */
export async function refreshDevices(): Promise<void> {
  devices.value = await request('devices', undefined).catch(() => devices.value);
}

/** What a person tells a device by: its title; where another one has the same, its id before it. */
export function deviceName({ id, title }: DeviceCard): string {
  const isShared = devices.value.some((one) => one.title === title && one.id !== id);
  return isShared ? `${plainName(id)}: ${plainName(title)}` : plainName(title);
}

const isSeen = computed(() => frame.value !== undefined && unseen.value === undefined);

/** Asks for a page that somebody sees, and for no other: phones are asked what serves them. */
function refreshIfVisible(): void {
  if (document.visibilityState === 'visible') void refreshDevices();
}

/** Keeps the list true enough to choose from, without asking while a device is seen. */
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
