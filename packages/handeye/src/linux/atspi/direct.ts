import type { Call } from '../../device/call.ts';
import { Bus } from '../dbus/bus.ts';
import type { Reference } from './accessible.ts';
import { interfaces } from './accessible.ts';

/** Milliseconds in which a line that is not deaf answers. A busy application costs no more than a new line. */
const EARSHOT = 100;
/** Milliseconds for whatever an application may be in the middle of: dialogs wait for people. */
const LONGEST_DIALOG = 24 * 60 * 60 * 1000;

/**
 * Connections to one application that lead past the bus. at-spi2-atk does what a message asks before it takes the next
 * one of that connection: if it opens a dialog and waits for its end, the connection is deaf until then. So actions
 * have a line of their own, and reading goes on beside it.
 */
export class DirectLines {
  readonly reading: Bus;
  readonly #address: string;
  #acting: Bus | undefined;
  /** Lines that went deaf in the middle of something. */
  readonly #deaf = new Set<Bus>();

  private constructor(address: string, reading: Bus) {
    this.#address = address;
    this.reading = reading;
  }

  static async dial(address: string, call: Call): Promise<DirectLines> {
    return new DirectLines(address, await Bus.dial(address, call));
  }

  /** A line on which the application hears what it is to do. */
  async forActions(app: Reference, call: Call): Promise<Bus> {
    if (this.#acting) {
      if (await hears(this.#acting, app, EARSHOT)) return this.#acting;
      void this.#retire(this.#acting, app);
    }
    this.#acting = await Bus.dial(this.#address, call);
    return this.#acting;
  }

  /** Closed at once, a line would take along what the application has yet to do; kept, each dialog would leave one. */
  async #retire(line: Bus, app: Reference): Promise<void> {
    this.#deaf.add(line);
    await hears(line, app, LONGEST_DIALOG);
    this.#deaf.delete(line);
    line.close();
  }

  close(): void {
    for (const line of [this.reading, this.#acting, ...this.#deaf]) line?.close();
  }
}

async function hears(line: Bus, { bus: destination, path }: Reference, within: number): Promise<boolean> {
  const question = { destination, path, interface: interfaces.accessible, member: 'GetRole' };
  return line.call(question, within).then(
    () => true,
    () => false,
  );
}
