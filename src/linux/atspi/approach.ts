import type { Call } from '../../device/call.ts';
import { Bus } from '../dbus/bus.ts';
import type { Method } from '../dbus/message.ts';
import type { Value } from '../dbus/value.ts';
import { asText } from '../dbus/value.ts';
import type { Reference } from './accessible.ts';
import { interfaces, rootPath } from './accessible.ts';
import { Conversation } from './conversation.ts';
import { orNothing } from './gone.ts';

/** A connection to one application that leads past the bus. */
interface DirectLine {
  readonly address: string;
  readonly line: Bus;
}

/** How an application is best asked. */
export interface Approach {
  /** `gtk` (3), `GTK` (4), `Qt`, `Chromium`, … */
  readonly toolkit: string;
  /**
   * A line past the bus, which halves the time of every answer. Whoever offers one (GTK3, Chromium, Firefox, Java)
   * has it from at-spi2-atk, and with it all else that this bridge can do.
   */
  readonly direct: DirectLine | undefined;
}

/** Remembers how each application is best asked. No name on the bus is ever given twice. */
export class Approaches {
  readonly #bus: Bus;
  readonly #known = new Map<string, Approach>();

  constructor(bus: Bus) {
    this.#bus = bus;
  }

  async to(app: Reference, call: Call): Promise<Approach> {
    const known = this.#usable(app);
    if (known) return known;
    const found = await this.#find(app, call);
    const meanwhile = this.#usable(app);
    if (meanwhile) {
      found.direct?.line.close();
      return meanwhile;
    }
    this.#known.set(app.bus, found);
    return found;
  }

  /**
   * Carries any question, also one that makes an application do something. at-spi2-atk does it before it takes the
   * next message of that connection: if it opens a dialog and waits for its end, the connection is deaf until then.
   * So such a question has a line of its own, and reading goes on beside it.
   */
  async send(method: Method, within: number, call: Call): Promise<readonly Value[]> {
    const { direct } = await this.to({ bus: method.destination, path: rootPath }, call);
    if (!direct) return this.#bus.call(method, within);
    if (method.member.startsWith('Get')) return direct.line.call(method, within);
    const own = await Bus.dial(direct.address, call);
    try {
      return await own.call(method, within);
    } finally {
      own.close();
    }
  }

  /** Forgets the applications that have ended. */
  forgetAllBut(running: ReadonlySet<string>): void {
    for (const [name, { direct }] of this.#known) {
      if (running.has(name)) continue;
      direct?.line.close();
      this.#known.delete(name);
    }
  }

  close(): void {
    this.forgetAllBut(new Set());
  }

  #usable(app: Reference): Approach | undefined {
    const known = this.#known.get(app.bus);
    return known?.direct?.line.ended ? undefined : known;
  }

  async #find(app: Reference, call: Call): Promise<Approach> {
    const talk = new Conversation((method, within) => this.#bus.call(method, within), call);
    const where = { interface: interfaces.application, member: 'GetApplicationBusAddress' };
    const [toolkit, address] = await Promise.all([
      orNothing(talk.get(app, interfaces.application, 'ToolkitName')),
      orNothing(talk.ask(app, where)),
    ]);
    return { toolkit: asText(toolkit), direct: await dial(asText(address?.[0]), call) };
  }
}

/** An application in a sandbox may name a place that is not there for us: then it is asked over the bus. */
async function dial(address: string, call: Call): Promise<DirectLine | undefined> {
  if (address === '') return undefined;
  try {
    return { address, line: await Bus.dial(address, call) };
  } catch {
    call.signal.throwIfAborted();
    return undefined;
  }
}
