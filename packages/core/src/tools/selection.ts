import * as z from 'zod';
import { actionFailed, elementNotFound, invalidParams, permissionDenied } from '../device/errors.ts';
import type { Chord, Key, SelectionKey } from '../device/keys.ts';
import type { Remark } from '../device/port.ts';
import type { TextRange } from '@handeye/screen/node';
import { codePoints, cut, oneLine } from '@handeye/screen/sanitize';
import type { Element } from '@handeye/screen/snapshot';
import { replaceable, takesKeysUnseen, usedFocus } from './editing.ts';
import { Acted, defineTool, navigating, type ToolContext } from './frame/define.ts';
import { elementId } from './frame/parameters.ts';
import { UNVERIFIED } from './frame/words.ts';

/** Selecting a part of a field's text, and the keys that use what is selected. */

const character = z.int().min(0).optional();

export const selectText = defineTool({
  name: 'select_text',
  title: 'Select text',
  description: "Select a part of a field's text: `text`, or `from` and `to`.",
  hints: navigating,
  class: 'type',
  needs: 'selectText',
  input: z.strictObject({
    element_id: elementId,
    text: z.string().min(1).optional(),
    from: character.describe('First character, from 0'),
    to: character.describe('Character behind the last'),
  }),
  limit: ({ look, action }) => 2 * look + action,
  example: { element_id: '553066', text: 'Sunday' },
  fails: {
    invalid_params: '`element_id` is missing or empty, or neither `text` nor a range is given, or both.',
    element_not_found: 'No element with that id is on the screen.',
    action_failed: 'It is not editable, does not hold these words once or this range, or the device refused.',
    permission_denied:
      'It is a password, the device selects no parts or cannot be reached, or the policy forbids it.',
  },
  async handle(context, { element_id, text, from, to }) {
    if ((text === undefined) === (from === undefined && to === undefined))
      throw invalidParams("Give either 'text', or 'from' and 'to'.");
    const { element } = await replaceable(context, element_id);
    mustNotBeSecret(context, element, 'selected in parts');
    const { rawText = '' } = element.node;
    const range = text === undefined ? rangeOf(rawText, from, to) : placeOf(rawText, text);
    const remark = await context.hands.select(element, { text: rawText, range });
    const doubt = await otherSelection(context, element, range);
    return new Acted(`Text selected on element '${element_id}'`, { remarks: [remark, doubt], hit: element });
  },
});

/** Presses COPY, CUT, PASTE or SELECT_ALL for what has the focus. */
export async function pressSelectionKey(
  context: Pick<ToolContext, 'eyes' | 'hands' | 'device' | 'concealed'>,
  key: SelectionKey,
): Promise<Remark> {
  const { snapshot, element } = await usedFocus(context);
  if (takesKeysUnseen(context.device, element))
    return context.hands.pressSelectionKey(key, undefined, snapshot);
  if (!element?.node.editable)
    throw elementNotFound(
      `No focused editable element found for the ${key} key. Focus one first, for example with click_element.`,
    );
  if (key === 'COPY' || key === 'CUT') mustNotBeSecret(context, element, key === 'COPY' ? 'copied' : 'cut');
  const remark = await context.hands.pressSelectionKey(key, element, snapshot);
  return remark ?? (key === 'PASTE' && element.node.password ? UNVERIFIED : undefined);
}

/** Before keys are pressed that copy or cut by themselves, as Control with C does: neither takes a password or a secret. */
export async function mustNotCopySecret(
  context: Pick<ToolContext, 'eyes' | 'hands' | 'concealed'>,
  key: Key | Chord,
): Promise<void> {
  const how = copies(key);
  if (how === undefined) return;
  const { element } = await usedFocus(context);
  if (element) mustNotBeSecret(context, element, how);
}

/** Control or Command with C, X or Insert, Shift with Delete: in terminals and editors with more keys held. */
function copies(key: Key | Chord): 'copied' | 'cut' | undefined {
  if (typeof key === 'string') return undefined;
  const letter = typeof key.key === 'string' ? key.key : key.key.character;
  const isCommand = key.held.includes('ctrl') || key.held.includes('cmd');
  if (isCommand && (letter === 'c' || letter === 'INSERT')) return 'copied';
  if (isCommand && letter === 'x') return 'cut';
  return key.held.includes('shift') && letter === 'FORWARD_DEL' ? 'cut' : undefined;
}

/** A password stays in its field, and of a secret no part may get where it is not recognised any more. */
function mustNotBeSecret({ concealed }: Pick<ToolContext, 'concealed'>, field: Element, how: string): void {
  if (field.node.password) throw permissionDenied(`A password cannot be ${how}.`);
  if (concealed?.isMasked(field) === true)
    throw permissionDenied(`The field holds a secret, which cannot be ${how}.`);
}

/** The range between two characters of a text, in UTF-16 units. */
function rangeOf(text: string, from = 0, to = codePoints(text)): TextRange {
  if (from > to)
    throw invalidParams(`'from' (${from}) is behind 'to' (${to}). Give the smaller number as 'from'.`);
  const characters = Array.from(text);
  if (from >= to || to > characters.length)
    throw actionFailed(
      `The field holds ${characters.length} characters, so there is no part from ${from} to ${to}. It holds ${quoted(text)}.`,
    );
  const start = characters.slice(0, from).join('').length;
  return { start, end: start + characters.slice(from, to).join('').length };
}

/** Where a text holds these words, which must be in it once. A line break is shown as a space. */
function placeOf(text: string, words: string): TextRange {
  const within = text.replace(/\s/g, ' ');
  const wanted = words.replace(/\s/g, ' ');
  const found: number[] = [];
  for (let at = within.indexOf(wanted); at >= 0; at = within.indexOf(wanted, at + 1)) found.push(at);
  const [start] = found;
  if (start === undefined)
    throw actionFailed(`The field does not hold ${quoted(words)}. It holds ${quoted(text)}.`);
  if (found.length === 1) return { start, end: start + words.length };
  const places = found.map((at) => codePoints(text.slice(0, at)));
  throw actionFailed(
    `${quoted(words)} is in the field ${found.length} times, at ${places.join(', ')}. Give from and to.`,
  );
}

function quoted(text: string): string {
  return `'${cut(oneLine(text), 100)}'`;
}

/** What is selected now, if the device tells and it is not what was wanted. */
async function otherSelection(
  { eyes }: Pick<ToolContext, 'eyes'>,
  field: Element,
  { start, end }: TextRange,
): Promise<string | undefined> {
  const now = await eyes.lookBack();
  if ('unreadable' in now) return undefined;
  const node = now.element(field.id)?.node;
  if (node === undefined) return 'The field is gone from the screen, so what is selected is not known';
  const { selection, rawText = '' } = node;
  if (selection?.start === start && selection.end === end) return undefined;
  if (selection === undefined) return 'The field does not tell that anything is selected';
  return `The field selected ${quoted(rawText.slice(selection.start, selection.end))} instead`;
}
