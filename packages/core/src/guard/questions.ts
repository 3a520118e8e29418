import type { Picture } from '../device/answers.ts';

/** Default seconds that a person has to answer. */
export const DEFAULT_ASK_TIMEOUT = 60;

/** A question to a person before a write is made. Its texts come from the device and from the model: they are data. */
export interface Question {
  readonly tool: string;
  readonly device: string;
  readonly app: string | undefined;
  /** The label of the element that would be hit. */
  readonly label: string | undefined;
  /** The text to be typed or sent, with secrets masked. */
  readonly text: string | undefined;
  /** The key that would be pressed. */
  readonly key?: string | undefined;
  /** The address, action or activity that would be opened. */
  readonly opens?: string | undefined;
  readonly why: string;
  /** The window around it, in a few texts, and the content of its fields. */
  readonly screen?: readonly string[] | undefined;
  readonly written?: readonly string[] | undefined;
  /** The part of the screen that it is about, where there is a picture. */
  readonly picture?: (() => Promise<Picture | undefined>) | undefined;
}

/** Yes or no, each to this one question, or to all that this rule asks about in this application until the server ends. */
export const answers = ['once', 'for this run', 'no', 'no, for this run'] as const;
export type Answer = (typeof answers)[number];

/** Why there is no answer, in a sentence for a model. */
export interface Unanswered {
  readonly unanswered: string;
}

/**
 * A way to a person. Undefined: no person can be reached this way now, so the next way is tried. Rejects when the signal fires,
 * which it does after `limit` milliseconds at the latest.
 */
export interface Asker {
  readonly way: string;
  ask(question: Question, signal: AbortSignal, limit: number): Promise<Answer | Unanswered | undefined>;
}

/** The target of an open question. */
export interface AskedTarget {
  /**
   * The new target, if it is not the one of the question any more. `watching`: a person is still being asked, and the display
   * must not be woken for it.
   */
  changed(how: { readonly watching: boolean }, signal: AbortSignal): Promise<string | undefined>;
  /** Milliseconds between two looks at it while a person is asked. */
  readonly lookEvery: number;
}
