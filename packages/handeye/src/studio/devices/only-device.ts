import { withinLimit } from '../../call/call.ts';
import type { Clock } from '../../call/clock.ts';
import type { Registry } from '../../device/registry.ts';
import { StudioError } from '../pages.ts';

/** Milliseconds to find out which device calls mean. */
export const CHOICE_LIMIT = 10_000;

export interface OnlyDeviceOptions {
  readonly registry: Registry;
  readonly clock: Clock;
}

/** The device that calls mean in place of this one; undefined if they can mean this one. */
export async function usedInstead(
  device: string,
  { registry, clock }: OnlyDeviceOptions,
): Promise<string | undefined> {
  if (registry.several) return undefined;
  const usual = await withinLimit({ clock, limit: CHOICE_LIMIT }, (call) => registry.usual(call));
  return usual === device ? undefined : usual;
}

/** Why a device cannot be used: with one device in use, no call can name another. */
export function onlyTo(usual: string, device: string): StudioError {
  return new StudioError(
    `Handeye writes to ${usual} in this run. To use ${device}, too, start it with --device for each of them.`,
  );
}
