import type { X11Connection } from './connection.ts';
import { RequestError } from './errors.ts';
import type { Properties } from './properties.ts';
import { opcodes, words } from './protocol.ts';

/**
 * A property of the root window, which outlives the process: the window of the process that remapped keys, then the keycodes.
 */
const REMAPPED_KEYS = '_HANDEYE_LENT_KEYS';

/**
 * How long remapped keys stay after they were typed. A late program asks for the layout when it gets to the key: with the old
 * layout the key would be nothing (LibreOffice on a busy machine).
 */
const KEEP_MS = 3000;

/**
 * Maps unused keycodes to keysyms that the layout lacks, for as long as they are typed. A property of the root window
 * lists them, so that if the process is killed the next one can restore the layout.
 */
export class KeyRemapper {
  readonly #connection: X11Connection;
  readonly #properties: Properties;
  /** A window of this process: it exists as long as our connection. */
  readonly #owner: number;
  #remapped: readonly number[] = [];
  #restoring: NodeJS.Timeout | undefined;

  constructor(connection: X11Connection, properties: Properties, owner: number) {
    this.#connection = connection;
    this.#properties = properties;
    this.#owner = owner;
  }

  /** Restores the keys of a process that no longer exists. Returns whether there were any. */
  async recover(): Promise<boolean> {
    const { root } = this.#connection.setup.screen;
    const [owner, ...keycodes] = await this.#properties.numbers(root, REMAPPED_KEYS);
    if (owner === undefined || owner === this.#owner || (await this.#windowExists(owner))) return false;
    for (const keycode of keycodes) this.#map(keycode, 0);
    await this.#record([]);
    return true;
  }

  /** Gives unused keycodes a keysym each. Every program is notified and reads the layout again. */
  async remap(symbols: ReadonlyMap<number, number>): Promise<void> {
    this.keep();
    this.#remapped = [...new Set([...this.#remapped, ...symbols.keys()])];
    await this.#record(this.#remapped);
    for (const [keycode, keysym] of symbols) this.#map(keycode, keysym);
  }

  /** How many keys are remapped now. */
  get count(): number {
    return this.#remapped.length;
  }

  /** Postpones the restoring until `restoreLater` is called again: typing has begun. */
  keep(): void {
    clearTimeout(this.#restoring);
  }

  /** Makes the keycodes unused again once no program can be late any more. */
  restoreLater(): void {
    this.keep();
    if (this.#remapped.length === 0) return;
    // If the connection ends before, the next process restores them.
    this.#restoring = setTimeout(() => void this.restore().catch(() => undefined), KEEP_MS).unref();
  }

  /** Makes the keycodes unused again. */
  async restore(): Promise<void> {
    this.keep();
    if (this.#remapped.length === 0) return;
    for (const keycode of this.#remapped) this.#map(keycode, 0);
    this.#remapped = [];
    await this.#record([]);
  }

  /** Both levels get the keysym, so a held Shift does not matter. */
  #map(keycode: number, keysym: number): void {
    const body = Buffer.alloc(12);
    body.writeUInt8(keycode, 0);
    body.writeUInt8(2, 1);
    body.writeUInt32LE(keysym, 4);
    body.writeUInt32LE(keysym, 8);
    this.#connection.send({ opcode: opcodes.changeKeyboardMapping, detail: 1, body });
  }

  async #record(keycodes: readonly number[]): Promise<void> {
    const [atom, type] = await Promise.all([
      this.#properties.atom(REMAPPED_KEYS),
      this.#properties.atom('CARDINAL'),
    ]);
    const { root } = this.#connection.setup.screen;
    if (keycodes.length === 0) this.#properties.remove(root, atom);
    else this.#properties.write(root, atom, { type, format: 32, bytes: words(this.#owner, ...keycodes) });
  }

  async #windowExists(window: number): Promise<boolean> {
    try {
      await this.#connection.request({ opcode: opcodes.getGeometry, body: words(window) });
      return true;
    } catch (error) {
      if (error instanceof RequestError) return false;
      throw error;
    }
  }
}
