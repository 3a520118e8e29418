import type { Call } from '@handeye/core/call/call';
import { orAborted, pause } from '@handeye/core/call/call';
import { keysymOf, keysyms } from '../input/keysyms.ts';
import type { X11Connection } from './connection.ts';
import { KeyboardError } from './errors.ts';
import type { KeyRemapper } from './key-remapper.ts';
import type { LayoutLock } from './layout-lock.ts';
import type { KeyPress } from './keymap.ts';
import { Keymap } from './keymap.ts';
import type { XTest } from './xtest.ts';

/** Time for every program to read a changed layout, before and after the remapped keys are used. */
const LAYOUT_CHANGE_MS = 150;
const SLOW_LAYOUT_CHANGE_MS = 1000;
/** More keys than this at once can overflow a program's queue, so we pause after each batch. */
const BATCH_SIZE = 50;
const BATCH_PAUSE_MS = 10;

const heldKeys = ['control', 'alt', 'super', 'shift'] as const;
type HeldKey = (typeof heldKeys)[number];

/** Types any text with key events. Keysyms that the layout lacks are mapped to unused keys while they are typed. */
export class Keyboard {
  readonly #connection: X11Connection;
  readonly #xtest: XTest;
  readonly #remapper: KeyRemapper;
  readonly #layoutLock: LayoutLock | undefined;

  constructor(
    connection: X11Connection,
    {
      xtest,
      remapper,
      layoutLock,
    }: { xtest: XTest; remapper: KeyRemapper; layoutLock: LayoutLock | undefined },
  ) {
    this.#connection = connection;
    this.#xtest = xtest;
    this.#remapper = remapper;
    this.#layoutLock = layoutLock;
  }

