import { withinLimit } from '@handeye/core/call/call';
import type { Clock } from '@handeye/core/call/clock';
import type { Registry } from '@handeye/core/device/registry';
import { StudioError } from '../pages.ts';

/** Milliseconds to find the default device of calls. */
export const CHOICE_LIMIT = 10_000;

export interface OnlyDeviceOptions {
  readonly registry: Registry;
  readonly clock: Clock;
}

/** The device that calls use instead of this one; undefined if they can use this one. */
export async function usedInstead(
  device: string,
  { registry, clock }: OnlyDeviceOptions,
): Promise<string | undefined> {
  if (registry.several) return undefined;
  const usual = await withinLimit({ clock, limit: CHOICE_LIMIT }, (call) => registry.usual(call));
  return usual === device ? undefined : usual;
}

/** The error for another device: with one device in use, calls cannot name another. */
export function onlyTo(usual: string, device: string): StudioError {
  return new StudioError(
    `Handeye writes to ${usual} in this run. To use ${device}, too, start it with --device for each of them.`,
  );
}
