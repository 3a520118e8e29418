import type { XServer } from './server.ts';

const opcode = { changeKeyboardMapping: 100, getKeyboardMapping: 101 };

/** A key, and whether Shift is held for the wanted symbol. */
export interface Stroke {
  readonly keycode: number;
  readonly shift: boolean;
}

/** The symbols of keys that are no characters. */
export const keysyms = {
  backSpace: 0xff08,
  tab: 0xff09,
  enter: 0xff0d,
  end: 0xff57,
  shift: 0xffe1,
  control: 0xffe3,
} as const;

/** The symbol of a character: Latin-1 by its own number, everything else by its number in Unicode. */
export function keysymOf(character: string): number {
  if (character === '\n' || character === '\r') return keysyms.enter;
  if (character === '\t') return keysyms.tab;
  const code = character.codePointAt(0) ?? 0;
  const latin = (code >= 0x20 && code <= 0x7e) || (code >= 0xa0 && code <= 0xff);
  return latin ? code : 0x0100_0000 | code;
}

/** Which key gives which symbol, and which keys give none and can be lent one. */
export class Keymap {
  readonly #server: XServer;
  readonly #first: number;
  readonly #symbols: number[][];
  readonly #lent = new Map<number, number>();

  private constructor(server: XServer, symbols: number[][]) {
    this.#server = server;
    this.#first = server.setup.keycodes.first;
    this.#symbols = symbols;
  }

  static async read(server: XServer): Promise<Keymap> {
    const { first, last } = server.setup.keycodes;
    const body = Buffer.from([first, last - first + 1, 0, 0]);
    const reply = await server.ask({ opcode: opcode.getKeyboardMapping, body });
    const width = reply.readUInt8(1);
    const symbols = Array.from({ length: last - first + 1 }, (_, key) =>
      Array.from({ length: width }, (_, column) => reply.readUInt32LE(32 + 4 * (key * width + column))),
    );
    return new Keymap(server, symbols);
  }

  /** The key for a symbol, unmodified or with Shift; other levels depend on what the layout calls them. */
  find(keysym: number): Stroke | undefined {
    for (const shift of [false, true]) {
      const index = this.#symbols.findIndex((columns) => columns[shift ? 1 : 0] === keysym);
      if (index !== -1) return { keycode: this.#first + index, shift };
    }
    return undefined;
  }

  /** Keys that no layout uses. */
  get spare(): number[] {
    return this.#symbols.flatMap((columns, index) =>
      columns.every((symbol) => symbol === 0) ? [this.#first + index] : [],
    );
  }

  /** Gives keys without a symbol one each. Every program hears of it and reads the layout again. */
  lend(symbols: ReadonlyMap<number, number>): void {
    for (const [keycode, keysym] of symbols) {
      this.#lent.set(keycode, keysym);
      this.#change(keycode, keysym);
    }
  }

  /** Takes back what was lent, so that the user's layout is as it was. */
  restore(): void {
    for (const keycode of this.#lent.keys()) this.#change(keycode, 0);
    this.#lent.clear();
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
}
