import { type Call, pause } from '@handeye/core/call/call';
import { otherContent, type Remark } from '@handeye/core/device/answers';
import { actionFailed, NotOffered } from '@handeye/core/device/errors';
import type { SelectionKey } from '@handeye/core/device/keys';
import type { Selects } from '@handeye/core/device/port';
import { type Accessible, interfaces } from '../atspi/accessible.ts';
import { askSelection } from '../atspi/details.ts';
import {
  canBeEdited,
  insertLengthOf,
  isSpreadsheetCell,
  mustBePasted,
  positionsIn,
  textQuirksOf,
  toldRange,
} from '../atspi/text-quirks.ts';
import { asNumber } from '../dbus/value.ts';
import type { Keyboard, TypingOptions } from '../display.ts';
import { keysymOf, keysyms } from '../input/keysyms.ts';
import { datePartsOf, orderOf } from '../screen/date-parts.ts';
import type { Origin } from '../screen/look.ts';
import { isEditable, isPassword } from '../screen/traits.ts';
import type { DesktopSession } from '../session.ts';
import { LinuxActions } from './actions.ts';
import { ElementHandle } from './element-handle.ts';
import { calendarDate } from '@handeye/screen/value/moments';
import { typeNumber } from './values.ts';

const LOST_FOCUS =
  'The field lost the focus before anything was typed. Focus it again, for example with click_element.';
const ONE_LINE =
  'The field has one line: a line break would be the Enter key there, which may send the form. Nothing was typed. ' +
  'Leave the line break out.';
const TAB_LEAVES =
  'The Tab key would leave this field, and the rest would be typed elsewhere. Nothing was typed. Leave the tab out, ' +
  'or put the text on the clipboard with set_clipboard and press ctrl+v with press_key.';

const ONE_CELL =
  'A line break or a tab would leave the cell. Nothing was typed. Set one cell at a time, or use input_text to go on in ' +
  'the next ones.';
const IN_CELL =
  'It was typed into the cell, which holds it when ENTER or TAB is pressed; it was not read back';

const NOT_READ_BACK = 'It was typed into the sheet; it was not read back';

const SELECTS_NOTHING =
  'The application selects no parts of this text by accessibility. Select all of it with the key SELECT_ALL, or drag over the part.';
const OTHER_TEXT = 'The field holds another text by now. Look at the screen again.';
const ONLY_A_KEY = 'A key does this.';
const NOTHING_SELECTED =
  'Nothing is selected in the field. Select a part with select_text, or all of it with the key SELECT_ALL.';

/** How long a field may stay as it is, while keys are on their way, before that is taken for its content. */
const UNCHANGED_MS = 1000;
const POLL_MS = 25;

/**
 * Writes into text fields: through accessibility if the field offers it and its toolkit does what it says, otherwise
 * with the keyboard.
 */
export class TextFields {
  readonly #session: DesktopSession;
  readonly #call: Call;

  constructor(session: DesktopSession, call: Call) {
    this.#session = session;
    this.#call = call;
  }

