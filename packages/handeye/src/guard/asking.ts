import type { Clock } from '../call/clock.ts';
import { type Pauses } from '../call/pauses.ts';
import type { Answer, Asker, Question } from './questions.ts';
import type { Rule, Verdict } from './rules.ts';

/** Milliseconds that a person has to answer, unless told. */
export const ANSWER_LIMIT_MS = 60_000;

export interface AskingOptions {
  readonly clock: Clock;
  /** The ways to a person beside the client that calls, in the order they are tried. */
  readonly askers?: readonly Asker[];
  readonly limit?: number;
}

/** The call that a question belongs to. */
export interface AskingCall {
  /** The client's own way to a person, which is tried first. */
  readonly asker?: Asker | undefined;
  readonly pauses: Pauses;
  readonly signal: AbortSignal;
}

/** Why nobody answered, with what a model can tell its user. */
export interface Unanswered {
  readonly unanswered: string;
}

/** Asks people, one way after another, and remembers what they allowed for the whole run. */
export class Asking {
  readonly #clock: Clock;
  readonly #askers: readonly Asker[];
  readonly #limit: number;
  /** By rule, the applications that it is answered for. */
  readonly #allowed = new Map<Rule, Set<string>>();

  constructor({ clock, askers = [], limit = ANSWER_LIMIT_MS }: AskingOptions) {
    this.#clock = clock;
    this.#askers = askers;
    this.#limit = limit;
  }

  async ask(question: Question, { rule }: Verdict, call: AskingCall): Promise<Answer | Unanswered> {
    const app = question.app ?? '';
    if (rule && this.#allowed.get(rule)?.has(app) === true) return 'for this run';
    const answer = await call.pauses.during(() => this.#askEach(question, call));
    if (answer === 'for this run' && rule) {
      this.#allowed.set(rule, (this.#allowed.get(rule) ?? new Set()).add(app));
    }
    return answer;
  }

  async #askEach(question: Question, { asker, signal }: AskingCall): Promise<Answer | Unanswered> {
    for (const way of [...(asker ? [asker] : []), ...this.#askers]) {
      const answer = await this.#inTime(way, question, signal);
      if (answer !== undefined) return answer;
    }
    return { unanswered: 'Nobody could be asked. The user can allow it by a rule: --policy FILE.' };
  }

  async #inTime(
    way: Asker,
    question: Question,
    signal: AbortSignal,
  ): Promise<Answer | Unanswered | undefined> {
    const over = new AbortController();
    const stopTimer = this.#clock.after(this.#limit, () => {
      over.abort(new Error('Nobody answered in time.'));
    });
    try {
      return await way.ask(question, AbortSignal.any([signal, over.signal]));
    } catch (error) {
      if (!over.signal.aborted) throw error;
      return { unanswered: `The user was asked and did not answer within ${this.#limit / 1000} s.` };
    } finally {
      stopTimer();
    }
  }
}
