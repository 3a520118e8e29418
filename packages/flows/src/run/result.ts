/** The end of a flow. `flaky` is given by a runner that tries again; `infrastructure` is no fault of the app or the flow. */
export type FlowStatus = 'passed' | 'failed' | 'healed' | 'flaky' | 'infrastructure' | 'cancelled';

/** `warned`: an optional command that failed. `skipped`: a condition did not hold, or the flow had ended. */
export type StepStatus = 'passed' | 'failed' | 'healed' | 'warned' | 'skipped';

/** The place of a command in a file. Lines and columns count from 1. */
export interface Place {
  readonly file: string;
  readonly line: number;
  readonly column: number;
}

/** A command as it is about to be performed. */
export interface StepStart {
  /** `3` for the third command of the flow, `3.2` for the second inside it. A repeated command has the same in each round. */
  readonly path: string;
  /** Counts each performed command from 1. */
  readonly number: number;
  /** How many commands hold this one: 0 at the top. */
  readonly depth: number;
  readonly at: Place;
  /** The name in the file: `tapOn`. */
  readonly command: string;
  /** One line for people: `tapOn "Save"`, or the label of the command. */
  readonly says: string;
}

export interface StepResult extends StepStart {
  readonly status: StepStatus;
  readonly milliseconds: number;
  /** What a reader should know: `by position`, `3 of 5 rounds`, the reason of a warning. */
  readonly remarks: readonly string[];
}

/** An element that may be the one that was meant. */
export interface Candidate {
  /** Its id on the screen as it was then, for a tool call by hand. */
  readonly id: string;
  /** Its line in lean. */
  readonly line: string;
  /** `label equal`, `resource id other`, `same row` … */
  readonly reasons: readonly string[];
  /** How many of the recorded identities hold for it. */
  readonly holds: number;
  /** It as a selector, as YAML in one line: what the step could say instead. */
  readonly selector: string;
}

export type DivergenceKind =
  'not there' | 'several' | 'no effect' | 'not so' | 'refused' | 'not possible' | 'script' | 'file changed';

/** A step that could not be performed for certain, or whose effect did not come. Nothing was done after it. */
export interface Divergence {
  readonly kind: DivergenceKind;
  readonly at: Place;
  readonly step: StepStart;
  readonly expected: string;
  /** What came instead, in a sentence. */
  readonly found: string;
  /** The screen then, in lean. */
  readonly screen: string;
  /** The best first. */
  readonly candidates: readonly Candidate[];
  /** A dialog of the system or another app in front of the target, by name. */
  readonly covering: string | undefined;
  /** True: the step acted, and only its effect is missing. */
  readonly acted: boolean;
  /** How to go on by hand, and how to resume. */
  readonly advice: string;
}

/** A step that was performed on another element than the recorded one. */
export interface HealedStep {
  readonly step: StepStart;
  readonly from: string;
  readonly to: string;
  readonly reasons: readonly string[];
}

export interface Healing {
  readonly steps: readonly HealedStep[];
  /** The file with the healed selectors, beside the flow: NAME.healed.flow.yaml. */
  readonly file: string;
  /** A unified diff of the flow's file to that one. */
  readonly diff: string;
}

/** A picture or film that a command of the flow took. */
export interface Taken {
  readonly name: string;
  readonly mimeType: string;
  readonly bytes: Uint8Array;
}

export interface FlowResult {
  readonly name: string;
  readonly file: string;
  readonly status: FlowStatus;
  readonly device: string | undefined;
  /** Milliseconds since 1970. */
  readonly startedAt: number;
  readonly milliseconds: number;
  /** In the order in which they ended: a command that holds others comes after them. */
  readonly steps: readonly StepResult[];
  /** Why it failed. */
  readonly divergence: Divergence | undefined;
  /** In place of a divergence: the device is gone, the call was refused, the time was over. */
  readonly problem: string | undefined;
  /** Said before the first step: another language than the recorded one, steps by position. */
  readonly remarks: readonly string[];
  readonly healing: Healing | undefined;
  readonly taken: readonly Taken[];
  /** Takes up the flow at the step that failed: `STEP@DIGEST`, the digest of the steps before it. */
  readonly resume: string | undefined;
}

interface Box {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

/** Events of a flow that is performed. The next step waits until a listener's promise resolves: it may take a picture. */
export type FlowEvent =
  | { readonly kind: 'flow began'; readonly device: string; readonly steps: number }
  | { readonly kind: 'remark'; readonly text: string }
  | { readonly kind: 'step began'; readonly step: StepStart; readonly screen: string | undefined }
  /** The element that a step is about to use, and its place in pixels of the device. */
  | { readonly kind: 'target found'; readonly step: StepStart; readonly box: Box }
  /** `screen` is the last one that was seen, in lean. */
  | { readonly kind: 'step ended'; readonly step: StepResult; readonly screen: string | undefined }
  | { readonly kind: 'flow ended'; readonly result: FlowResult };
