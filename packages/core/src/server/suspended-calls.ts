import { isDeepStrictEqual } from 'node:util';
import type { Answer, Asker, Question, Unanswered } from '../guard/questions.ts';
import type { Toolbox, ToolResult } from '../tools/frame/toolbox.ts';

/** The parts of a request that identify its call. */
export interface CallIdentity {
  readonly toolbox: Toolbox;
  readonly tool: string;
  readonly args: unknown;
  readonly client: string | undefined;
}

/** One request of a client that waits for what comes of a call. */
export interface Leg {
  readonly signal: AbortSignal;
  /** Whether the client can be asked through the answer to this request. */
  readonly asks: boolean;
  readonly progress?: ((message: string) => void) | undefined;
}

/** A call that waits for a person: the client is to ask, and to come back with the answer and this state. */
export interface Suspended {
  readonly question: Question;
  readonly state: string;
}

export type Outcome = ToolResult | Suspended;

/** Why a request does not continue a call. */
export interface NotContinued {
  readonly refused: string;
}

type Run = (options: Pick<Leg, 'signal' | 'progress'> & { readonly asker: Asker }) => Promise<ToolResult>;

/** The number of ended calls that are kept for clients which have not returned yet. */
const MOST_ENDED = 100;

const UNKNOWN_STATE =
  'No question is open under this requestState: it was answered already, or it was never asked. ' +
  'Call the tool again without it.';
const OTHER_CALL =
  'This requestState belongs to another call. Send it with the same tool and arguments, from the same client.';

/**
 * Calls that wait for an answer of their client's user, since 2026-07-28 between two requests: the first one is answered
 * with the question, and the next one brings the answer. Meanwhile the call stays alive, in its turn on the device.
 */
export class SuspendedCalls {
  readonly #waiting = new Map<string, SuspendableCall>();
  /** Calls whose question ended before the client returned: it timed out, or the screen changed. */
  readonly #ended = new Map<string, SuspendableCall>();
  #isClosed = false;

  /** Begins a call, and resolves when it ends or asks. */
  begin(identity: CallIdentity, leg: Leg, run: Run): Promise<Outcome> {
    const call: SuspendableCall = new SuspendableCall(identity, (how) => this.#keep(call, how));
    const outcome = call.wait(leg);
    call.start(run);
    return outcome;
  }

  /**
   * Hands the answer to the call that waits for it; resolves when that ends or asks again. Who comes too late gets what came
   * of the call: a tool's result, which says why it was not done.
   */
  async resume(
    state: string,
    { identity, leg, answer }: { identity: CallIdentity; leg: Leg; answer: Answer | Unanswered | undefined },
  ): Promise<Outcome | NotContinued> {
    const call = this.#waiting.get(state) ?? this.#ended.get(state);
    if (!call) return { refused: UNKNOWN_STATE };
    if (!call.is(identity)) return { refused: OTHER_CALL };
    this.#waiting.delete(state);
    if (this.#ended.delete(state)) return call.end();
    const outcome = call.wait(leg);
    call.answer(answer);
    return outcome;
  }

  /** Ends all that wait, and lets none wait any more. */
  close(): void {
    this.#isClosed = true;
    for (const call of this.#waiting.values()) call.cancel(new Error('The server is stopping.'));
  }

  /** Keeps a call under a new state, or not at all. */
  #keep(call: SuspendableCall, { over }: { over: AbortSignal }): string | undefined {
    if (this.#isClosed) return undefined;
    // It authorises an answer, so it cannot be guessed.
    const state = Buffer.from(crypto.getRandomValues(new Uint8Array(32))).toString('base64url');
    this.#waiting.set(state, call);
    // It is over after an answer, too; that one was taken from those that wait.
    const forget = () => {
      if (this.#waiting.delete(state)) this.#remember(state, call);
    };
    over.addEventListener('abort', forget, { once: true });
    return state;
  }

  #remember(state: string, call: SuspendableCall): void {
    this.#ended.set(state, call);
    const [oldest] = this.#ended.keys();
    if (this.#ended.size > MOST_ENDED && oldest !== undefined) this.#ended.delete(oldest);
  }
}

interface Asked {
  readonly question: Question;
  /** Fires when the client does not wait for an answer any more. */
  readonly over: AbortSignal;
  readonly resolve: (answer: Answer | Unanswered) => void;
}

/** A call that goes on from request to request. */
class SuspendableCall implements Asker {
  readonly way = 'the MCP client';
  readonly #identity: CallIdentity;
  readonly #keep: (how: { over: AbortSignal }) => string | undefined;
  readonly #cancel = new AbortController();
  /** The request that waits now, if any does, and how it is answered. */
  #leg: (Leg & { readonly settle: (outcome: Outcome) => void }) | undefined;
  #asked: Asked | undefined;
  /** The final result of the call. */
  #result: Promise<ToolResult> | undefined;

  constructor(identity: CallIdentity, keep: (how: { over: AbortSignal }) => string | undefined) {
    this.#identity = identity;
    this.#keep = keep;
  }

  is(other: CallIdentity): boolean {
    const { toolbox, tool, args, client } = this.#identity;
    const isSame = other.toolbox === toolbox && other.tool === tool && other.client === client;
    return isSame && isDeepStrictEqual(other.args, args);
  }

  start(run: Run): void {
    const progress = (message: string) => this.#leg?.progress?.(message);
    this.#result = run({ signal: this.#cancel.signal, asker: this, progress });
    void this.#result.then((result) => {
      this.#leg?.settle(result);
    });
  }

  /** The result of a call whose question is over. */
  async end(): Promise<Outcome | NotContinued> {
    return (await this.#result) ?? { refused: UNKNOWN_STATE };
  }

  /** Resolves with what comes next. Who goes away before that cancels the call. */
  wait(leg: Leg): Promise<Outcome> {
    return new Promise((resolve) => {
      const leave = () => {
        this.cancel(leg.signal.reason);
      };
      const settle = (outcome: Outcome) => {
        leg.signal.removeEventListener('abort', leave);
        this.#leg = undefined;
        resolve(outcome);
      };
      this.#leg = { ...leg, settle };
      if (leg.signal.aborted) leave();
      else leg.signal.addEventListener('abort', leave, { once: true });
    });
  }

  cancel(reason: unknown): void {
    this.#cancel.abort(reason);
  }

  ask(question: Question, over: AbortSignal): Promise<Answer | Unanswered | undefined> {
    over.throwIfAborted();
    return new Promise((resolve, reject) => {
      const end = () => {
        this.#asked = undefined;
        reject(over.reason as Error);
      };
      over.addEventListener('abort', end, { once: true });
      const settle = (answer: Answer | Unanswered | undefined) => {
        over.removeEventListener('abort', end);
        this.#asked = undefined;
        resolve(answer);
      };
      if (!this.#suspend({ question, over, resolve: settle })) settle(undefined);
    });
  }

  /** The answer of the client's user. If the client brought none, it is asked again. */
  answer(answer: Answer | Unanswered | undefined): void {
    const asked = this.#asked;
    if (!asked) return;
    if (answer === undefined && this.#suspend(asked)) return;
    asked.resolve(answer ?? { unanswered: 'The client came back without an answer of its user.' });
  }

  /** Answers the request that waits with the question; false if none waits that could take it along. */
  #suspend(asked: Asked): boolean {
    if (this.#leg?.asks !== true) return false;
    const state = this.#keep({ over: asked.over });
    if (state === undefined) return false;
    this.#asked = asked;
    this.#leg.settle({ question: asked.question, state });
    return true;
  }
}
