import type { Call } from '../../device/call.ts';
import { timedOut } from '../../device/errors.ts';
import type { Bus } from '../dbus/bus.ts';
import { BusError, noReply } from '../dbus/bus.ts';
import type { Argument, Value } from '../dbus/value.ts';
import { asList, asText } from '../dbus/value.ts';
import type { Reference } from './accessible.ts';

/** A user interface that answers nothing for this long is stopped or stuck. */
const LONGEST_SILENCE = 5000;

/** Milliseconds in which one that answers gives its next answer. */
const PAUSE_FOR_BREATH = 300;

export interface Question {
  readonly interface: string;
  readonly member: string;
  readonly signature?: string;
  readonly args?: readonly Argument[];
}

/** A connection to one application that leads past the bus. */
export interface DirectLine {
  /** The application's name on the bus, by which its accessibles refer to it. */
  readonly name: string;
  readonly line: Bus;
}

/**
 * The questions that one call asks of one application. They are sent without waiting for each other's answers. The
 * first that stays without one ends the conversation: a stopped application costs its own time once, not once a node.
 */
export class Conversation {
  readonly #bus: Bus;
  readonly #call: Call;
  readonly #patience: number;
  readonly #direct: DirectLine | undefined;
  #heardAt: number | undefined;
  #silent: Error | undefined;

  constructor(
    bus: Bus,
    call: Call,
    how: { patience?: number | undefined; direct?: DirectLine | undefined } = {},
  ) {
    this.#bus = bus;
    this.#call = call;
    this.#patience = how.patience ?? LONGEST_SILENCE;
    this.#direct = how.direct;
  }

  /** Whether the application is asked past the bus. */
  get isDirect(): boolean {
    return this.#direct !== undefined;
  }

  async ask(who: Reference, question: Question): Promise<readonly Value[]> {
    this.#call.signal.throwIfAborted();
    if (this.#silent) throw this.#silent;
    const within = Math.min(this.#patience, this.#call.remaining());
    try {
      const answer = await this.#lineTo(who).call(
        { destination: who.bus, path: who.path, ...question },
        within,
      );
      this.#heardAt = this.#call.clock.now();
      return answer;
    } catch (error) {
      if (!(error instanceof BusError && error.errorName === noReply)) throw error;
      this.#silent ??= this.#isTalking() ? outOfTime(error) : error;
      throw this.#silent;
    }
  }

  /** Whether it is not the application that ran out of words, but our call that ran out of time. */
  #isTalking(): boolean {
    return this.#heardAt !== undefined && this.#call.clock.now() - this.#heardAt < PAUSE_FOR_BREATH;
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

  /** Parts of an application may live in another program (a plug in a socket): those are reached by the bus only. */
  #lineTo({ bus }: Reference): Bus {
    return this.#direct?.name === bus ? this.#direct.line : this.#bus;
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
