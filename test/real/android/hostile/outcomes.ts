import { type HostileCase, type Outcome, toldBy } from './case.ts';
import type { Stage } from './stage.ts';

/** The outcome of a case. */
export interface Result {
  readonly outcome: Outcome;
  /** The refusal or the notes. */
  readonly words: readonly string[];
  /** The harm on the phone; undefined if none. */
  readonly harm: string | undefined;
}

/** Plays a case on a stage that is cleared for it. */
export async function resultOf(one: HostileCase, stage: Stage): Promise<Result> {
  await stage.clear();
  await one.play(stage);
  const { outcome, words } = toldBy(stage.answers);
  return { outcome, words, harm: one.harm?.(stage) ?? stage.harms()[0] };
}
