import type { ChildProcess } from 'node:child_process';
import { spawn } from 'node:child_process';
import type { Call } from '@handeye/core/call/call';
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
/** wtype passes the keys that it has read so far to the compositor after so many characters. */
const CHARACTERS_PER_KEYMAP = 100;
/**
 * GTK 3.24 does not find the last key of a keymap when it looks up a key's meaning (its loop ends one too early): such keys
 * type letters, but BackSpace, Return and shortcuts do nothing. So another key, which is never pressed, comes last.
 */
const LAST_KEY = ['-p', 'VoidSymbol'];
/** Characters that are keys with a meaning. */
const meaningfulKeys: Readonly<Record<string, string>> = { '\n': 'Return', '\t': 'Tab' };

/** Pause after each key for a program that takes keys slowly. */
const SLOW_KEY_MS = '25';

/** Types with wtype, which speaks the virtual-keyboard protocol: a keymap needs a file descriptor, which Node cannot send. */
export class WtypeKeyboard {
  readonly #environment: NodeJS.ProcessEnv;

  constructor(environment: NodeJS.ProcessEnv) {
    this.#environment = environment;
  }

  /** Types a text. wtype brings its own layout, which a program may notice late. */
  async type(text: string, call: Call, { slowly = false } = {}): Promise<boolean> {
    const delay = slowly ? ['-d', SLOW_KEY_MS] : [];
    for (const { input, keys } of runsOf(text.replace(/\r\n?/g, '\n'))) {
      const args = [
        ...delay,
        ...(input === '' ? [] : ['-']),
        ...keys.flatMap((key) => ['-k', key]),
        ...LAST_KEY,
      ];
      await outputOf('wtype', { args, input }, this.#environment, call);
    }
    return true;
  }

  /** Presses one key while others are held. */
  async press(keysym: number, call: Call, held: Partial<Record<HeldKey, boolean>> = {}): Promise<void> {
    const names = heldKeys.filter((key) => held[key] === true).map((key) => modifiers[key]);
    const args = [
      ...names.flatMap((name) => ['-M', name]),
      ...['-k', `0x${keysym.toString(16)}`],
      ...names.toReversed().flatMap((name) => ['-m', name]),
      ...LAST_KEY,
    ];
    await outputOf('wtype', { args }, this.#environment, call);
  }
}

/** The input of one wtype: a text, then keys. */
interface Run {
  readonly input: string;
  readonly keys: readonly string[];
}

function runsOf(text: string): Run[] {
  return partsOf(text).flatMap((part) => (isTypedWhole(part) ? [{ input: part, keys: [] }] : linesOf(part)));
}

/** Returns true if no keymap of this text ends with a key that has a meaning. Keys are in the order of their first use. */
function isTypedWhole(text: string): boolean {
  const known = new Set<string>();
  let last = '';
  const isMeaningful = () => meaningfulKeys[last] !== undefined;
  for (const [index, character] of Array.from(text).entries()) {
    if (!known.has(character)) last = character;
    known.add(character);
    if ((index + 1) % CHARACTERS_PER_KEYMAP === 0 && isMeaningful()) return false;
  }
  return !isMeaningful();
}

/** Each line with the line breaks and tabs after it: keys that are arguments come first in a keymap. */
function linesOf(text: string): Run[] {
  return Array.from(text.matchAll(/([^\n\t]*)([\n\t]*)/g), ([, input = '', keys = '']) => ({
    input,
    keys: Array.from(keys, (key) => meaningfulKeys[key] ?? ''),
  })).filter(({ input, keys }) => input !== '' || keys.length > 0);
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
