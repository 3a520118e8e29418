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
  readonly why: string;
  /** The part of the screen that it is about, where there is a picture. */
  readonly picture?: (() => Promise<Picture | undefined>) | undefined;
}

/** This once; whatever this rule asks about in this application until the server ends; or not at all. */
export const answers = ['once', 'for this run', 'no'] as const;
export type Answer = (typeof answers)[number];

/** A way to a person. Undefined: nobody can be reached this way now, so the next way is tried. */
export interface Asker {
  readonly way: string;
  ask(question: Question, signal: AbortSignal): Promise<Answer | undefined>;
}
