import type { XServer } from './server.ts';

const opcode = { queryPointer: 38, getKeyboardMapping: 101 };

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
  home: 0xff50,
  end: 0xff57,
  shift: 0xffe1,
  control: 0xffe3,
  capsLock: 0xffe5,
} as const;

/** The bits of what is held or locked on the keyboard: X gives the chosen layout as a number within. */
const LOCK = 0x02;
const held = { Control: 0x04, Alt: 0x08, Super: 0x40 } as const;
const LAYOUT_SHIFT = 13;
const LAYOUT_MASK = 0x3;

/** The symbol of a character: Latin-1 by its own number, everything else by its number in Unicode. */
export function keysymOf(character: string): number {
  if (character === '\n' || character === '\r') return keysyms.enter;
  if (character === '\t') return keysyms.tab;
  const code = character.codePointAt(0) ?? 0;
  const latin = (code >= 0x20 && code <= 0x7e) || (code >= 0xa0 && code <= 0xff);
  return latin ? code : 0x0100_0000 | code;
}

/** Which key gives which symbol in the layout that is chosen now, and which keys give none in any. */
export class Keymap {
  readonly #first: number;
  readonly #symbols: readonly (readonly number[])[];
  readonly #state: number;

  constructor(first: number, symbols: readonly (readonly number[])[], state: number) {
    this.#first = first;
    this.#symbols = symbols;
    this.#state = state;
  }

  static async read(server: XServer): Promise<Keymap> {
    const { first, last } = server.setup.keycodes;
    const pointer = Buffer.alloc(4);
    pointer.writeUInt32LE(server.setup.screen.root, 0);
    const [mapping, state] = await Promise.all([
      server.ask({ opcode: opcode.getKeyboardMapping, body: Buffer.from([first, last - first + 1, 0, 0]) }),
      server.ask({ opcode: opcode.queryPointer, body: pointer }),
    ]);
    const width = mapping.readUInt8(1);
    const symbols = Array.from({ length: last - first + 1 }, (_, key) =>
      Array.from({ length: width }, (_, column) => mapping.readUInt32LE(32 + 4 * (key * width + column))),
    );
    return new Keymap(first, symbols, state.readUInt16LE(24));
  }

  /**
   * The key for a symbol, unmodified or with Shift; other levels depend on what the layout calls them. The second of
   * two layouts has columns of its own; what lies there for a third one, nobody says.
   */
  find(keysym: number): Stroke | undefined {
    const layout = (this.#state >> LAYOUT_SHIFT) & LAYOUT_MASK;
    if (layout > 1) return undefined;
    for (const shift of [false, true]) {
      const column = 2 * layout + (shift ? 1 : 0);
      const index = this.#symbols.findIndex((columns) => columns[column] === keysym);
      if (index !== -1) return { keycode: this.#first + index, shift };
    }
    return undefined;
  }

  /** Keys that mean the same in every layout: Control, Return, Caps Lock. */
  findAnywhere(keysym: number): Stroke | undefined {
    const index = this.#symbols.findIndex((columns) => columns[0] === keysym);
    return index === -1 ? undefined : { keycode: this.#first + index, shift: false };
  }

  /** Keys that no layout uses. */
  get spare(): number[] {
    return this.#symbols.flatMap((columns, index) =>
      columns.every((symbol) => symbol === 0) ? [this.#first + index] : [],
    );
  }

  get capsLocked(): boolean {
    return (this.#state & LOCK) !== 0;
  }

  /** A key that somebody holds down and that would turn letters into commands. */
  get heldKey(): string | undefined {
    return Object.entries(held).find(([, bit]) => (this.#state & bit) !== 0)?.[0];
  }
}
