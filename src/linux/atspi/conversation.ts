import type { Call } from '../../device/call.ts';
import type { Bus } from '../dbus/bus.ts';
import { BusError, noReply } from '../dbus/bus.ts';
import type { Argument, Value } from '../dbus/value.ts';
import type { Reference } from './accessible.ts';

/** Questions under way at a time: enough to keep an application busy, few enough to stop soon (64 was fastest). */
const WINDOW = 64;
/** A user interface that answers nothing for this long is stopped or stuck. */
const LONGEST_SILENCE = 5000;

export interface Question {
  readonly interface: string;
  readonly member: string;
  readonly signature?: string;
  readonly args?: readonly Argument[];
}

/**
 * The questions that one call asks of one application. They are sent without waiting for each other's answers. The
 * first that stays without one ends the conversation: a stopped application costs its own time once, not once a node.
 */
export class Conversation {
  readonly #bus: Bus;
  readonly #call: Call;
  readonly #patience: number;
  readonly #waiting: (() => void)[] = [];
  #underWay = 0;
  #silent: BusError | undefined;

  constructor(bus: Bus, call: Call, patience = LONGEST_SILENCE) {
    this.#bus = bus;
    this.#call = call;
    this.#patience = patience;
  }

  async ask(who: Reference, question: Question): Promise<readonly Value[]> {
    if (this.#underWay >= WINDOW) await new Promise<void>((go) => this.#waiting.push(go));
    this.#underWay += 1;
    try {
      return await this.#send(who, question);
    } catch (error) {
      if (error instanceof BusError && error.errorName === noReply) this.#silent ??= error;
      throw error;
    } finally {
      this.#underWay -= 1;
      this.#waiting.shift()?.();
    }
  }

  /** One property. All of them at once would be one call, but it crashes applications of Qt 5.15. */
  async get(who: Reference, of: string, property: string): Promise<Value> {
    const question = { interface: 'org.freedesktop.DBus.Properties', member: 'Get' };
    const [value] = await this.ask(who, { ...question, signature: 'ss', args: [of, property] });
    return value ?? '';
  }

  #send({ bus, path }: Reference, question: Question): Promise<readonly Value[]> {
    this.#call.signal.throwIfAborted();
    if (this.#silent) throw this.#silent;
    return this.#bus.call(
      { destination: bus, path, ...question },
      Math.min(this.#patience, this.#call.remaining()),
    );
  }
}
