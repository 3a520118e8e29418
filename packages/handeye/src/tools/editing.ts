import { actionFailed, elementNotFound } from '../device/errors.ts';
import type { UiNode } from '../ui/node.ts';
import type { Element } from '../ui/snapshot.ts';
import { codePoints, cut } from '../ui/sanitize.ts';
import type { ToolContext } from './frame/define.ts';
import type { Eyes, Found } from './frame/eyes.ts';

/** How long typing may take: Android 5 needs 25 ms a character, and a second and more for each line break. */
export function typingTime(text: string): number {
  const breaks = text.split('\n').length - 1;
  return Math.min(60_000, text.length * 50 + breaks * 3_000);
}

/** The field to edit: the named element, made the focused one, or the field that has the focus. */
export async function fieldToEdit(
  { eyes, hands }: Pick<ToolContext, 'eyes' | 'hands'>,
  id: string | undefined,
): Promise<Found> {
  if (id === undefined) return focusedField(eyes);
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
  if (!found.element.node.editable) {
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
  // Where a dump shows a hint as text and nobody has learned it yet, the field may have been empty.
  const wanted = hint === undefined ? [before + typed, typed] : [before + typed];
  return comparison(eyes, element, ({ rawText = '' }) => wanted.some((one) => sameText(rawText, one)));
}

async function comparison(
  eyes: Eyes,
  field: Element,
  isRight: (now: UiNode) => boolean,
): Promise<string | undefined> {
  if (field.node.password) return UNVERIFIED;
  const snapshot = await eyes.lookBack();
  if ('unreadable' in snapshot) return unread(snapshot.unreadable);
  const unreadable = snapshot.unread ?? snapshot.textless;
  if (unreadable !== undefined) return unread(unreadable);
  const now = snapshot.element(field.id);
  if (!now) return 'The field is gone from the screen, so its content could not be read back';
  if (isRight(now.node)) return undefined;
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
