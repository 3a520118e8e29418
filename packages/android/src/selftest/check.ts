import type { Call } from '@handeye/core/call/call';
import type { Capability } from '@handeye/core/device/port';
import type { TierName } from '../tier-choice.ts';

/** One check on a phone. */
export interface Check<Subject> {
  /** The tool, or the companion's request. */
  readonly name: string;
  /** Skipped, with the reason, if the phone cannot do this. */
  readonly needs?: Capability;
  /** If it fails, the checks after it are skipped. */
  readonly required?: true;
  /** Returns a description that holds nothing from the screen. Throws `Skip` or a failure. */
  readonly run: (on: Subject, call: Call) => Promise<string>;
}

export type Outcome = 'ok' | 'failed' | 'skipped';

/** The outcome of a check. */
export interface Trial {
  /** `requests`: the companion's own requests, without a tool around them. */
  readonly tier: TierName | 'requests' | 'phone';
  readonly check: string;
  readonly outcome: Outcome;
  readonly milliseconds: number;
  /** A description, or the reason of a failure or skip, for the person at the computer. */
  readonly note: string;
}

/** A part that the check needs is missing; the message names it. */
export class Skip extends Error {
  override readonly name = 'Skip';
}

/** The expected change on the phone did not happen. The message holds nothing from the screen. */
export class CheckFailed extends Error {
  override readonly name = 'CheckFailed';
}
