import type { Toolbox } from '@handeye/core/tools/frame/toolbox';
import type {
  FlowCard,
  FlowDivergence,
  FlowFile,
  FlowRun,
  FlowSaved,
  FlowStep,
  FlowText,
} from '../wire/flows.ts';
import type { Box } from '../wire/screen.ts';

/** Saved flows as the package flows has them, which Studio does not know. */
export interface FlowShelf {
  list(): Promise<readonly FlowCard[]>;
  read(file: FlowFile): Promise<FlowText>;
  /** Performs a flow step by step with these tools. What goes wrong is in the result. */
  perform(file: FlowFile, how: Performing): Promise<FlowEnd>;
  /** Writes the healed file with another target for the step at a place. */
  choose(file: FlowFile, choice: { readonly at: PlaceInFlow; readonly selector: string }): Promise<void>;
  /** Replaces the flow by its healed file, if the difference between them still is this one. */
  accept(name: string, diff: string): Promise<void>;
  /** Deletes the healed file. */
  discard(name: string): Promise<void>;
  /** Saves what these calls did. */
  save(wish: ShelfSaving): Promise<FlowSaved>;
}

interface Calling {
  readonly toolbox: Toolbox;
  readonly client: string;
  /** Undefined where calls name no device. */
  readonly device: string | undefined;
  readonly signal: AbortSignal;
}

export interface Performing extends Calling {
  readonly heal: boolean;
  /** Where an earlier run ended. */
  readonly from: string | undefined;
  readonly onEvent: (event: FlowProgress) => void;
}

export interface PlaceInFlow {
  readonly file: string;
  readonly line: number;
  readonly column: number;
}

interface StepInFlow extends Pick<FlowStep, 'number' | 'says'> {
  readonly at: PlaceInFlow;
}

/** `step began`, `target found`, `step ended`; others are left alone. */
export interface FlowProgress {
  readonly kind: string;
  /** With its outcome once it ended. */
  readonly step?: StepInFlow & Partial<Pick<FlowStep, 'status' | 'milliseconds' | 'remarks'>>;
  readonly box?: Box;
}

export interface FlowEnd extends Pick<FlowRun, 'remarks' | 'problem'> {
  readonly status: Exclude<FlowRun['status'], 'running'>;
  readonly milliseconds: number;
  readonly divergence:
    | (Pick<FlowDivergence, 'expected' | 'found' | 'covering' | 'advice' | 'candidates'> & {
        readonly at: PlaceInFlow;
        readonly step: StepInFlow;
      })
    | undefined;
  /** Takes the flow up where it ended. */
  readonly resume: string | undefined;
}

/** A call of the timeline whose acts are to be saved. */
export interface SavedCall {
  readonly client: string;
  readonly byPerson: boolean;
  readonly tool: string;
  /** When it began and ended, in milliseconds since 1970. */
  readonly at: number;
  readonly until: number;
}

export interface ShelfSaving extends Calling {
  readonly name: string;
  readonly description: string | undefined;
  readonly variables: boolean;
  readonly calls: readonly SavedCall[];
}
