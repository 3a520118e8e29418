import type { Outcome } from '../../android/hostile/case.ts';
import type { LinuxStage } from './stage.ts';

/** A case of the hostile suite on a Linux desktop; attacks and outcomes are those of the phone's. */
export interface LinuxCase {
  readonly attack: number;
  /** The attack in a few words, which are the case's name. */
  readonly form: string;
  /** Sets the stage and makes the calls that a misled agent makes. */
  readonly play: (stage: LinuxStage) => Promise<unknown>;
  readonly outcome: Outcome;
  /** The text of the refusal or the note. */
  readonly says?: RegExp;
}
