import { actionFailed, elementNotFound } from '../device/errors.ts';
import type { UiNode } from '../ui/node.ts';
import type { Element } from '../ui/snapshot.ts';
import { codePoints, cut } from '../ui/sanitize.ts';
import { valueOwner } from '../ui/value/kinds.ts';
import type { ScreenFormat, ToolContext } from './frame/define.ts';
import type { Eyes, Found } from './frame/eyes.ts';

/** How long typing may take: Android 5 needs 25 ms a character, and a second and more for each line break. */
export function typingTime(text: string): number {
  const breaks = text.split('\n').length - 1;
  return Math.min(60_000, text.length * 50 + breaks * 3_000);
}

/** The field to edit: the named element, made the focused one, or the field that has the focus. */
export async function fieldToEdit(
  { eyes, hands, screenFormat }: Pick<ToolContext, 'eyes' | 'hands' | 'screenFormat'>,
  id: string | undefined,
): Promise<Found> {
  if (id === undefined) return focusedField(eyes);
  return hands.focus(await editable(eyes, id, screenFormat));
}

/** The named or focused field, whose content can be read: what is replaced must be known, and is read back. */
export async function replaceable(
  { eyes, screenFormat }: Pick<ToolContext, 'eyes' | 'screenFormat'>,
  id: string | undefined,
): Promise<Found> {
  const field = await (id === undefined ? focusedField(eyes) : editable(eyes, id, screenFormat));
  const { textless } = field.snapshot;
  if (textless !== undefined) throw actionFailed(`The content of the field cannot be read. ${textless}`);
  return field;
}

/** The field of that id. Anything but a field might do something when it is touched. */
async function editable(eyes: Eyes, id: string, format: ScreenFormat): Promise<Found> {
  const found = await eyes.element(id, 'edit');
  if (!found.element.node.editable) {
    if (format === 'lean' && valueOwner(found.snapshot, found.element))
      throw actionFailed(`Element '${id}' is not editable, but has a value. Use set_value.`);
    throw actionFailed(
      `Element '${id}' is not editable. Choose a text field; if this opens one, call click_element first and get the new ids.`,
    );
  }
  return found;
}

/** The focused editable element. */
export async function focusedField(eyes: Eyes): Promise<Found> {
  const focused = await eyes.focused();
  if (focused?.element.node.editable) return focused;
  throw elementNotFound(
    'No focused editable element found. Focus an input field first or provide element_id.',
  );
}

/** Reads a field back after its content was replaced. Undefined if it holds what it should; else what to say. */
export function replacingDoubt(eyes: Eyes, field: Element, wanted: string): Promise<string | undefined> {
  return comparison(eyes, field, ({ rawText = '', hint }) => {
    // Where a dump shows a hint as text, a content that reads like the hint is taken for it.
    return sameText(rawText, wanted) || (rawText === '' && hint === wanted);
  });
}

/** Reads a field back, where the device lets it, after something was typed at the end of what it held before. */
export async function typingDoubt(
  { eyes, device }: Pick<ToolContext, 'eyes' | 'device'>,
  { element, snapshot }: Found,
  typed: string,
): Promise<string | undefined> {
  if (element.node.password) return UNVERIFIED;
  if (device.readsBackTyping !== true || typed === '') return undefined;
  if (snapshot.textless !== undefined) return unread(snapshot.textless);
  const { rawText: before = '', hint } = element.node;
  return comparison(eyes, element, ({ rawText = '' }) => {
    if (sameText(rawText, before + typed)) return true;
    // Where a dump shows a hint as text and nobody has learned it yet, the field may have been empty.
    return hint === undefined && sameText(rawText, typed) ? wasHint(eyes, element) : false;
  });
}

/** Whether a field holds what it should, or what to say where nobody knows. */
type Verdict = boolean | string;

/** Whether what a field showed before something was typed was its hint. */
async function wasHint(eyes: Eyes, field: Element): Promise<Verdict> {
  const told = await eyes.focusedHint(field);
  const { rawText = '', text = '' } = field.node;
  if (told !== undefined) return told.hint !== undefined && sameText(told.hint, rawText);
  return `The field now holds this text alone. What it showed before, "${cut(text, 100)}", was either its hint or was replaced`;
}

/** What to say of a field as it is now: nothing if it is right, the verdict itself, or what it holds. */
async function comparison(
  eyes: Eyes,
  field: Element,
  judge: (now: UiNode) => Verdict | Promise<Verdict>,
): Promise<string | undefined> {
  if (field.node.password) return UNVERIFIED;
  const snapshot = await eyes.lookBack();
  if ('unreadable' in snapshot) return unread(snapshot.unreadable);
  const unreadable = snapshot.unread ?? snapshot.textless;
  if (unreadable !== undefined) return unread(unreadable);
  const now = snapshot.element(field.id);
  if (!now) return 'The field is gone from the screen, so its content could not be read back';
  const verdict = await judge(now.node);
  if (verdict === true) return undefined;
  if (typeof verdict === 'string') return verdict;
  const { rawText = '', text = '' } = now.node;
  return `But the field now holds ${codePoints(rawText)} characters: "${cut(text, 100)}". It may format or limit what is entered`;
}

function unread(why: string): string {
  return `It could not be read back. ${why}`;
}

/** A line break is one however it is written. */
function sameText(one: string, other: string): boolean {
  const [a, b] = [one, other].map((text) => text.replace(/\r\n?/g, '\n'));
  return a === b;
}

const UNVERIFIED = 'This is a password field: its content cannot be read back, so the entry is not verified';