  /**
   * Types a text. Returns true if keys were remapped for it: a program that notices the new layout too late types something
   * else, and `slowly` gives it more time.
   */
  async type(text: string, call: Call, { slowly = false } = {}): Promise<boolean> {
    const keymap = await this.#readKeymap(call);
    const parts = splitByMissingKeys(text, keymap);
    const usesRemapped = this.#remapper.count > 0 || parts.some(({ missing }) => missing.length > 0);
    const layoutChangeMs = slowly ? SLOW_LAYOUT_CHANGE_MS : LAYOUT_CHANGE_MS;
    const capsLock = keymap.capsLocked ? keymap.findInAnyLayout(keysyms.capsLock) : undefined;
    if (capsLock) this.#press(capsLock, undefined);
    try {
      for (const part of parts) await this.#typePart(part, { keymap, layoutChangeMs }, call);
    } finally {
      if (capsLock) this.#press(capsLock, undefined);
      this.#remapper.restoreLater();
    }
    await orAborted(this.#connection.sync(), call.signal);
    return usesRemapped;
  }

  /** Presses one key while others are held, if requested. */
  async press(keysym: number, call: Call, held: Partial<Record<HeldKey, boolean>> = {}): Promise<void> {
    const keymap = await this.#readKeymap(call);
    const wanted = heldKeys.filter((name) => held[name] === true);
    const modifiers = wanted.map((name) => keymap.findInAnyLayout(keysyms[name]));
    if (modifiers.includes(undefined)) throw new KeyboardError({ kind: 'no-key' });
    try {
      const { key, layout } = await this.#keyFor(keysym, keymap, call);
      if (layout !== undefined) this.#layoutLock?.lock(layout);
      for (const modifier of modifiers) if (modifier) this.#xtest.key(modifier.keycode, true);
      this.#press(key, keymap.findInAnyLayout(keysyms.shift));
      for (const modifier of modifiers) if (modifier) this.#xtest.key(modifier.keycode, false);
      if (layout !== undefined) this.#layoutLock?.lock(keymap.layout);
    } finally {
      this.#remapper.restoreLater();
    }
    await orAborted(this.#connection.sync(), call.signal);
  }

  /**
   * The key for a keysym, and the layout to choose for it. Keys that are no characters are the same in all layouts. A Russian
   * layout lacks the C of Control+C, and not every program accepts the letter in its place: then the key of another layout is
   * used, or else an unused key (which Chromium 150 does not take for a shortcut).
   */
  async #keyFor(
    keysym: number,
    keymap: Keymap,
    call: Call,
  ): Promise<{ readonly key: KeyPress; readonly layout?: number }> {
    const same = keymap.find(keysym) ?? (isCharacter(keysym) ? undefined : keymap.findInAnyLayout(keysym));
    if (same) return { key: same };
    const elsewhere = this.#layoutLock && keymap.findInOtherLayout(keysym);
    if (elsewhere) return elsewhere;
    const [keycode] = keymap.unusedKeycodes;
    if (keycode === undefined) throw new KeyboardError({ kind: 'no-key' });
    await this.#remapper.remap(new Map([[keycode, keysym]]));
    await this.#awaitLayoutChange(LAYOUT_CHANGE_MS, call);
    return { key: { keycode, shift: false } };
  }

  async #readKeymap(call: Call): Promise<Keymap> {
    await orAborted(this.#remapper.recover(), call.signal);
    this.#remapper.keep();
    let keymap = await orAborted(Keymap.read(this.#connection), call.signal);
    if (keymap.unusedKeycodes.length === 0 && this.#remapper.count > 0) {
      await this.#remapper.restore();
      keymap = await orAborted(Keymap.read(this.#connection), call.signal);
    }
    const { heldModifier } = keymap;
    if (heldModifier === undefined) return keymap;
    throw new KeyboardError({ kind: 'modifier-held', modifier: heldModifier });
  }

  async #typePart(
    part: TextPart,
    { keymap, layoutChangeMs }: { keymap: Keymap; layoutChangeMs: number },
    call: Call,
  ): Promise<void> {
    const { unusedKeycodes } = keymap;
    const remapped = new Map(part.missing.map((keysym, index) => [unusedKeycodes[index] ?? 0, keysym]));
    if (remapped.size > 0) {
      await this.#remapper.remap(remapped);
      await this.#awaitLayoutChange(layoutChangeMs, call);
    }
    const keys = new Map([...remapped].map(([keycode, keysym]) => [keysym, { keycode, shift: false }]));
    const presses = part.keysyms.map((keysym) => keys.get(keysym) ?? keymap.find(keysym));
    await this.#pressAll(presses, keymap.findInAnyLayout(keysyms.shift), call);
    if (remapped.size > 0) await this.#awaitLayoutChange(layoutChangeMs, call);
  }

  async #pressAll(
    presses: readonly (KeyPress | undefined)[],
    shift: KeyPress | undefined,
    call: Call,
  ): Promise<void> {
    for (const [index, press] of presses.entries()) {
      if (press) this.#press(press, shift);
      if (index % BATCH_SIZE === BATCH_SIZE - 1) await pause(BATCH_PAUSE_MS, call);
    }
  }

  #press(press: KeyPress, shift: KeyPress | undefined): void {
    const withShift = press.shift && shift !== undefined;
    if (withShift) this.#xtest.key(shift.keycode, true);
    this.#xtest.key(press.keycode, true);
    this.#xtest.key(press.keycode, false);
    if (withShift) this.#xtest.key(shift.keycode, false);
  }

  async #awaitLayoutChange(milliseconds: number, call: Call): Promise<void> {
    await orAborted(this.#connection.sync(), call.signal);
    await pause(milliseconds, call);
  }
}

/** Keysyms of keys that are no characters begin at 0xfe00; those of Unicode have a flag. */
function isCharacter(keysym: number): boolean {
  return keysym < 0xfe00 || keysym >= 0x0100_0000;
}

interface TextPart {
  readonly keysyms: number[];
  /** The keysyms that no key of the layout produces. */
  readonly missing: number[];
}

/** Splits a text so that no part needs more remapped keys than the keyboard has unused ones. */
function splitByMissingKeys(text: string, keymap: Keymap): TextPart[] {
  const available = keymap.unusedKeycodes.length;
  const parts: TextPart[] = [];
  let part: TextPart = { keysyms: [], missing: [] };
  for (const character of text.replace(/\r\n?/g, '\n')) {
    const keysym = keysymOf(character);
    if (!keymap.find(keysym) && !part.missing.includes(keysym)) {
      if (available === 0) throw new KeyboardError({ kind: 'no-spare-key', character });
      if (part.missing.length === available) {
        parts.push(part);
        part = { keysyms: [], missing: [] };
      }
      part.missing.push(keysym);
    }
    part.keysyms.push(keysym);
  }
  return [...parts, part];
}
