import type { Picture } from '../device/answers.ts';

/** What a person is asked before a write is made. Its texts come from the device and from the model: they are data. */
export interface Question {
  readonly tool: string;
  readonly device: string;
  readonly app: string | undefined;
  /** What would be hit, as it is written there. */
  readonly label: string | undefined;
  /** What would be typed or sent, with secrets masked. */
  readonly text: string | undefined;
  /** The key that would be pressed. */
  readonly key?: string | undefined;
  /** The address, action or activity that would be opened. */
  readonly opens?: string | undefined;
  readonly why: string;
  /** What the window around it shows, in a few texts, and what is written in its fields. */
  readonly screen?: readonly string[] | undefined;
  readonly written?: readonly string[] | undefined;
  /** The part of the screen that it is about, where there is a picture. */
  readonly picture?: (() => Promise<Picture | undefined>) | undefined;
}

/** This once; whatever this rule asks about in this application until the server ends; or not at all. */
export const answers = ['once', 'for this run', 'no'] as const;
export type Answer = (typeof answers)[number];

/** Why nobody decided, in a sentence for a model. */
export interface Unanswered {
  readonly unanswered: string;
}

/**
 * A way to a person. Undefined: nobody can be reached this way now, so the next way is tried. Rejects when the signal fires,
 * which it does after `limit` milliseconds at the latest.
 */
export interface Asker {
  readonly way: string;
  ask(question: Question, signal: AbortSignal, limit: number): Promise<Answer | Unanswered | undefined>;
}

/** What a question is about, while it is open. */
export interface AskedTarget {
  /**
   * What is there now, if that is not what the question is about; undefined while it is. `watching`: a person is still
   * being asked, and nothing may be woken for it.
   */
  changed(how: { readonly watching: boolean }, signal: AbortSignal): Promise<string | undefined>;
  /** Milliseconds between two looks at it while a person is asked. */
  readonly lookEvery: number;
}
