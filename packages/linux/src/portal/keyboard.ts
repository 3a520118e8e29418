import type { Call } from '@handeye/core/call/call';
import { orAborted, pause } from '@handeye/core/call/call';
import { actionFailed } from '@handeye/core/device/errors';
import type { Clipboard } from '@handeye/core/device/port';
import type { HeldKey, Keyboard, TypingOptions } from '../display.ts';
import { keysymOf, keysyms } from '../input/keysyms.ts';
import { patience } from './patience.ts';
import type { RemoteSession } from './remote-session.ts';

/** More keys than this at once can overflow a program's queue, so we pause after each batch. */
const BATCH_SIZE = 40;
const BATCH_PAUSE_MS = 15;
/** Least time for a program to fetch what it pastes, before the clipboard gets its old text again. */
const PASTE_MS = 600;

const SECRET =
  'Keys of this desktop type only ASCII, and a password is not put on the clipboard. Nothing was typed: the user has to type it.';

const heldKeys = ['control', 'alt', 'super', 'shift'] as const;

/**
 * The keyboard of a RemoteDesktop session. The compositor silently drops a keysym that the current layout lacks (mutter 43: "No
 * keycode found for keyval"), and there is no way to learn the layout. So only characters of nearly every layout are typed with
 * keys; a text with any other character is pasted.
 */
export class PortalKeyboard implements Keyboard {
  readonly #session: Pick<RemoteSession, 'notify' | 'confirm'>;
  readonly #clipboard: Clipboard | undefined;

  constructor(session: Pick<RemoteSession, 'notify' | 'confirm'>, clipboard: Clipboard | undefined) {
    this.#session = session;
    this.#clipboard = clipboard;
  }

  async type(text: string, call: Call, { secret = false }: TypingOptions = {}): Promise<boolean> {
    const other = Array.from(text).find((character) => !isOnEveryLayout(character));
    if (other !== undefined && secret) throw actionFailed(SECRET);
    if (other !== undefined) await this.#paste(text, other, call);
    else await this.#typeKeys(text, call);
    return false;
  }

  async press(keysym: number, call: Call, held: Partial<Record<HeldKey, boolean>> = {}): Promise<void> {
    const wanted = heldKeys.filter((name) => held[name] === true);
    for (const name of wanted) this.#key(keysyms[name], true);
    this.#key(keysym, true);
    this.#key(keysym, false);
    for (const name of wanted.toReversed()) this.#key(keysyms[name], false);
    await orAborted(this.#session.confirm(), call.signal);
  }

  /** Makes the compositor create its keyboard, by a key that does nothing alone; a release alone is not enough. */
  wake(call: Call): Promise<void> {
    return this.press(keysyms.shift, call);
  }

  async #typeKeys(text: string, call: Call): Promise<void> {
    for (const [index, character] of Array.from(text).entries()) {
      const keysym = keysymOf(character);
      this.#key(keysym, true);
      this.#key(keysym, false);
      if (index % BATCH_SIZE !== BATCH_SIZE - 1) continue;
      await orAborted(this.#session.confirm(), call.signal);
      await pause(BATCH_PAUSE_MS, call);
    }
    await orAborted(this.#session.confirm(), call.signal);
  }

  async #paste(text: string, other: string, call: Call): Promise<void> {
    if (!this.#clipboard) {
      throw actionFailed(
        `Keys of this desktop cannot type '${other}', and its clipboard cannot be used to paste it. Nothing was typed. ` +
          'Use set_text on a field that offers text to accessibility, or install wl-clipboard.',
      );
    }
    // Its content must be restored, so the clipboard is not used if it cannot be read.
    const before = await this.#clipboard.read(call);
    const start = call.clock.now();
    await this.#clipboard.write(text, call);
    const took = call.clock.now() - start;
    try {
      await this.press(keysymOf('v'), call, { control: true });
      await pause(patience(PASTE_MS, took), call);
    } finally {
      // A failure to restore must not hide that the text was pasted.
      if (before !== null) await this.#clipboard.write(before, call).catch(() => undefined);
    }
  }

  #key(keysym: number, pressed: boolean): void {
    this.#session.notify('KeyboardKeysym', 'iu', [keysym, pressed ? 1 : 0]);
  }
}

function isOnEveryLayout(character: string): boolean {
  return /^[\x20-\x7e\n\r\t]$/.test(character);
}
