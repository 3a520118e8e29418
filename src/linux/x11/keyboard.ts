import type { Call } from '../../device/call.ts';
import { orAborted, pause } from '../../device/call.ts';
import { actionFailed } from '../../device/errors.ts';
import type { Input } from './input.ts';
import type { Stroke } from './keymap.ts';
import { Keymap, keysymOf, keysyms } from './keymap.ts';
import type { XServer } from './server.ts';

/** Programs read a changed layout when they come to it: milliseconds until all of them did, before and after use. */
const LAYOUT_SETTLING = 150;
/** A burst of keys longer than this can overflow a program's queue; then it gets time to follow. */
const BURST = 50;
const BURST_PAUSE = 10;

/** Types any text as keys. Characters that the user's layout lacks are lent to keys that it does not use. */
export class Keyboard {
  readonly #server: XServer;
  readonly #input: Input;

  constructor(server: XServer, input: Input) {
    this.#server = server;
    this.#input = input;
  }

  async type(text: string, call: Call): Promise<void> {
    const keymap = await orAborted(Keymap.read(this.#server), call.signal);
    const spare = keymap.spare;
    for (const part of inParts(text, keymap, spare.length)) {
      const lent = new Map(part.missing.map((keysym, index) => [spare[index] ?? 0, keysym]));
      keymap.lend(lent);
      if (lent.size > 0) await this.#layoutRead(call);
      try {
        const keys = new Map([...lent].map(([keycode, keysym]) => [keysym, { keycode, shift: false }]));
        const strokes = part.keysyms.map((keysym) => keys.get(keysym) ?? keymap.find(keysym));
        await this.#strike(strokes, keymap.find(keysyms.shift), call);
        if (lent.size > 0) await this.#layoutRead(call);
      } finally {
        keymap.restore();
      }
    }
    await orAborted(this.#server.settled(), call.signal);
  }

  /** Presses one key, with Control held if wished. */
  async press(keysym: number, call: Call, { control = false } = {}): Promise<void> {
    const keymap = await orAborted(Keymap.read(this.#server), call.signal);
    const held = control ? [keymap.find(keysyms.control)] : [];
    const key = keymap.find(keysym);
    if (!key || held.includes(undefined))
      throw actionFailed('The keyboard layout of this desktop lacks that key.');
    for (const one of held) if (one) this.#input.key(one.keycode, true);
    this.#hit(key, keymap.find(keysyms.shift));
    for (const one of held) if (one) this.#input.key(one.keycode, false);
    await orAborted(this.#server.settled(), call.signal);
  }

  async #strike(
    strokes: readonly (Stroke | undefined)[],
    shift: Stroke | undefined,
    call: Call,
  ): Promise<void> {
    for (const [index, stroke] of strokes.entries()) {
      if (stroke) this.#hit(stroke, shift);
      if (index % BURST === BURST - 1) await pause(BURST_PAUSE, call);
    }
  }

  #hit(stroke: Stroke, shift: Stroke | undefined): void {
    const withShift = stroke.shift && shift !== undefined;
    if (withShift) this.#input.key(shift.keycode, true);
    this.#input.key(stroke.keycode, true);
    this.#input.key(stroke.keycode, false);
    if (withShift) this.#input.key(shift.keycode, false);
  }

  async #layoutRead(call: Call): Promise<void> {
    await orAborted(this.#server.settled(), call.signal);
    await pause(LAYOUT_SETTLING, call);
  }
}

interface Part {
  readonly keysyms: number[];
  /** Those that no key gives. */
  readonly missing: number[];
}

/** Cuts a text so that each part needs no more lent keys than there are. */
function inParts(text: string, keymap: Keymap, spare: number): Part[] {
  const parts: Part[] = [];
  let part: Part = { keysyms: [], missing: [] };
  for (const character of text.replace(/\r\n?/g, '\n')) {
    const keysym = keysymOf(character);
    if (!keymap.find(keysym) && !part.missing.includes(keysym)) {
      if (spare === 0) {
        throw actionFailed(
          `No key gives '${character}', and the layout has no unused key that could. Nothing was typed.`,
        );
      }
      if (part.missing.length === spare) {
        parts.push(part);
        part = { keysyms: [], missing: [] };
      }
      part.missing.push(keysym);
    }
    part.keysyms.push(keysym);
  }
  return [...parts, part];
}
