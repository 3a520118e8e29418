import { DeadlineExceeded, withinLimit } from '../../call/call.ts';
import type { Clock } from '../../call/clock.ts';
import { actionFailed } from '../../device/errors.ts';
import type { Bus } from '../bus/bus.ts';
import { FarmView } from './farm-view.ts';

/** Milliseconds to learn what there is: NATS may need ten seconds to agree on another leader after a node is lost. */
const OPEN_LIMIT = 30_000;

/** A view that knows what there is, or why nobody can know. */
export async function openView(bus: Bus, clock: Clock, cancelled?: AbortSignal): Promise<FarmView> {
  try {
    return await withinLimit({ clock, limit: OPEN_LIMIT, cancelled }, (call) =>
      FarmView.open(bus, clock, call),
    );
  } catch (error) {
    if (!(error instanceof DeadlineExceeded)) throw error;
    throw actionFailed(
      `The NATS of the farm has told nothing of it for ${OPEN_LIMIT / 1000} s: JetStream is not enabled there (nats-server -js), or too few of its nodes run.`,
      error,
    );
  }
}
