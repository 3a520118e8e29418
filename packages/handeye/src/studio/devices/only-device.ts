import { StudioError } from '../pages.ts';

/** Why a device cannot be used: with one device in use, no call can name another. */
export function onlyTo(usual: string, device: string): StudioError {
  return new StudioError(
    `Handeye writes to ${usual} in this run. To use ${device}, too, start it with --device for each of them.`,
  );
}
