import { encode } from 'gpt-tokenizer/encoding/o200k_base';

/** An agent gives up: it does not see what it needs, and reports that instead of guessing. */
export class Lost extends Error {}

/** The cost of an agent. */
export interface Counts {
  readonly calls: number;
  /** Calls whose answer was an error. */
  readonly failed: number;
  /** Tokens (o200k_base) of all answers. */
  readonly tokens: number;
  /** All tokens that the model reads: with each answer everything before it again. */
  readonly input: number;
  /** Seconds inside calls. */
  readonly seconds: number;
}

export const noCounts: Counts = { calls: 0, failed: 0, tokens: 0, input: 0, seconds: 0 };

export function plus(a: Counts, b: Counts): Counts {
  return {
    calls: a.calls + b.calls,
    failed: a.failed + b.failed,
    tokens: a.tokens + b.tokens,
    input: a.input + b.input,
    seconds: a.seconds + b.seconds,
  };
}

/** The text of a tool's answer for a model. */
export interface Answer {
  readonly text: string;
  readonly failed: boolean;
}

export function tokensOf(text: string): number {
  return encode(text).length;
}

/** More than any task needs: ends a script that runs in circles. */
const MOST_CALLS = 150;

/** Counts the calls of one agent, conversation by conversation. */
export class Meter {
  #counts = noCounts;
  #opening = 0;
  readonly #listen: (what: string, answer: Answer) => void;

  constructor(listen: (what: string, answer: Answer) => void = () => undefined) {
    this.#listen = listen;
  }

  /** Makes a call and counts its answer. `what` is printed for people who follow the run. */
  async measure(what: string, call: () => Promise<Answer>): Promise<Answer> {
    if (this.#counts.calls >= MOST_CALLS) throw new Lost(`not done after ${MOST_CALLS} calls`);
    const start = performance.now();
    const answer = await call();
    const { calls, failed, tokens, input, seconds } = this.#counts;
    const heard = tokens + tokensOf(answer.text);
    this.#counts = {
      calls: calls + 1,
      failed: failed + (answer.failed ? 1 : 0),
      tokens: heard,
      input: input + this.#opening + heard,
      seconds: seconds + (performance.now() - start) / 1000,
    };
    this.#listen(what, answer);
    return answer;
  }

  /** Ends a conversation and returns its cost. */
  take(): Counts {
    const counts = this.#counts;
    this.#counts = noCounts;
    return counts;
  }

  /** Ends a conversation with which every later one begins, so that its content is read again with each answer. */
  takeAsOpening(): Counts {
    const counts = this.take();
    this.#opening = counts.tokens;
    return counts;
  }
}