  /** Replaces a field's content: in one call if the field offers that, otherwise by selecting all and typing. */
  async setText(on: Origin, text: string): Promise<Remark> {
    const handle = this.#handle(on);
    if (isCell(on)) return this.#setCell(handle, text);
    const parts = datePartsOf(on.accessible);
    if (parts) return setDateParts(this.#session, { on, parts, text }, this.#call);
    if (await this.#setByAccessibility(handle, text)) return undefined;
    mustBeTypable(handle, text);
    const keyboard = await this.#focusForKeyboard(handle);
    if (isPasted(handle, text)) {
      // The field keeps its content until the clipboard is known to work.
      const { clipboard } = this.#session;
      await this.#setByAccessibility(handle, '');
      return this.#paste(handle, { before: '', text }, clipboard);
    }
    const secret = isPassword(handle.origin.accessible);
    const remappedKeys = await this.#retype(keyboard, text, { secret });
    if ((await this.#contentAfterKeys(handle, text)) === text || !remappedKeys) return undefined;
    await this.#retype(keyboard, text, { slowly: true, secret });
    await this.#contentAfterKeys(handle, text);
    return undefined;
  }

  /** Replaces the content of a spreadsheet cell as a person does: text typed on a chosen cell replaces it. */
  async #setCell(handle: ElementHandle, text: string): Promise<Remark> {
    if (/[\t\r\n]/.test(text)) throw actionFailed(ONE_CELL);
    const keyboard = await this.#focusForKeyboard(handle);
    await keyboard.press(keysyms.escape, this.#call);
    if (text === '') await keyboard.press(keysyms.delete, this.#call);
    else {
      await keyboard.type(text, this.#call);
      await keyboard.press(keysyms.enter, this.#call);
    }
    await this.#contentAfterKeys(handle, text);
    return undefined;
  }

  /** Pastes a text at the cursor with Control+V, then restores the clipboard. */
  async #paste(
    handle: ElementHandle,
    { before, text }: { before: string; text: string },
    clipboard = this.#session.clipboard,
  ): Promise<Remark> {
    const { keyboard } = this.#session;
    const kept = await clipboard.read(this.#call);
    await clipboard.write(text, this.#call);
    await keyboard.press(keysymOf('v'), this.#call, { control: true });
    await this.#contentAfterKeys(handle, before + text);
    if (kept === null) return 'It was pasted, so it is on the clipboard now';
    await clipboard.write(kept, this.#call);
    return undefined;
  }

  /** False if the field does not offer it, or agreed and kept its content. */
  async #setByAccessibility(handle: ElementHandle, text: string): Promise<boolean> {
    if (!handle.offers(interfaces.editableText) || !canBeEdited(handle.origin, text)) return false;
    const before = isReadable(handle) ? await handle.text() : undefined;
    const setContents = { member: 'SetTextContents', signature: 's', args: [text] };
    if (!(await handle.tryCall({ interface: interfaces.editableText, ...setContents }))) return false;
    if (before === undefined || before === text) return true;
    const hasChanged = await handle.waitFor(async () => (await handle.text()) !== before);
    return hasChanged || !this.#session.display?.keyboard;
  }

  async #retype(keyboard: Keyboard, text: string, options: TypingOptions): Promise<boolean> {
    // Control+A would also select all, but not in every program.
    await keyboard.press(keysyms.home, this.#call, { control: true });
    await keyboard.press(keysyms.end, this.#call, { control: true, shift: true });
    if (text !== '') return keyboard.type(text, this.#call, options);
    await keyboard.press(keysyms.backSpace, this.#call);
    return false;
  }

  /** Selects a part of a field's text, and checks that it is selected. */
  async select(on: Origin, { text, range }: Selects): Promise<Remark> {
    const handle = this.#handle(on);
    if (!handle.offers(interfaces.text) || datePartsOf(on.accessible)) throw actionFailed(SELECTS_NOTHING);
    if ((await handle.text()) !== text) throw actionFailed(OTHER_TEXT);
    if (!(await this.#takesFocus(handle)))
      throw actionFailed('The field does not take the focus, so nothing was selected.');
    const start = positionsIn(on, text.slice(0, range.start));
    const end = positionsIn(on, text.slice(0, range.end));
    const isSelected = async () => {
      const told = await askSelection(this.#session.caller(this.#call), on.accessible.reference);
      const now = told && toldRange(told, on, text);
      return now?.start === range.start && now.end === range.end;
    };
    const add = { member: 'AddSelection', signature: 'ii', args: [start, end] };
    const set = { member: 'SetSelection', signature: 'iii', args: [0, start, end] };
    for (const method of [set, add]) {
      const isDone = await handle.tryCall({ interface: interfaces.text, ...method });
      if (isDone && (await handle.waitFor(isSelected))) return undefined;
    }
    throw actionFailed(SELECTS_NOTHING);
  }

  /**
   * Selects everything by accessibility, which can be checked. The other keys are Control with a letter, as a person presses
   * them: the application then knows what is selected, what it may paste and what can be undone. Only without a keyboard
   * EditableText is asked.
   */
  async pressSelectionKey(on: Origin, key: SelectionKey): Promise<Remark> {
    const handle = this.#handle(on);
    if (key === 'SELECT_ALL' && !isCell(on) && isReadable(handle)) {
      const text = await handle.text();
      return this.select(on, { text, range: { start: 0, end: text.length } });
    }
    if (this.#session.display?.keyboard) throw new NotOffered(ONLY_A_KEY);
    const caller = this.#session.caller(this.#call);
    const selected = await askSelection(caller, on.accessible.reference);
    if (key !== 'PASTE') {
      if (!selected) throw actionFailed(NOTHING_SELECTED);
      await this.#edit(handle, key === 'CUT' ? 'CutText' : 'CopyText', [selected.start, selected.end]);
      return undefined;
    }
    if (selected) await this.#edit(handle, 'DeleteText', [selected.start, selected.end]);
    const caret = await caller.get(on.accessible.reference, interfaces.text, 'CaretOffset');
    await this.#edit(handle, 'PasteText', [asNumber(caret)]);
    return undefined;
  }

  async #edit(handle: ElementHandle, member: string, args: readonly number[]): Promise<void> {
    await handle.call({
      interface: interfaces.editableText,
      member,
      signature: 'i'.repeat(args.length),
      args,
    });
  }

  /** Types at the end of the focused field, and reports if the field then holds something else. */
  async type(text: string, focused: Origin | undefined): Promise<Remark> {
    const handle = focused && isEditable(focused.accessible) ? this.#handle(focused) : undefined;
    // Writer 7.4 moves the focus to a new paragraph some time after the key that made it.
    const hasFocus = await handle?.waitFor(async () => (await handle.states()).has('focused'));
    if (!handle || hasFocus !== true) throw actionFailed(LOST_FOCUS);
    if (isCell(handle.origin)) {
      await this.#session.keyboard.type(text, this.#call);
      return /[\t\r\n]$/.test(text) ? NOT_READ_BACK : IN_CELL;
    }
    const before = isReadable(handle) ? await handle.text() : undefined;
    if (before === undefined || !(await insertAtEnd(handle, before, text))) {
      mustBeTypable(handle, text);
      const { keyboard } = this.#session;
      await this.#moveToEnd(handle, keyboard);
      if (isPasted(handle, text)) {
        const pasted = await this.#paste(handle, { before: before ?? '', text });
        if (pasted !== undefined) return pasted;
      } else await keyboard.type(text, this.#call, { secret: isPassword(handle.origin.accessible) });
    }
    return before === undefined ? undefined : this.#typingDoubt(handle, before, text);
  }

  /** Control+End does nothing in a one-line field of Swing. */
  async #moveToEnd(handle: ElementHandle, keyboard: Keyboard): Promise<void> {
    await keyboard.press(keysyms.end, this.#call, { control: true });
    if (handle.origin.accessible.states.has('single-line')) await keyboard.press(keysyms.end, this.#call);
  }

  /** A terminal runs the typed text and shows it somewhere. */
  async #typingDoubt(handle: ElementHandle, before: string, typed: string): Promise<Remark> {
    const { accessible } = handle.origin;
    if (accessible.role === 'terminal') return undefined;
    const { placeholder, 'placeholder-text': hint = placeholder } = accessible.attributes;
    const expected = withPlainBreaks(before === hint ? typed : before + typed);
    const now = await this.#contentAfterKeys(handle, expected);
    return now === undefined || withPlainBreaks(now) === expected ? undefined : otherContent(now);
  }

  #handle(on: Origin): ElementHandle {
    return new ElementHandle(this.#session, on, this.#call);
  }

  /** Keys go to the focused element, so the field must have the focus before any key is pressed. */
  async #focusForKeyboard(handle: ElementHandle): Promise<Keyboard> {
    const { keyboard } = this.#session;
    if (await this.#takesFocus(handle)) return keyboard;
    throw actionFailed('The field does not take the focus, so nothing was typed.');
  }

  /** Through accessibility, else by a click: GTK4 gives no focus otherwise. */
  async #takesFocus(handle: ElementHandle): Promise<boolean> {
    const hasFocus = async () => (await handle.states()).has('focused');
    if ((await handle.focus()) || (await hasFocus())) return true;
    await new LinuxActions(this.#session, this.#call).click(handle.origin);
    return handle.waitFor(hasFocus);
  }

  /** The content of a field once the application has processed the keys; undefined if it cannot be read. */
  async #contentAfterKeys(handle: ElementHandle, expected: string): Promise<string | undefined> {
    if (!isReadable(handle)) return undefined;
    const { clock } = this.#call;
    let content = await handle.text();
    let changed = clock.now();
    while (
      content !== expected &&
      clock.now() - changed < UNCHANGED_MS &&
      this.#call.remaining() > UNCHANGED_MS
    ) {
      await pause(POLL_MS, this.#call);
      const now = await handle.text();
      if (now !== content) changed = clock.now();
      content = now;
    }
    return content;
  }
}

/** Also false if the toolkit says yes and does nothing: then keys are used. */
async function insertAtEnd(handle: ElementHandle, before: string, text: string): Promise<boolean> {
  const { origin } = handle;
  // A toolkit that damages what it writes also counts wrongly.
  if (!handle.offers(interfaces.editableText) || !canBeEdited(origin, before + text)) return false;
  const end = positionsIn(origin, before);
  const insert = { member: 'InsertText', signature: 'isi', args: [end, text, insertLengthOf(origin, text)] };
  if (!(await handle.tryCall({ interface: interfaces.editableText, ...insert }))) return false;
  if (text !== '' && !(await handle.waitFor(async () => (await handle.text()) !== before))) return false;
  // The next typed text must come after it.
  const setCaret = { member: 'SetCaretOffset', signature: 'i', args: [end + positionsIn(origin, text)] };
  await handle.tryCall({ interface: interfaces.text, ...setCaret });
  return true;
}

/** Refuses characters that keys would not write: they would do something else. */
function mustBeTypable({ origin }: ElementHandle, text: string): void {
  const { states } = origin.accessible;
  if (states.has('single-line') && /[\r\n]/.test(text)) throw actionFailed(ONE_LINE);
  const leaves = textQuirksOf(origin).tabLeaves || states.has('single-line');
  if (leaves && text.includes('\t')) throw actionFailed(TAB_LEAVES);
}

function isCell(origin: Origin): boolean {
  return isSpreadsheetCell(origin, origin.frame.window?.className);
}

/** A password must not go over the clipboard. */
function isPasted({ origin }: ElementHandle, text: string): boolean {
  return mustBePasted(origin, text) && !isPassword(origin.accessible);
}

function isReadable(handle: ElementHandle): boolean {
  return !isPassword(handle.origin.accessible) && handle.offers(interfaces.text);
}

function withPlainBreaks(text: string): string {
  return text.replace(/\r\n?/g, '\n');
}

const NOT_A_DATE = 'This field takes a date: give it as 2026-11-20. Nothing was typed.';

/** Types a date into the parts of its field, and checks that each part took its number. */
async function setDateParts(
  session: DesktopSession,
  { on, parts, text }: { on: Origin; parts: readonly Accessible[]; text: string },
  call: Call,
): Promise<undefined> {
  const date = calendarDate(text);
  if (!date) throw actionFailed(NOT_A_DATE);
  for (const [index, part] of orderOf(parts).entries()) {
    const accessible = parts[index];
    if (!accessible) continue;
    const handle = new ElementHandle(session, { ...on, accessible }, call);
    await typeNumber(handle, { number: date[part], digits: part === 'year' ? 4 : 2 }, session.keyboard, call);
  }
}
