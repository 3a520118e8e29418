import { computed, signal } from '@preact/signals';
import type { DeviceCard } from '../../wire/devices.ts';
import type { FrameHead, Hands, Hello } from '../../wire/messages.ts';
import type { Looked, WatchedScreen } from '../../wire/screen.ts';

/** The state of the connection to the server. */
export type LinkState = 'connecting' | 'open' | 'lost' | 'refused';

export interface ShownFrame extends FrameHead {
  /** An address of the picture for an <img>. */
  readonly address: string;
  /** When it arrived, by this page's clock. */
  readonly arrived: number;
}

/** The last data from the server. Views read these signals; only the connection writes them. */
export const link = signal<LinkState>('connecting');
export const hello = signal<Hello | undefined>(undefined);
export const hands = signal<Hands>({ stopped: false, takenOver: [] });
export const frame = signal<ShownFrame | undefined>(undefined);
export const screen = signal<WatchedScreen | undefined>(undefined);
/** The last look at the watched device, and its arrival by this page's clock. */
export const looked = signal<(Looked & { readonly arrived: number }) | undefined>(undefined);
/** The last sign of life of the watched device, by this page's clock. */
export const aliveAt = signal(0);
/** Why the watched device cannot be seen. */
export const unseen = signal<string | undefined>(undefined);

/** The device that the person chose; undefined means the default device of calls. */
export const chosenDevice = signal<string | undefined>(undefined);

/** The last list of devices. */
export const devices = signal<readonly DeviceCard[]>([]);

/** The device of the server's last event. */
export const watchedDevice = signal<string | undefined>(undefined);

/** The device that the page shows; undefined until it is known. */
export const shownDevice = computed(() => chosenDevice.value ?? watchedDevice.value);

/** Shows another device and clears the data of the previous one. */
export function chooseDevice(device: string | undefined): void {
  if (device === chosenDevice.value) return;
  if (frame.value) URL.revokeObjectURL(frame.value.address);
  frame.value = undefined;
  screen.value = undefined;
  looked.value = undefined;
  unseen.value = undefined;
  chosenDevice.value = device;
}
