import { type Call, pause } from '../device/call.ts';
import { actionFailed, elementNotFound } from '../device/errors.ts';
import type { Element } from '../ui/snapshot.ts';
import { codePoints, cut } from '../ui/sanitize.ts';
import type { Context } from './define.ts';
import type { Eyes } from './eyes.ts';

/** How often, and how many milliseconds apart, a field that was clicked is looked at until it has the focus. */
export const looksForFocus = 3;
const betweenLooks = 200;

/** The field to edit: the named element, made the focused one, or the field that has the focus. */
export async function fieldToEdit(
  { eyes, hands, call }: Pick<Context, 'eyes' | 'hands' | 'call'>,
  id: string | undefined,
): Promise<Element> {
  if (id === undefined) return focusedField(eyes);
  const { element, snapshot } = await eyes.element(id);
  mustBeEditable(element);
  if (element.node.focused && element.window.active) return element;
  await hands.click({ element, target: element, snapshot });
  return focusedAs(id, eyes, call);
}

/** What is typed goes to whoever has the focus, so a click that did not give it to the field must not be trusted. */
async function focusedAs(id: string, eyes: Eyes, call: Call): Promise<Element> {
  for (let look = 1; look <= looksForFocus; look += 1) {
    if (look > 1) await pause(betweenLooks, call);
    const focused = await eyes.focused();
    if (focused?.id === id) return focused;
  }
  throw actionFailed(
    `Element '${id}' was clicked but did not take the focus, so nothing was typed. If another field opened in its place, call input_text without element_id.`,
  );
}

/** A field can be written to; anything else might do something when it is touched. */
export function mustBeEditable({ id, node }: Element): void {
  if (!node.editable) throw actionFailed(`Element '${id}' is not editable`);
}

/** The focused editable element. */
export async function focusedField(eyes: Eyes): Promise<Element> {
  const focused = await eyes.focused();
  if (focused?.node.editable) return focused;
  throw elementNotFound(
    'No focused editable element found. Focus an input field first or provide element_id.',
  );
}

/** Reads a field back after writing. Undefined when it holds what it should; else what the model should know. */
export async function verdict(eyes: Eyes, field: Element, wanted: string): Promise<string | undefined> {
  if (field.node.password) return unverified;
  const now = (await eyes.look()).element(field.id);
  if (!now) return 'The field is gone from the screen, so its content could not be read back';
  const text = now.node.rawText ?? '';
  if (text === wanted) return undefined;
  return `But the field now holds ${codePoints(text)} characters: "${cut(now.node.text ?? '', 100)}". It may format or limit what is entered`;
}

export const unverified =
  'This is a password field: its content cannot be read back, so the entry is not verified';
