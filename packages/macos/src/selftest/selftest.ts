import { withinLimit } from '@handeye/core/call/call';
import { realClock } from '@handeye/core/call/clock';
import { DeviceError } from '@handeye/core/device/errors';
import { BridgePool } from '../bridge-client/pool.ts';
import { FinderChecks } from './finder-checks.ts';
import { MacSession } from '../session.ts';
import type { MacOptions } from '../source.ts';
import { mustBeMac } from '../source.ts';

/** The result of one check: `note` says what was seen, or why it failed. */
export interface Trial {
  readonly what: string;
  readonly outcome: 'ok' | 'failed' | 'refused';
  readonly milliseconds: number;
  readonly note: string;
}

/** How long one check may take. */
const TIMEOUT_MS = 10_000;

/** Runs every check on Finder. Ends early if a required one fails. */
export async function* selftest(options: MacOptions, signal: AbortSignal): AsyncGenerator<Trial> {
  mustBeMac(options.platform ?? process.platform);
  const session = new MacSession(new BridgePool(options.bridge));
  const checks = new FinderChecks(session, options.programs);
  try {
    for (const { what, run, required = false } of checks.all) {
      const start = realClock.now();
      const outcome = await outcomeOf(() =>
        withinLimit({ clock: realClock, limit: TIMEOUT_MS, cancelled: signal }, run),
      );
      yield { what, ...outcome, milliseconds: Math.round(realClock.now() - start) };
      if (signal.aborted || (required && outcome.outcome !== 'ok')) return;
    }
  } finally {
    await session.close();
  }
}

async function outcomeOf(run: () => Promise<string>): Promise<Pick<Trial, 'outcome' | 'note'>> {
  try {
    return { outcome: 'ok', note: await run() };
  } catch (error) {
    const refused = error instanceof DeviceError && error.kind === 'permission_denied';
    return {
      outcome: refused ? 'refused' : 'failed',
      note: error instanceof Error ? error.message : String(error),
    };
  }
}
