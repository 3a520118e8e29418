import type { Properties } from './properties.ts';
import type { XServer } from './server.ts';
import { XError } from './server.ts';

const opcode = { getGeometry: 14, changeKeyboardMapping: 100 };
const CARDINAL = 'CARDINAL';
/** On the root window, which outlives us: whose window lent keys, and which ones. */
const NOTE = '_HANDEYE_LENT_KEYS';

/**
 * Keys that the layout does not use, lent to characters that it lacks. A note on the display says which: what a process
 * that was killed left behind, the next one takes back.
 */
export class LentKeys {
  readonly #server: XServer;
  readonly #properties: Properties;
  /** A window of ours: while it exists, so do we. */
  readonly #owner: number;
  #lent: readonly number[] = [];

  constructor(server: XServer, properties: Properties, owner: number) {
    this.#server = server;
    this.#properties = properties;
    this.#owner = owner;
  }

  /** Takes back what somebody lent who is not there any more. Whether there was anything to take back. */
  async recover(): Promise<boolean> {
    const [owner, ...keys] = await this.#properties.numbers(this.#server.setup.screen.root, NOTE);
    if (owner === undefined || owner === this.#owner || (await this.#isThere(owner))) return false;
    for (const key of keys) this.#change(key, 0);
    await this.#note([]);
    return true;
  }

  /** Gives keys without a symbol one each. Every program hears of it and reads the layout again. */
  async lend(symbols: ReadonlyMap<number, number>): Promise<void> {
    this.#lent = [...symbols.keys()];
    await this.#note(this.#lent);
    for (const [key, keysym] of symbols) this.#change(key, keysym);
  }

  /** Takes back what was lent, so that the user's layout is as it was. */
  async restore(): Promise<void> {
    for (const key of this.#lent) this.#change(key, 0);
    this.#lent = [];
    await this.#note([]);
  }

  /** Both levels get the symbol, so that a held Shift does no harm. */
  #change(keycode: number, keysym: number): void {
    const body = Buffer.alloc(12);
    body.writeUInt8(keycode, 0);
    body.writeUInt8(2, 1);
    body.writeUInt32LE(keysym, 4);
    body.writeUInt32LE(keysym, 8);
    this.#server.send({ opcode: opcode.changeKeyboardMapping, detail: 1, body });
  }

  async #note(keys: readonly number[]): Promise<void> {
    const [atom, type] = await Promise.all([this.#properties.atom(NOTE), this.#properties.atom(CARDINAL)]);
    const { root } = this.#server.setup.screen;
    if (keys.length === 0) {
      this.#properties.remove(root, atom);
      return;
    }
    const bytes = Buffer.alloc(4 * (keys.length + 1));
    [this.#owner, ...keys].forEach((value, index) => bytes.writeUInt32LE(value >>> 0, 4 * index));
    this.#properties.write(root, atom, { type, format: 32, bytes });
  }

  async #isThere(window: number): Promise<boolean> {
    const body = Buffer.alloc(4);
    body.writeUInt32LE(window, 0);
    try {
      await this.#server.ask({ opcode: opcode.getGeometry, body });
      return true;
    } catch (error) {
      if (error instanceof XError) return false;
      throw error;
    }
  }
}
