import type { Box } from './screen.ts';

/** A saved flow in the folder of --flows. */
export interface FlowCard {
  /** Its file's name without `.flow.yaml`. */
  readonly name: string;
  readonly description: string | undefined;
  /** Why its file cannot be read as a flow: place and reason. */
  readonly problem: string | undefined;
  /** A healed file lies beside it, neither accepted nor discarded. */
  readonly hasHealing: boolean;
}

/** Which of the two files of a flow: `NAME.flow.yaml` or `NAME.healed.flow.yaml`. */
export interface FlowFile {
  readonly name: string;
  readonly isHealed: boolean;
}

export interface FlowText {
  readonly text: string;
  /** The changes from the flow to its healed file, if there is one. */
  readonly diff: string | undefined;
}

/** A step of a flow that is or was performed. */
export interface FlowStep {
  readonly number: number;
  /** Its line; undefined if it stands in a file that the flow runs. */
  readonly line: number | undefined;
  readonly says: string;
  readonly status: 'running' | 'passed' | 'failed' | 'healed' | 'warned' | 'skipped';
  readonly milliseconds: number | undefined;
  readonly remarks: readonly string[];
}

/** A step that could not be performed for certain, or whose effect did not come. */
export interface FlowDivergence {
  /** `add-alarm.flow.yaml:12`. */
  readonly place: string;
  readonly says: string;
  readonly expected: string;
  readonly found: string;
  /** The dialog or app in front of the target. */
  readonly covering: string | undefined;
  readonly advice: string;
  /** Elements that may be meant, the best first. */
  readonly candidates: readonly {
    readonly line: string;
    readonly reasons: readonly string[];
    readonly selector: string;
  }[];
  /** Whether a candidate can be written into the healed file: the step stands in the flow's own file. */
  readonly canChoose: boolean;
  /** Addresses of pictures below /studio: before the step, and when it failed. */
  readonly before: string | undefined;
  readonly now: string | undefined;
}

/** The flow that is or was performed last. */
export interface FlowRun extends FlowFile {
  /** Counts up from 1. */
  readonly number: number;
  readonly device: string;
  readonly status: 'running' | 'passed' | 'failed' | 'healed' | 'flaky' | 'infrastructure' | 'cancelled';
  readonly milliseconds: number | undefined;
  readonly steps: readonly FlowStep[];
  /** The place of the running step's target, in pixels of the device. */
  readonly target: Box | undefined;
  readonly remarks: readonly string[];
  readonly divergence: FlowDivergence | undefined;
  /** In place of a divergence. */
  readonly problem: string | undefined;
  /** It can be taken up at the step that failed. */
  readonly canGoOn: boolean;
}

export interface FlowWish extends FlowFile {
  readonly device: string;
  /** Take another element for a target that is gone, where it is certainly the one. */
  readonly heal: boolean;
  /** Take the flow up where its last run ended. */
  readonly goOn: boolean;
}

export interface FlowSaving {
  readonly name: string;
  readonly description?: string | undefined;
  /** The numbers of the calls in the timeline. */
  readonly calls: readonly number[];
  /** Typed texts become variables. */
  readonly variables: boolean;
}

export interface FlowSaved {
  readonly isError: boolean;
  /** The answer of save_flow, with its remarks. */
  readonly text: string;
}
