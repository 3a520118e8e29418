import { actionFailed, elementNotFound } from '../device/errors.ts';
import type { Element } from '../ui/snapshot.ts';
import { codePoints, cut } from '../ui/sanitize.ts';
import type { Context } from './frame/define.ts';
import type { Eyes, Found } from './frame/eyes.ts';

/** The field to edit: the named element, made the focused one, or the field that has the focus. */
export async function fieldToEdit(
  { eyes, hands }: Pick<Context, 'eyes' | 'hands'>,
  id: string | undefined,
): Promise<Element> {
  if (id === undefined) return (await focusedField(eyes)).element;
  return hands.focus(await editable(eyes, id));
}

/** The named or focused field, whose content can be read: what is replaced must be known, and is read back. */
export async function replaceable(eyes: Eyes, id: string | undefined): Promise<Found> {
  const field = await (id === undefined ? focusedField(eyes) : editable(eyes, id));
  const { textless } = field.snapshot;
  if (textless !== undefined) throw actionFailed(`What the field holds cannot be read. ${textless}`);
  return field;
}

/** The field of that id. Anything but a field might do something when it is touched. */
async function editable(eyes: Eyes, id: string): Promise<Found> {
  const found = await eyes.element(id);
  if (!found.element.node.editable) throw actionFailed(`Element '${id}' is not editable`);
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

/** Reads a field back after writing. Undefined when it holds what it should; else what the model should know. */
export async function verdict(eyes: Eyes, field: Element, wanted: string): Promise<string | undefined> {
  if (field.node.password) return unverified;
  const snapshot = await eyes.windows();
  const unreadable = snapshot.unread ?? snapshot.textless;
  if (unreadable !== undefined) return `It could not be read back. ${unreadable}`;
  const now = snapshot.element(field.id);
  if (!now) return 'The field is gone from the screen, so its content could not be read back';
  const text = now.node.rawText ?? '';
  if (text === wanted) return undefined;
  return `But the field now holds ${codePoints(text)} characters: "${cut(now.node.text ?? '', 100)}". It may format or limit what is entered`;
}

export const unverified =
  'This is a password field: its content cannot be read back, so the entry is not verified';
