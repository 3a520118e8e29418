import { characterOf, keyCodes, type KeyOptions, type PhoneSystem } from '../../framework/system/index.ts';

const codes = new Map<string, number>(Object.entries(keyCodes));
const letters = new Set(codesThatType());

/** The key of a number or name, with or without KEYCODE_; what is no key is 0, which does nothing (recorded on 5.1). */
export function keyCodeOf(text: string): number {
  if (/^[+-]?\d+$/.test(text)) return Number(text);
  return codes.get(text.replace(/^KEYCODE_/, '')) ?? keyCodes.UNKNOWN;
}

const shifts: readonly number[] = [keyCodes.SHIFT_LEFT, keyCodes.SHIFT_RIGHT];
const controls: readonly number[] = [keyCodes.CTRL_LEFT, keyCodes.CTRL_RIGHT];

/** Several keys held together: the modifiers among them change what the others do. */
export function pressTogether(system: PhoneSystem, pressed: readonly number[]): void {
  const options: KeyOptions = {
    shift: pressed.some((code) => shifts.includes(code)),
    ctrl: pressed.some((code) => controls.includes(code)),
  };
  for (const code of pressed) {
    if (!shifts.includes(code) && !controls.includes(code)) system.key(code, options);
  }
}

/** Whether the virtual keyboard has keys for all of it: letters, digits and signs of a US layout, nothing else. */
export function canBeTyped(text: string): boolean {
  return Array.from(text).every((character) => letters.has(character));
}

/** `%s` stands for a space, and there is no way to write `%s` itself. */
export function textOf(argument: string): string {
  return argument.replaceAll('%s', ' ');
}

function* codesThatType(): Generator<string> {
  for (const code of codes.values()) {
    for (const shift of [false, true]) {
      const character = characterOf(code, shift);
      if (character !== undefined) yield character;
    }
  }
}
