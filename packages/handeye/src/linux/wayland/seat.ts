import type { Call } from '../../call/call.ts';
import { orAborted, pause } from '../../call/call.ts';
import type { WaylandConnection } from './connection.ts';
import type { Registry } from './registry.ts';

const CAPABILITIES = 0;
const KEYBOARD = 2;
const POLL_MS = 20;
const KEYBOARD_TIMEOUT_MS = 1000;

/** The compositor's first seat: whether it has a keyboard now. */
export class Seat {
  readonly #connection: WaylandConnection;
  #capabilities = 0;

  constructor(connection: WaylandConnection, registry: Registry) {
    this.#connection = connection;
    const seat = registry.first('wl_seat');
    if (!seat) return;
    registry.bind(seat, 1, (opcode, args) => {
      if (opcode === CAPABILITIES) this.#capabilities = args.uint();
    });
  }

  async hasKeyboard(call: Call): Promise<boolean> {
    await orAborted(this.#connection.sync(), call.signal);
    return (this.#capabilities & KEYBOARD) !== 0;
  }

  async awaitKeyboard(call: Call): Promise<void> {
    const end = call.clock.now() + KEYBOARD_TIMEOUT_MS;
    while (!(await this.hasKeyboard(call)) && call.clock.now() < end) await pause(POLL_MS, call);
  }
}
