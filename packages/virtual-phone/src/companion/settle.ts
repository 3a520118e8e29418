import type { Clock } from '../framework/system/clock.ts';
import type { Ears } from './ears.ts';
import type { Eyes, Reading } from './eyes.ts';
import { pause, type Work } from './lane.ts';
import type { Parameters } from './parameters.ts';

/** After this time without a change, an act counts as having changed nothing. */
const NO_CHANGE_MS = 600;
/** Part of the deadline that is reserved for the answer. */
const ANSWER_MS = 100;
const DEFAULT_QUIET_MS = 150;
const NODES = 5000;
/** The shortest time between two readings, even if events come faster. */
const FRAME_MS = 16;

/** Reads the tree until two readings are equal. Events only make the next reading come sooner. */
export async function settle(
  { clock, eyes, ears }: { clock: Clock; eyes: Eyes; ears: Ears },
  parameters: Parameters,
  work: Work,
): Promise<object> {
  const quiet = parameters.number('quiet', DEFAULT_QUIET_MS);
  const not = parameters.has('not') ? parameters.text('not') : undefined;
  const began = clock.now();
  const end = began + work.remaining() - ANSWER_MS;
  const read = (): Promise<Reading> => eyes.read(NODES, work);
  let { fingerprint } = await read();
  let since = clock.now();
  for (;;) {
    const now = clock.now();
    const needed = fingerprint === not ? Math.max(quiet, NO_CHANGE_MS) : quiet;
    const settled = now - since >= needed;
    if (settled || now >= end) return { fingerprint, settled, ms: now - began, event: ears.last };
    const rest = Math.min(since + needed - now, Math.max(quiet, FRAME_MS));
    await eventOrPause(ears, clock, { ms: Math.max(1, Math.min(rest, end - now)), work });
    const next = await read();
    if (next.fingerprint === fingerprint) continue;
    fingerprint = next.fingerprint;
    since = clock.now();
  }
}

async function eventOrPause(
  ears: Ears,
  clock: Clock,
  { ms, work }: { ms: number; work: Work },
): Promise<void> {
  let forget: (() => void) | undefined;
  const event = new Promise<void>((resolve) => {
    forget = ears.onNext(resolve);
  });
  await pause(clock, Math.min(ms, FRAME_MS), work);
  if (ms > FRAME_MS) await Promise.race([event, pause(clock, ms - FRAME_MS, work)]);
  forget?.();
}
