import { realClock, withinLimit } from '../device/call.ts';
import { DeviceError } from '../device/errors.ts';
import { BridgePool } from './bridge-pool.ts';
import { FinderTrials } from './finder-trials.ts';
import { MacSession } from './session.ts';
import type { MacOptions } from './source.ts';
import { mustBeMac } from './source.ts';

/** One thing that was tried: how it went, and what was seen or why not. */
export interface Trial {
  readonly what: string;
  readonly outcome: 'ok' | 'failed' | 'refused';
  readonly milliseconds: number;
  readonly note: string;
}

/** Milliseconds that one trial may take. */
const LIMIT = 10_000;

/** Tries every call once, on Finder. Ends early where nothing more can be tried. */
export async function* selftest(options: MacOptions, signal: AbortSignal): AsyncGenerator<Trial> {
  mustBeMac(options.platform ?? process.platform);
  const session = new MacSession(new BridgePool(options.bridge));
  const trials = new FinderTrials(session, options.programs);
  try {
    for (const { what, attempt, needed = false } of trials.all) {
      const start = realClock.now();
      const outcome = await tried(() =>
        withinLimit({ clock: realClock, limit: LIMIT, cancelled: signal }, attempt),
      );
      yield { what, ...outcome, milliseconds: Math.round(realClock.now() - start) };
      if (signal.aborted || (needed && outcome.outcome !== 'ok')) return;
    }
  } finally {
    await session.close();
  }
}

async function tried(attempt: () => Promise<string>): Promise<Pick<Trial, 'outcome' | 'note'>> {
  try {
    return { outcome: 'ok', note: await attempt() };
  } catch (error) {
    const refused = error instanceof DeviceError && error.kind === 'permission_denied';
    return {
      outcome: refused ? 'refused' : 'failed',
      note: error instanceof Error ? error.message : String(error),
    };
  }
}
