import type { Question } from '../../guard/questions.ts';

export type { Answer } from '../../guard/questions.ts';

/** A question of the guard that waits for a person. */
export interface OpenQuestion extends Omit<Question, 'picture'> {
  readonly number: number;
  /** It is about a place on the screen, so that there may be a picture. */
  readonly hasPlace: boolean;
  /** A data address of a picture, where there is one; it may come a moment after the question. */
  readonly picture: string | undefined;
  /** When it is over, in milliseconds since 1970 of the server's clock, and how many are left as it is sent. */
  readonly until: number;
  readonly left: number;
}
