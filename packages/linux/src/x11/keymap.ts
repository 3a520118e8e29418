import type { X11Connection } from './connection.ts';
import { opcodes, words } from './protocol.ts';

/** A key, and whether Shift must be held for the wanted keysym. */
export interface KeyPress {
  readonly keycode: number;
  readonly shift: boolean;
}

/** Bits of the modifier state. XKB stores the number of the active layout in it as well. */
const LOCK_BIT = 0x02;
const modifierBits = { Control: 0x04, Alt: 0x08, Super: 0x40 } as const;
const LAYOUT_SHIFT = 13;
const LAYOUT_MASK = 0x3;

/** The keys of the keysyms in the active layout, and the keys that no layout uses. */
export class Keymap {
  readonly #firstKeycode: number;
  readonly #keysyms: readonly (readonly number[])[];
  readonly #state: number;

  constructor(firstKeycode: number, symbols: readonly (readonly number[])[], state: number) {
    this.#firstKeycode = firstKeycode;
    this.#keysyms = symbols;
    this.#state = state;
  }

  static async read(connection: X11Connection): Promise<Keymap> {
    const { first, last } = connection.setup.keycodes;
    const range = Buffer.from([first, last - first + 1, 0, 0]);
    const [mapping, pointer] = await Promise.all([
      connection.request({ opcode: opcodes.getKeyboardMapping, body: range }),
      connection.request({ opcode: opcodes.queryPointer, body: words(connection.setup.screen.root) }),
    ]);
    const width = mapping.readUInt8(1);
    const symbols = Array.from({ length: last - first + 1 }, (_, key) =>
      Array.from({ length: width }, (_, column) => mapping.readUInt32LE(32 + 4 * (key * width + column))),
    );
    return new Keymap(first, symbols, pointer.readUInt16LE(24));
  }

  /**
   * The key for a keysym, plain or with Shift; what other levels need depends on the layout. The second layout has
   * columns of its own; where a third one has its columns is not defined.
   */
  find(keysym: number): KeyPress | undefined {
    return this.#findIn(this.layout, keysym);
  }

  /** The number of the active layout. */
  get layout(): number {
    return (this.#state >> LAYOUT_SHIFT) & LAYOUT_MASK;
  }

  /** The key for a keysym in a layout that is not the active one. */
  findInOtherLayout(keysym: number): { readonly layout: number; readonly key: KeyPress } | undefined {
    for (const layout of [0, 1]) {
      const key = layout === this.layout ? undefined : this.#findIn(layout, keysym);
      if (key) return { layout, key };
    }
    return undefined;
  }

  #findIn(layout: number, keysym: number): KeyPress | undefined {
    if (layout > 1) return undefined;
    for (const shift of [false, true]) {
      const column = 2 * layout + (shift ? 1 : 0);
      const index = this.#keysyms.findIndex((columns) => columns[column] === keysym);
      if (index !== -1) return { keycode: this.#firstKeycode + index, shift };
    }
    return undefined;
  }

  /** For keys that are the same in every layout: Control, Return, Caps Lock. */
  findInAnyLayout(keysym: number): KeyPress | undefined {
    const index = this.#keysyms.findIndex((columns) => columns[0] === keysym);
    return index === -1 ? undefined : { keycode: this.#firstKeycode + index, shift: false };
  }

  /** Keycodes that no layout uses. */
  get unusedKeycodes(): number[] {
    return this.#keysyms.flatMap((columns, index) =>
      columns.every((symbol) => symbol === 0) ? [this.#firstKeycode + index] : [],
    );
  }

  get capsLocked(): boolean {
    return (this.#state & LOCK_BIT) !== 0;
  }

  /** A held modifier that would turn letters into shortcuts. */
  get heldModifier(): string | undefined {
    return Object.entries(modifierBits).find(([, bit]) => (this.#state & bit) !== 0)?.[0];
  }
}
