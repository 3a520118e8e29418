import { characterOf, keyCodes } from '../../framework/input/keys.ts';
import { inputSources, NO_DISPLAY, type KeyEvent } from '../../framework/system/input-event.ts';
import type { Framework } from '../../framework/system/framework.ts';
import { keyEvent, press, type Origin } from './events.ts';

const codes = new Map<string, number>(Object.entries(keyCodes));

/** KeyEvent's largest code in Android 12 and later. */
const LAST_KEYCODE = 316;

/**
 * The code of a key given as number or name, with or without KEYCODE_; 0, which does nothing, if it is not a key. Older
 * releases (8 and some later ones) accept any number but 0: they go on to read it as the name of the key that types it. The
 * service of 12 and later only accepts existing codes.
 */
export function keyCodeOf({ shape }: Framework, text: string): number {
  const code = /^[+-]?\d+$/.test(text) ? Number(text) : undefined;
  const isService = shape.release >= 12;
  if (code !== undefined && (isService ? code >= 0 && code <= LAST_KEYCODE : code !== 0)) return code;
  return codes.get(text.replace(/^KEYCODE_/, '')) ?? keyCodes.UNKNOWN;
}

interface Stroke {
  readonly code: number;
  readonly shift: boolean;
}

/** Which key types a character on the virtual keyboard, lowest code first: letters, digits, US symbols. */
const strokes: ReadonlyMap<string, Stroke> = strokesOf();

function strokesOf(): ReadonlyMap<string, Stroke> {
  const found = new Map<string, Stroke>();
  for (const code of [...codes.values()].sort((a, b) => a - b)) {
    for (const shift of [false, true]) {
      const character = characterOf(code, shift);
      if (character !== undefined && !found.has(character)) found.set(character, { code, shift });
    }
  }
  return found;
}

/** Whether the virtual keyboard has keys for the whole text. */
export function isTypable(text: string): boolean {
  return Array.from(text).every((character) => strokes.has(character));
}

const SHIFT_LEFT_ON = 0x41;

/** The keys that type a text; undefined if the virtual keyboard lacks one. */
export function typing(text: string, origin: Origin): KeyEvent[] | undefined {
  const { source = inputSources.keyboard, display = NO_DISPLAY } = origin;
  const to = { source, display };
  const events: KeyEvent[] = [];
  for (const character of text) {
    const stroke = strokes.get(character);
    if (stroke === undefined) return undefined;
    const { code, shift } = stroke;
    if (!shift) events.push(...press(code, to));
    else {
      const held = { ...to, meta: SHIFT_LEFT_ON };
      events.push(
        keyEvent('down', keyCodes.SHIFT_LEFT, held),
        keyEvent('down', code, held),
        keyEvent('up', code, held),
        keyEvent('up', keyCodes.SHIFT_LEFT, to),
      );
    }
  }
  return events;
}

/** `%s` is a space, and there is no way to type `%s` itself. */
export function textOf(argument: string): string {
  return argument.replaceAll('%s', ' ');
}
