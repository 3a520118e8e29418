import type { Call } from '../device/call.ts';
import { actionFailed } from '../device/errors.ts';
import { interfaces } from './atspi/accessible.ts';
import { Grip } from './grip.ts';
import { Hands } from './hands.ts';
import type { Origin } from './look.ts';
import type { DesktopSession } from './session.ts';
import { isEditable, isPassword } from './traits.ts';
import type { Display } from './x11/display.ts';
import type { Keyboard } from './x11/keyboard.ts';
import { keysyms } from './x11/keymap.ts';

/** Writes into fields: by accessibility itself where the field offers it, else with the keyboard. */
export class Fields {
  readonly #session: DesktopSession;
  readonly #call: Call;

  constructor(session: DesktopSession, call: Call) {
    this.#session = session;
    this.#call = call;
  }

  /** Replaces a field's content: at once where it can be done, else by selecting all and typing. */
  async setText(on: Origin, text: string): Promise<void> {
    const grip = this.#grip(on);
    if (grip.offers(interfaces.editableText)) {
      const set = { member: 'SetTextContents', signature: 's', args: [text] };
      if (await grip.wish({ interface: interfaces.editableText, ...set })) return;
    }
    const { keyboard } = await this.#withKeyboard(grip, 'Setting the text of this field');
    const lentKeys = await this.#retype(keyboard, text);
    if ((await arrived(grip, (now) => now === text)) || !lentKeys) return;
    await this.#retype(keyboard, text, { slowly: true });
    await arrived(grip, (now) => now === text);
  }

  async #retype(keyboard: Keyboard, text: string, how: { slowly?: boolean } = {}): Promise<boolean> {
    // Control and A would select all as well, but not every layout has an A.
    await keyboard.press(keysyms.home, this.#call, { control: true });
    await keyboard.press(keysyms.end, this.#call, { control: true, shift: true });
    if (text !== '') return keyboard.type(text, this.#call, how);
    await keyboard.press(keysyms.backSpace, this.#call);
    return false;
  }

  /** Types at the end of the field that has the focus. */
  async type(text: string, focus: Origin | undefined): Promise<void> {
    const grip = focus && isEditable(focus.accessible) ? this.#grip(focus) : undefined;
    if (!grip || !(await grip.states()).has('focused')) throw actionFailed(lostFocus);
    if (grip.offers(interfaces.editableText) && (await insertAtEnd(grip, text))) return;
    const { keyboard } = grip.display('Typing into this field');
    await keyboard.press(keysyms.end, this.#call, { control: true });
    await keyboard.type(text, this.#call);
    await arrived(grip, (now) => now.endsWith(text));
  }

  #grip(on: Origin): Grip {
    return new Grip(this.#session, on, this.#call);
  }

  /** Keys go to whoever has the focus: before any is pressed, the field must have it. */
  async #withKeyboard(grip: Grip, what: string): Promise<Display> {
    const display = grip.display(what);
    if (await grip.focus()) return display;
    await new Hands(this.#session, this.#call).click(grip.on);
    if (await grip.until(async () => (await grip.states()).has('focused'))) return display;
    throw actionFailed('The field does not take the focus, so that nothing was typed.');
  }
}

const lostFocus =
  'The field lost the focus before anything was typed. Focus it again, for example with click_element.';

async function insertAtEnd(grip: Grip, text: string): Promise<boolean> {
  const end = Array.from(await grip.text()).length;
  // AT-SPI counts characters for the place and bytes for the length.
  const insert = { member: 'InsertText', signature: 'isi', args: [end, text, Buffer.byteLength(text)] };
  if (!(await grip.wish({ interface: interfaces.editableText, ...insert }))) return false;
  // So that what is typed next comes after.
  const caret = { member: 'SetCaretOffset', signature: 'i', args: [end + Array.from(text).length] };
  await grip.wish({ interface: interfaces.text, ...caret });
  return true;
}

/** Keys are taken in the application's own time. Whoever reads the field next wants to find them there. */
async function arrived(grip: Grip, isThere: (text: string) => boolean): Promise<boolean> {
  if (isPassword(grip.on.accessible) || !grip.offers(interfaces.text)) return true;
  return grip.until(async () => isThere(await grip.text()));
}
