import type { Call } from '../../call/call.ts';
import type { Capability } from '../../device/port.ts';
import type { TierName } from '../tier-choice.ts';

/** One thing that is tried on a phone. */
export interface Check<Subject> {
  /** The tool, or the companion's request. */
  readonly name: string;
  /** Left out, with the reason, where the phone cannot do this. */
  readonly needs?: Capability;
  /** If it fails, those after it are left out. */
  readonly required?: true;
  /** Returns what was seen, in words that hold nothing from the screen. Throws `Skip` or a failure. */
  readonly run: (on: Subject, call: Call) => Promise<string>;
}

export type Outcome = 'ok' | 'failed' | 'skipped';

/** What came of a check. */
export interface Trial {
  /** `requests`: the companion's own requests, without a tool around them. */
  readonly tier: TierName | 'requests' | 'phone';
  readonly check: string;
  readonly outcome: Outcome;
  readonly milliseconds: number;
  /** What was seen, or why it failed or was left out, for the person at the computer. */
  readonly note: string;
}

/** There is nothing to try this on; the message says what is missing. */
export class Skip extends Error {
  override readonly name = 'Skip';
}

/** What was to happen on the phone did not. The message holds nothing from the screen. */
export class CheckFailed extends Error {
  override readonly name = 'CheckFailed';
}
