import type { Call } from '../../device/call.ts';
import { orAborted, pause } from '../../device/call.ts';
import { actionFailed } from '../../device/errors.ts';
import type { Input } from './input.ts';
import type { Stroke } from './keymap.ts';
import { Keymap, keysymOf, keysyms } from './keymap.ts';
import type { LentKeys } from './lent-keys.ts';
import type { XServer } from './server.ts';

/** Programs read a changed layout when they come to it: milliseconds until all of them did, before and after use. */
const LAYOUT_SETTLING = 150;
const SLOW_SETTLING = 1000;
/** A burst of keys longer than this can overflow a program's queue; then it gets time to follow. */
const BURST = 50;
const BURST_PAUSE = 10;

/** Types any text as keys. Characters that the user's layout lacks are lent to keys that it does not use. */
export class Keyboard {
  readonly #server: XServer;
  readonly #input: Input;
  readonly #lentKeys: LentKeys;

  constructor(server: XServer, input: Input, lentKeys: LentKeys) {
    this.#server = server;
    this.#input = input;
    this.#lentKeys = lentKeys;
  }

  /** Whether keys were lent for it: a program that is slow to notice types something else, and can be given more time. */
  async type(text: string, call: Call, { slowly = false } = {}): Promise<boolean> {
    const keymap = await this.#read(call);
    const parts = inParts(text, keymap);
    const settling = slowly ? SLOW_SETTLING : LAYOUT_SETTLING;
    const capsLock = keymap.capsLocked ? keymap.findAnywhere(keysyms.capsLock) : undefined;
    if (capsLock) this.#hit(capsLock, undefined);
    try {
      for (const part of parts) await this.#typePart(part, { keymap, settling }, call);
    } finally {
      if (capsLock) this.#hit(capsLock, undefined);
    }
    await orAborted(this.#server.settled(), call.signal);
    return parts.some(({ missing }) => missing.length > 0);
  }

  /** Presses one key, with Control or Shift held if wished. */
  async press(keysym: number, call: Call, { control = false, shift = false } = {}): Promise<void> {
    const keymap = await this.#read(call);
    const wanted = [...(control ? [keysyms.control] : []), ...(shift ? [keysyms.shift] : [])];
    const held = wanted.map((one) => keymap.findAnywhere(one));
    const key = keymap.find(keysym) ?? keymap.findAnywhere(keysym);
    if (!key || held.includes(undefined))
      throw actionFailed('The keyboard layout of this desktop lacks that key.');
    for (const one of held) if (one) this.#input.key(one.keycode, true);
    this.#hit(key, keymap.findAnywhere(keysyms.shift));
    for (const one of held) if (one) this.#input.key(one.keycode, false);
    await orAborted(this.#server.settled(), call.signal);
  }

  async #read(call: Call): Promise<Keymap> {
    await orAborted(this.#lentKeys.recover(), call.signal);
    const keymap = await orAborted(Keymap.read(this.#server), call.signal);
    const { heldKey } = keymap;
    if (heldKey === undefined) return keymap;
    throw actionFailed(
      `Somebody holds the ${heldKey} key down, so that keys would be commands. Nothing was typed; try again.`,
    );
  }

  async #typePart(
    part: Part,
    { keymap, settling }: { keymap: Keymap; settling: number },
    call: Call,
  ): Promise<void> {
    const { spare } = keymap;
    const lent = new Map(part.missing.map((keysym, index) => [spare[index] ?? 0, keysym]));
    try {
      if (lent.size > 0) {
        await this.#lentKeys.lend(lent);
        await this.#layoutRead(settling, call);
      }
      const keys = new Map([...lent].map(([keycode, keysym]) => [keysym, { keycode, shift: false }]));
      const strokes = part.keysyms.map((keysym) => keys.get(keysym) ?? keymap.find(keysym));
      await this.#strike(strokes, keymap.findAnywhere(keysyms.shift), call);
      if (lent.size > 0) await this.#layoutRead(settling, call);
    } finally {
      if (lent.size > 0) await this.#lentKeys.restore();
    }
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

  async #layoutRead(settling: number, call: Call): Promise<void> {
    await orAborted(this.#server.settled(), call.signal);
    await pause(settling, call);
  }
}

interface Part {
  readonly keysyms: number[];
  /** Those that no key gives. */
  readonly missing: number[];
}

/** Cuts a text so that each part needs no more lent keys than there are. */
function inParts(text: string, keymap: Keymap): Part[] {
  const spare = keymap.spare.length;
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
