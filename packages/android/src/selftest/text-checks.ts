import type { Call } from '@handeye/core/call/call';
import { type Check, CheckFailed, Skip } from './check.ts';
import { fieldOf, searchButtonOf } from './harmless.ts';
import type { Row } from './screen-table.ts';
import type { TestedPhone } from './tested-phone.ts';

const SET_TEXT = 'handeye';
const ADDED_TEXT = ' 42';

/** Text in the search field of Settings, which is never submitted and is empty afterwards; then the clipboard. */
export const textChecks: readonly Check<TestedPhone>[] = [
  {
    name: 'set_text',
    needs: 'setText',
    async run(phone, call) {
      const { id } = await searchField(phone, call);
      await phone.tool('set_text', { element_id: id, text: SET_TEXT }, call);
      await mustHold(phone, SET_TEXT, call);
      return `${SET_TEXT.length} characters`;
    },
  },
  {
    name: 'input_text',
    needs: 'type',
    async run(phone, call) {
      const { id } = await filledField(phone, call);
      await phone.tool('input_text', { element_id: id, text: ADDED_TEXT }, call);
      await mustHold(phone, SET_TEXT + ADDED_TEXT, call);
      return `${ADDED_TEXT.length} characters`;
    },
  },
  {
    name: 'press_key',
    needs: 'keys',
    async run(phone, call) {
      const { id } = await filledField(phone, call);
      await phone.tool('input_text', { element_id: id, text: 'x' }, call);
      await mustHold(phone, `${SET_TEXT}x`, call);
      await phone.tool('press_key', { key: 'DEL' }, call);
      await mustHold(phone, SET_TEXT, call);
      return 'DEL removed a character';
    },
  },
  {
    name: 'clear_text',
    needs: 'setText',
    async run(phone, call) {
      const { id } = await filledField(phone, call);
      await phone.tool('clear_text', { element_id: id }, call);
      const isClear = (row: Row | undefined) => row !== undefined && !row.text.includes(SET_TEXT);
      if (!(await phone.until(call, (table) => isClear(fieldOf(table)))))
        throw new CheckFailed('The field is not empty.');
      return 'the field is empty';
    },
  },
];

/** The search field, on the first page of Settings or behind a bar or icon of it. */
async function searchField(phone: TestedPhone, call: Call): Promise<Row> {
  const page = await phone.settings(call);
  const field = fieldOf(page);
  if (field) return field;
  const button = searchButtonOf(page);
  if (!button) throw new Skip('No search field was found in Settings.');
  await phone.tool('click_element', { element_id: button.id }, call);
  const opened = await phone.until(call, (table) => fieldOf(table) !== undefined);
  const behind = opened && fieldOf(opened);
  if (!behind) throw new Skip('No search field was found in Settings.');
  return behind;
}

async function filledField(phone: TestedPhone, call: Call): Promise<Row> {
  const field = await searchField(phone, call);
  await phone.tool('set_text', { element_id: field.id, text: SET_TEXT }, call);
  return field;
}

async function mustHold(phone: TestedPhone, text: string, call: Call): Promise<void> {
  const held = await phone.until(call, (table) => fieldOf(table)?.text === text);
  if (!held) throw new CheckFailed(`The search field does not hold the ${text.length} characters.`);
}

const COPIED_TEXT = 'handeye selftest äöü €';

/** The clipboard, whose content is restored afterwards. */
export const clipboardChecks: readonly Check<TestedPhone>[] = [
  {
    name: 'get_clipboard',
    needs: 'clipboard',
    async run(phone, call) {
      const { json } = await phone.tool('get_clipboard', {}, call);
      return typeof json.text === 'string' ? `${Array.from(json.text).length} characters` : 'no text';
    },
  },
  {
    name: 'set_clipboard',
    needs: 'clipboard',
    async run(phone, call) {
      await phone.saveClipboard(call);
      await phone.tool('set_clipboard', { text: COPIED_TEXT }, call);
      const { json } = await phone.tool('get_clipboard', {}, call);
      if (json.text !== COPIED_TEXT) throw new CheckFailed('The clipboard holds something else.');
      return 'written and read back';
    },
  },
];
