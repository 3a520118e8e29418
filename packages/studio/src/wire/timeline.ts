import type { IdEvent } from './screen.ts';

/** A list entry: a call of a client or of the person, or an action of the person beside calls. */
export interface TimelineEntry {
  /** Counts up from 1. */
  readonly number: number;
  /** `control`: a device was taken over or given back, writes were stopped or resumed, a lever was used. */
  readonly kind: 'call' | 'control';
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly client: string;
  readonly byPerson: boolean;
  /** Of a control: its action. */
  readonly tool: string;
  /** A short form of the arguments. */
  readonly summary: string;
  readonly device: string | undefined;
  readonly app: string | undefined;
  readonly writes: boolean;
  /** Undefined while it runs. */
  readonly outcome: string | undefined;
  /** It waits for a person's answer now. */
  readonly isWaiting: boolean;
  /** Its own time, without waits for people's answers. */
  readonly milliseconds: number | undefined;
  /** Milliseconds of waits for people's answers. */
  readonly waited: number | undefined;
  /** The tokens of the answer for a model. */
  readonly tokens: number | undefined;
  /** The first line of its answer. */
  readonly told: string | undefined;
}

/** An element that a call names by its id. */
export interface NamedElement {
  readonly id: string;
  /** The element on the screen before the call, or when it was last seen. */
  readonly what: string;
  /** The history of the id while the device was watched, the oldest event first. */
  readonly history: readonly IdEvent[];
}

/** The text of a screen, in lean. */
export interface ScreenText {
  readonly text: string;
  /** False if an action had happened since its look. */
  readonly isCurrent: boolean;
}

export interface CallDetails extends TimelineEntry {
  /** JSON, indented. */
  readonly arguments: string;
  /** Names of arguments that are shown only by their length: typed text may be private. */
  readonly hidden: readonly string[];
  /** The answer as the model got it, item by item; of a picture only its size. */
  readonly content: readonly string[];
  readonly steps: readonly {
    readonly tool: string;
    readonly summary: string;
    readonly outcome: string;
    readonly milliseconds: number;
  }[];
  /** The rules that decided, questions and answers. */
  readonly judged: readonly string[];
  readonly notes: readonly string[];
  readonly elements: readonly NamedElement[];
  /** The screen before the call; undefined without a look, and for a read that worked: its answer contains it. */
  readonly screen: ScreenText | undefined;
  /** The screen at the end of the client's previous call with the number of that call, if it differs. */
  readonly lastScreen: { readonly text: string; readonly number: number } | undefined;
  /** The changes on the screen after the call; undefined without a look before and after. */
  readonly changes: string | undefined;
  /** Addresses of pictures below /studio, if there are any. */
  readonly before: string | undefined;
  readonly after: string | undefined;
}

export interface ClientTotals {
  readonly client: string;
  /** The person at the page: any client may have the same name. */
  readonly byPerson: boolean;
  readonly calls: number;
  /** Failed calls, without refused ones. */
  readonly failed: number;
  readonly refused: number;
  readonly tokens: number;
  /** The time of the calls, and separately their waits for people's answers. */
  readonly milliseconds: number;
  readonly waited: number;
}

/** Whether a call was refused, by a rule, a person or the device, rather than failed. */
export function isRefused({ outcome }: Pick<TimelineEntry, 'outcome'>): boolean {
  return outcome === 'permission_denied';
}

/** The recording on disk of --record. */
export interface RecordingState {
  readonly folder: string;
  /** Why calls are not written now, and the remedy. */
  readonly problem: string | undefined;
}
