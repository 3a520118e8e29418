import type { ChildProcess } from 'node:child_process';
import { spawn } from 'node:child_process';
import type { Call } from '../../call/call.ts';
import { outputOf } from './programs.ts';

/** wtype's names of the keys that can be held. */
const modifiers = { control: 'ctrl', alt: 'alt', super: 'logo', shift: 'shift' } as const;
type HeldKey = keyof typeof modifiers;
const heldKeys = Object.keys(modifiers) as readonly HeldKey[];

/**
 * wtype gives each different character a key of its own, and X clients know 247 keys at most: a text with more different
 * characters is typed in parts.
 */
const MAX_DIFFERENT_CHARACTERS = 200;
/** Pause after each key for a program that takes keys slowly. */
const SLOW_KEY_MS = '25';

/** Types with wtype, which speaks the virtual-keyboard protocol: a keymap needs a file descriptor, which Node cannot send. */
export class WtypeKeyboard {
  readonly #environment: NodeJS.ProcessEnv;

  constructor(environment: NodeJS.ProcessEnv) {
    this.#environment = environment;
  }

  /** Types a text. wtype brings a layout of its own, which a program may notice late. */
  async type(text: string, call: Call, { slowly = false } = {}): Promise<boolean> {
    const delay = slowly ? ['-d', SLOW_KEY_MS] : [];
    for (const input of partsOf(text.replace(/\r\n?/g, '\n')))
      await outputOf('wtype', { args: [...delay, '-'], input }, this.#environment, call);
    return true;
  }

  /** Presses one key while others are held. */
  async press(keysym: number, call: Call, held: Partial<Record<HeldKey, boolean>> = {}): Promise<void> {
    const names = heldKeys.filter((key) => held[key] === true).map((key) => modifiers[key]);
    const args = [
      ...names.flatMap((name) => ['-M', name]),
      ...['-k', `0x${keysym.toString(16)}`],
      ...names.toReversed().flatMap((name) => ['-m', name]),
    ];
    await outputOf('wtype', { args }, this.#environment, call);
  }
}

/** Splits a text so that no part has too many different characters. */
function partsOf(text: string): string[] {
  const parts: string[] = [];
  let part = '';
  let different = new Set<string>();
  for (const character of text) {
    if (!different.has(character) && different.size === MAX_DIFFERENT_CHARACTERS) {
      parts.push(part);
      [part, different] = ['', new Set()];
    }
    part += character;
    different.add(character);
  }
  return part === '' ? parts : [...parts, part];
}

/**
 * A keyboard for a seat that has none, as on a compositor without a screen: no window has the focus there. It is a wtype
 * that waits for text until it is closed, or we end.
 */
export function holdKeyboard(environment: NodeJS.ProcessEnv): { release(): void } {
  const child: ChildProcess = spawn('wtype', ['-'], {
    env: environment,
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  child.once('error', () => undefined);
  child.stdin?.once('error', () => undefined);
  child.unref();
  return { release: () => child.stdin?.end() };
}
