import type { Call } from '../../call/call.ts';
import { actionFailed } from '../../device/errors.ts';
import { interfaces } from '../atspi/accessible.ts';
import type { Keyboard } from '../display.ts';
import { keysyms } from '../input/keysyms.ts';
import type { Origin } from '../screen/look.ts';
import { isEditable, isPassword } from '../screen/traits.ts';
import type { DesktopSession } from '../session.ts';
import { LinuxActions } from './actions.ts';
import { ElementHandle } from './element-handle.ts';

const LOST_FOCUS =
  'The field lost the focus before anything was typed. Focus it again, for example with click_element.';

/** Writes into text fields: through accessibility if the field offers it, otherwise with the keyboard. */
export class TextFields {
  readonly #session: DesktopSession;
  readonly #call: Call;

  constructor(session: DesktopSession, call: Call) {
    this.#session = session;
    this.#call = call;
  }

  /** Replaces a field's content: in one call if the field offers that, otherwise by selecting all and typing. */
  async setText(on: Origin, text: string): Promise<void> {
    const handle = this.#handle(on);
    if (handle.offers(interfaces.editableText)) {
      const setContents = { member: 'SetTextContents', signature: 's', args: [text] };
      if (await handle.tryCall({ interface: interfaces.editableText, ...setContents })) return;
    }
    const keyboard = await this.#focusForKeyboard(handle);
    const remappedKeys = await this.#retype(keyboard, text);
    if ((await hasArrived(handle, (now) => now === text)) || !remappedKeys) return;
    await this.#retype(keyboard, text, { slowly: true });
    await hasArrived(handle, (now) => now === text);
  }

  async #retype(keyboard: Keyboard, text: string, options: { slowly?: boolean } = {}): Promise<boolean> {
    // Control+A would also select all, but not every layout has an A.
    await keyboard.press(keysyms.home, this.#call, { control: true });
    await keyboard.press(keysyms.end, this.#call, { control: true, shift: true });
    if (text !== '') return keyboard.type(text, this.#call, options);
    await keyboard.press(keysyms.backSpace, this.#call);
    return false;
  }

  /** Types at the end of the focused field. */
  async type(text: string, focused: Origin | undefined): Promise<void> {
    const handle = focused && isEditable(focused.accessible) ? this.#handle(focused) : undefined;
    if (!handle || !(await handle.states()).has('focused')) throw actionFailed(LOST_FOCUS);
    if (handle.offers(interfaces.editableText) && (await insertAtEnd(handle, text))) return;
    const { keyboard } = this.#session;
    await keyboard.press(keysyms.end, this.#call, { control: true });
    await keyboard.type(text, this.#call);
    await hasArrived(handle, (now) => now.endsWith(text));
  }

  #handle(on: Origin): ElementHandle {
    return new ElementHandle(this.#session, on, this.#call);
  }

  /** Keys go to the focused element, so the field must have the focus before any key is pressed. */
  async #focusForKeyboard(handle: ElementHandle): Promise<Keyboard> {
    const { keyboard } = this.#session;
    if (await handle.focus()) return keyboard;
    await new LinuxActions(this.#session, this.#call).click(handle.origin);
    if (await handle.waitFor(async () => (await handle.states()).has('focused'))) return keyboard;
    throw actionFailed('The field does not take the focus, so nothing was typed.');
  }
}

async function insertAtEnd(handle: ElementHandle, text: string): Promise<boolean> {
  const end = Array.from(await handle.text()).length;
  // AT-SPI counts the position in characters and the length in bytes.
  const insert = { member: 'InsertText', signature: 'isi', args: [end, text, Buffer.byteLength(text)] };
  if (!(await handle.tryCall({ interface: interfaces.editableText, ...insert }))) return false;
  // What is typed next must come after it.
  const setCaret = { member: 'SetCaretOffset', signature: 'i', args: [end + Array.from(text).length] };
  await handle.tryCall({ interface: interfaces.text, ...setCaret });
  return true;
}

/** Waits until the application has processed the keys, so that the next read finds the text. */
async function hasArrived(handle: ElementHandle, isExpected: (text: string) => boolean): Promise<boolean> {
  if (isPassword(handle.origin.accessible) || !handle.offers(interfaces.text)) return true;
  return handle.waitFor(async () => isExpected(await handle.text()));
}
