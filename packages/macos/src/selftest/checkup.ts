import { withinLimit } from '@handeye/core/call/call';
import { realClock } from '@handeye/core/call/clock';
import { BridgePool } from '../bridge-client/pool.ts';
import { ACCESSIBILITY_NOT_ALLOWED, SCREEN_RECORDING_NOT_ALLOWED, toDeviceError } from '../errors.ts';
import type { MacOptions } from '../source.ts';

/** The report of `doctor` about this Mac: what was found, and how to fix what is missing. */
export interface Checkup {
  readonly found: string;
  readonly fix?: string;
}

/** How long a bridge may take to start and answer. */
const TIMEOUT_MS = 10_000;

/** Checks whether a bridge runs, and what macOS allows it. */
export async function checkup(options: MacOptions): Promise<Checkup> {
  const bridges = new BridgePool(options.bridge);
  try {
    const { trusted, screenRecording } = await withinLimit({ clock: realClock, limit: TIMEOUT_MS }, (call) =>
      bridges.ask('hello', {}, call),
    );
    if (!trusted) return { found: 'accessibility is not allowed', fix: ACCESSIBILITY_NOT_ALLOWED };
    if (!screenRecording)
      return {
        found: 'accessibility is allowed, screen recording is not',
        fix: SCREEN_RECORDING_NOT_ALLOWED,
      };
    return { found: 'accessibility and screen recording are allowed' };
  } catch (error) {
    const why = toDeviceError(error);
    return { found: 'the bridge does not run', fix: why instanceof Error ? why.message : String(why) };
  } finally {
    await bridges.close();
  }
}
