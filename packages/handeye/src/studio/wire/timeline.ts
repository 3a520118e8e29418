import type { IdEvent } from './screen.ts';

/** A call of a client or of the person, or something that the person did beside calls, as the list shows it. */
export interface TimelineEntry {
  /** Counts up from 1. */
  readonly number: number;
  /** `control`: a device was taken over or given back, writes were stopped or resumed, a lever was pulled. */
  readonly kind: 'call' | 'control';
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly client: string;
  readonly byPerson: boolean;
  /** Of a control: what was done. */
  readonly tool: string;
  /** A short form of the arguments. */
  readonly summary: string;
  readonly device: string | undefined;
  readonly app: string | undefined;
  readonly writes: boolean;
  /** Undefined while it runs. */
  readonly outcome: string | undefined;
  /** It waits for the answer of a person now. */
  readonly isWaiting: boolean;
  /** What it took itself, without waiting for answers of people. */
  readonly milliseconds: number | undefined;
  /** How long it waited for answers of people. */
  readonly waited: number | undefined;
  /** What the answer costs a model. */
  readonly tokens: number | undefined;
  /** The first line of what it answered. */
  readonly told: string | undefined;
}

/** An element that a call names by its id. */
export interface NamedElement {
  readonly id: string;
  /** What it was on the screen that the call was made on, or when it was last seen. */
  readonly what: string;
  /** What became of the id while somebody watched, the oldest first. */
  readonly history: readonly IdEvent[];
}

/** The text of a screen, in lean. */
export interface ScreenText {
  readonly text: string;
  /** False if something had been done since it was looked at. */
  readonly isCurrent: boolean;
}

export interface CallDetails extends TimelineEntry {
  /** JSON, indented. */
  readonly arguments: string;
  /** The names of arguments that are shown by their length only: what was typed may be nobody's business. */
  readonly hidden: readonly string[];
  /** The answer as the model got it, item by item; a picture is told by its size. */
  readonly content: readonly string[];
  readonly steps: readonly {
    readonly tool: string;
    readonly summary: string;
    readonly outcome: string;
    readonly milliseconds: number;
  }[];
  /** The rules that decided, what was asked and answered. */
  readonly judged: readonly string[];
  readonly notes: readonly string[];
  readonly elements: readonly NamedElement[];
  /** The screen that it was made on; undefined if nobody had looked, and for a read that worked, whose answer tells it. */
  readonly screen: ScreenText | undefined;
  /** The screen at the end of the client's call before, with the number of that call, where it was another one. */
  readonly lastScreen: { readonly text: string; readonly number: number } | undefined;
  /** What was other on the screen afterwards; undefined if nobody looked before and after. */
  readonly changes: string | undefined;
  /** Addresses of pictures below /studio, where there are any. */
  readonly before: string | undefined;
  readonly after: string | undefined;
}

export interface ClientTotals {
  readonly client: string;
  /** The person at the page: any client may have the same name. */
  readonly byPerson: boolean;
  readonly calls: number;
  /** Calls that failed; those that were refused are counted apart. */
  readonly failed: number;
  readonly refused: number;
  readonly tokens: number;
  /** What the calls took, and how long they waited for answers of people beside that. */
  readonly milliseconds: number;
  readonly waited: number;
}

/** Whether a call was refused, by a rule, by a person or by the device, instead of having failed. */
export function isRefused({ outcome }: Pick<TimelineEntry, 'outcome'>): boolean {
  return outcome === 'permission_denied';
}

/** The recording on disk that was asked for with --record. */
export interface RecordingState {
  readonly folder: string;
  /** Why calls are not written down now, and what to do. */
  readonly problem: string | undefined;
}
