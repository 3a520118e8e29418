import { realClock, withinLimit } from '../device/call.ts';
import { BridgePool } from './bridge-pool.ts';
import { explained } from './failures.ts';
import { noScreenRecording, notTrusted } from './permission.ts';
import type { MacOptions } from './source.ts';

/** How this Mac stands, and what to do about what is missing. */
export interface Checkup {
  readonly found: string;
  readonly fix?: string;
}

/** Milliseconds that a bridge may take to start and answer. */
const LIMIT = 10_000;

/** Looks whether a bridge runs, and what macOS allows it. */
export async function checkup(options: MacOptions): Promise<Checkup> {
  const bridges = new BridgePool(options.bridge);
  try {
    const { trusted, screenRecording } = await withinLimit({ clock: realClock, limit: LIMIT }, (call) =>
      bridges.ask('hello', {}, call),
    );
    if (!trusted) return { found: 'accessibility is not allowed', fix: notTrusted };
    if (!screenRecording)
      return { found: 'accessibility is allowed, screen recording is not', fix: noScreenRecording };
    return { found: 'accessibility and screen recording are allowed' };
  } catch (error) {
    const why = explained(error);
    return { found: 'its bridge does not run', fix: why instanceof Error ? why.message : String(why) };
  } finally {
    await bridges.close();
  }
}
