import type { Call } from '../../device/call.ts';
import type { Bus } from '../dbus/bus.ts';
import type { Method } from '../dbus/message.ts';
import type { Value } from '../dbus/value.ts';
import { asText } from '../dbus/value.ts';
import type { Reference } from './accessible.ts';
import { interfaces, rootPath } from './accessible.ts';
import { Conversation } from './conversation.ts';
import { DirectLines } from './direct.ts';
import { orNothing } from './gone.ts';

/** How an application is best asked. */
export interface Approach {
  /** `gtk` (3), `GTK` (4), `Qt`, `Chromium`, … */
  readonly toolkit: string;
  /**
   * Lines past the bus, which halve the time of every answer. Whoever offers them (GTK3, Chromium, Firefox, Java) has
   * them from at-spi2-atk, and with them all else that this bridge can do.
   */
  readonly direct: DirectLines | undefined;
}

/** Remembers how each application is best asked. No name on the bus is ever given twice. */
export class Approaches {
  readonly #bus: Bus;
  readonly #known = new Map<string, Approach>();

  constructor(bus: Bus) {
    this.#bus = bus;
  }

  async to(app: Reference, call: Call, patience?: number): Promise<Approach> {
    const known = this.#usable(app);
    if (known) return known;
    const talk = new Conversation((method, within) => this.#bus.call(method, within), call, patience);
    const found = await find(talk, app, call);
    const meanwhile = this.#usable(app);
    if (meanwhile) {
      found.direct?.close();
      return meanwhile;
    }
    this.#known.get(app.bus)?.direct?.close();
    this.#known.set(app.bus, found);
    return found;
  }

  /** Carries any question, also one that makes an application do something. */
  async send(method: Method, within: number, call: Call): Promise<readonly Value[]> {
    const app = { bus: method.destination, path: rootPath };
    const { direct } = await this.to(app, call, within);
    if (!direct) return this.#bus.call(method, within);
    const isReading = method.member.startsWith('Get');
    const line = isReading ? direct.reading : await direct.forActions(app, call);
    return line.call(method, within);
  }

  /** Forgets the applications that have ended. */
  forgetAllBut(running: ReadonlySet<string>): void {
    for (const [name, { direct }] of this.#known) {
      if (running.has(name)) continue;
      direct?.close();
      this.#known.delete(name);
    }
  }

  close(): void {
    this.forgetAllBut(new Set());
  }

  #usable(app: Reference): Approach | undefined {
    const known = this.#known.get(app.bus);
    return known?.direct?.reading.ended ? undefined : known;
  }
}

async function find(talk: Conversation, app: Reference, call: Call): Promise<Approach> {
  const where = { interface: interfaces.application, member: 'GetApplicationBusAddress' };
  const [toolkit, address] = await Promise.all([
    orNothing(talk.get(app, interfaces.application, 'ToolkitName')),
    orNothing(talk.ask(app, where)),
  ]);
  return { toolkit: asText(toolkit), direct: await dial(asText(address?.[0]), call) };
}

/** An application in a sandbox may name a place that is not there for us: then it is asked over the bus. */
async function dial(address: string, call: Call): Promise<DirectLines | undefined> {
  if (address === '') return undefined;
  try {
    return await DirectLines.dial(address, call);
  } catch {
    call.signal.throwIfAborted();
    return undefined;
  }
}
