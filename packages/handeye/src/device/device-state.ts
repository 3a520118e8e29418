import type { Call } from '../call/call.ts';

/** Facts about a device that are not on its screen, and the switches for some of them. */
export interface DeviceState {
  /** What is known, by name, in words for a model. */
  read(call: Call): Promise<Readonly<Record<string, unknown>>>;
}
