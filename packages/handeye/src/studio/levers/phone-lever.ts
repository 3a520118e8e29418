import type { Lever } from '../wire/devices.ts';

/** A lever as the page shows it, and what it does. */
export interface PhoneLever extends Lever {
  readonly pull: (value: string | boolean | undefined) => void;
}
