import { callWithoutDeadline, orAborted, pause } from '../call/call.ts';
import type { Clock } from '../call/clock.ts';
import { type Pauses } from '../call/pauses.ts';
import { deviceErrorOf } from '../device/errors.ts';
import type { Reached } from './act.ts';
import {
  type Answer,
  type AskedTarget,
  type Asker,
  DEFAULT_ASK_TIMEOUT,
  type Question,
  type Unanswered,
} from './questions.ts';
import type { Rule, Verdict } from './rules.ts';

export interface AskingOptions {
  readonly clock: Clock;
  /** The ways to a person beside the client that calls, in the order they are tried. */
  readonly askers?: readonly Asker[];
  /** Milliseconds that a person has to answer. */
  readonly limit?: number;
}

/** The call that a question belongs to. */
export interface AskingCall {
  /** The client's own way to a person, which is tried first. */
  readonly asker?: Asker | undefined;
  readonly pauses: Pauses;
  /** Open while a person is asked about this device: who waits for a turn on it can hear of it. */
  readonly questions?: Pauses | undefined;
  readonly signal: AbortSignal;
  /** The subject of the question, if it can change. */
  readonly target?: AskedTarget | undefined;
}

/** The target of a question changed while it was open: the new one. */
export interface Changed {
  readonly changed: string;
}

/** Asks people, one way after another, and remembers what they answered for the whole run. */
export class Asking {
  readonly #clock: Clock;
  readonly #askers: readonly Asker[];
  readonly #limit: number;
  /** By rule, the answers for applications of devices. */
  readonly #lasting = new Map<Rule, Map<string, Answer>>();

  constructor({ clock, askers = [], limit = DEFAULT_ASK_TIMEOUT * 1000 }: AskingOptions) {
    this.#clock = clock;
    this.#askers = askers;
    this.#limit = limit;
  }

  /** Whether a person has answered this for the whole run, so that no question is put now. */
  isAnswered(device: string, { rule, reached, doubt }: Verdict): boolean {
    return rule !== undefined && this.#lasting.get(rule)?.has(keyOf(device, reached, doubt)) === true;
  }

  async ask(
    question: Question,
    { rule, reached, doubt }: Verdict,
    call: AskingCall,
  ): Promise<Answer | Unanswered | Changed> {
    const key = keyOf(question.device, reached, doubt);
    const known = rule && this.#lasting.get(rule)?.get(key);
    if (known !== undefined) return known;
    const open = () => call.pauses.during(() => this.#askWatching(question, call));
    const answer = await (call.questions ? call.questions.during(open) : open());
    if (answer === 'once' || answer === 'for this run') {
      const changed = await call.target?.changed({ watching: false }, call.signal);
      if (changed !== undefined) return { changed };
    }
    const lasts = answer === 'no, for this run' || (answer === 'for this run' && isKnown(reached));
    if (rule && lasts) {
      this.#lasting.set(rule, (this.#lasting.get(rule) ?? new Map<string, Answer>()).set(key, answer));
    }
    return answer;
  }

  /** Asks until there is an answer, or until what it is about has changed. */
  async #askWatching(
    question: Question,
    { asker, signal, target }: AskingCall,
  ): Promise<Answer | Unanswered | Changed> {
    const end = new AbortController();
    const asking = AbortSignal.any([signal, end.signal]);
    const ways = [...(asker ? [asker] : []), ...this.#askers];
    try {
      return await Promise.race([
        this.#askEach(ways, question, asking),
        ...(target ? [this.#watch(target, asking)] : []),
      ]);
    } finally {
      end.abort(new Error('The question is over.'));
    }
  }

  async #askEach(
    ways: readonly Asker[],
    question: Question,
    signal: AbortSignal,
  ): Promise<Answer | Unanswered> {
    for (const way of ways) {
      const answer = await this.#inTime(way, question, signal);
      if (answer !== undefined) return answer;
    }
    return {
      unanswered:
        'Nobody could be asked: this client does not pass on questions (MCP elicitation; over HTTP with protocol 2026-07-28), nobody has Studio open, and the server does not run in a terminal.',
    };
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
    const either = AbortSignal.any([signal, over.signal]);
    try {
      return await orAborted(way.ask(question, either, this.#limit), either);
    } catch (error) {
      if (signal.aborted || !over.signal.aborted) throw error;
      return { unanswered: `The user was asked and did not answer within ${this.#limit / 1000} s.` };
    } finally {
      stopTimer();
    }
  }

  /** Looks now and then until what the question is about has changed. Rejects when the signal fires. */
  async #watch(target: AskedTarget, signal: AbortSignal): Promise<Changed> {
    for (;;) {
      await pause(target.lookEvery, callWithoutDeadline(this.#clock, signal));
      const changed = await target.changed({ watching: true }, signal).catch((error: unknown) => {
        // A look that failed tells nothing: the one before the act decides.
        if (signal.aborted || !deviceErrorOf(error)) throw error;
        return undefined;
      });
      if (changed !== undefined) return { changed };
    }
  }
}

/** A permission for an unknown application would be one for every unknown application; a refusal may be that. */
function isKnown(reached: Reached | undefined): boolean {
  return !reached || reached.name !== undefined || reached.id !== undefined;
}

/**
 * The key of a remembered answer, for an application on a device. Allowing a screen that could not be read does not allow what
 * the rule is about.
 */
function keyOf(device: string, reached: Reached | undefined, doubt: string | undefined): string {
  // An impostor may have the name of another one, so both count.
  return JSON.stringify(reached ? [device, reached.name, reached.id, doubt] : [device]);
}
