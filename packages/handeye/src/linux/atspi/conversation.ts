import type { Call } from '../../device/call.ts';
import { timedOut } from '../../device/errors.ts';
import { BusError, noReply } from '../dbus/bus.ts';
import type { Method } from '../dbus/message.ts';
import type { Argument, Value } from '../dbus/value.ts';
import { asList, asText } from '../dbus/value.ts';
import type { Reference } from './accessible.ts';

/** A user interface that answers nothing for this long is stopped or stuck. */
const LONGEST_SILENCE = 5000;

/** Milliseconds in which one that answers gives its next answer. */
const PAUSE_FOR_BREATH = 300;

/** How much of a call's time an answer may take: the rest is for saying who it was that did not answer. */
const SHARE = 0.9;

export interface Question {
  readonly interface: string;
  readonly member: string;
  readonly signature?: string;
  readonly args?: readonly Argument[];
}

/** Carries a question to whom it is for, and the answer back. */
export type Post = (method: Method, within: number) => Promise<readonly Value[]>;

/**
 * The questions that one call asks of one application. They are sent without waiting for each other's answers. The
 * first that stays without one ends the conversation: a stopped application costs its own time once, not once a node.
 */
export class Conversation {
  readonly #post: Post;
  readonly #call: Call;
  readonly #patience: number;
  #heardAt: number | undefined;
  #silent: Error | undefined;

  constructor(post: Post, call: Call, patience = LONGEST_SILENCE) {
    this.#post = post;
    this.#call = call;
    this.#patience = patience;
  }

  async ask(who: Reference, question: Question): Promise<readonly Value[]> {
    this.#call.signal.throwIfAborted();
    if (this.#silent) throw this.#silent;
    const within = Math.min(this.#patience, SHARE * this.#call.remaining());
    try {
      const answer = await this.#post({ destination: who.bus, path: who.path, ...question }, within);
      this.#heardAt = this.#call.clock.now();
      return answer;
    } catch (error) {
      if (!(error instanceof BusError && error.errorName === noReply)) throw error;
      this.#silent ??= this.#isTalking() ? outOfTime(error) : error;
      throw this.#silent;
    }
  }

  /** One property. All of them at once would be one call, but it crashes applications of Qt 5.15. */
  async get(who: Reference, of: string, property: string): Promise<Value> {
    const [value] = await this.ask(who, propertyQuestion('Get', of, property));
    return value ?? '';
  }

  /** All properties of an interface, by their names: only for those whom it does not crash. */
  async getAll(who: Reference, of: string): Promise<ReadonlyMap<string, Value>> {
    const [properties] = await this.ask(who, propertyQuestion('GetAll', of));
    return new Map(asList(properties).map((pair) => pairOf(asList(pair))));
  }

  /** Whether it is not the application that ran out of words, but our call that ran out of time. */
  #isTalking(): boolean {
    return this.#heardAt !== undefined && this.#call.clock.now() - this.#heardAt < PAUSE_FOR_BREATH;
  }
}

function outOfTime(cause: BusError): Error {
  return timedOut(
    'The application answers, but has more to tell than the time limit allows. Ask for a part of it, or allow more ' +
      'time in the configuration (limits).',
    cause,
  );
}

function pairOf([name, value]: readonly Value[]): [string, Value] {
  return [asText(name), value ?? ''];
}

function propertyQuestion(member: 'Get' | 'GetAll', ...args: string[]): Question {
  return { interface: 'org.freedesktop.DBus.Properties', member, signature: 's'.repeat(args.length), args };
}
