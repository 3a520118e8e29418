import { otherContent } from '../device/answers.ts';
import { actionFailed, elementNotFound } from '../device/errors.ts';
import type { Device } from '../device/port.ts';
import { shortId } from '@handeye/screen/ids';
import type { UiNode } from '@handeye/screen/node';
import type { Element, Snapshot } from '@handeye/screen/snapshot';
import { cut, oneLine } from '@handeye/screen/sanitize';
import { valueOwner } from '@handeye/screen/value/kinds';
import type { ScreenFormat, ToolContext } from './frame/define.ts';
import { type Eyes, focusedIn, type Found, type Unreadable } from './frame/eyes.ts';
import { UNVERIFIED } from './frame/words.ts';

/** The time for typing a secret, whose length is not known here. */
const SECRET_TIME = 10_000;

/** How long typing may take: Android 5 needs 25 ms a character, and a second and more for each line break. */
export function typingTime(text: string): number {
  const breaks = text.split('\n').length - 1;
  const secrets = text.split('{{').length - 1;
  return Math.min(60_000, text.length * 50 + breaks * 3_000 + secrets * SECRET_TIME);
}

/** The target of typing: a field, or an element that has the focus without being one, by the look that showed it. */
export type TypedInto = Found | { readonly unseen: Snapshot };

/** The field to edit: the named element, made the focused one, or the field that has the focus, if that can be seen. */
export async function fieldToEdit(
  context: Pick<ToolContext, 'eyes' | 'hands' | 'device' | 'screenFormat'>,
  id: string | undefined,
  text: string,
): Promise<TypedInto> {
  const { eyes, hands, device, screenFormat } = context;
  if (id !== undefined) {
    return hands.focus(await editable(eyes, id, screenFormat), text, { takesSecrets: true });
  }
  const { snapshot, element } = await usedFocus(context);
  return takesKeysUnseen(device, element) ? { unseen: snapshot } : mustBeField(snapshot, element);
}

/** The focused element, in the application that the client was shown with it. */
export async function usedFocus({
  eyes,
  hands,
}: Pick<ToolContext, 'eyes' | 'hands'>): Promise<{ snapshot: Snapshot; element: Element | undefined }> {
  const snapshot = await eyes.look();
  await hands.mayUseFocus(snapshot);
  return { snapshot, element: focusedIn(snapshot) };
}

/** The named or focused field, whose content can be read: what is replaced must be known, and is read back. */
export async function replaceable(
  context: Pick<ToolContext, 'eyes' | 'hands' | 'screenFormat'>,
  id: string | undefined,
): Promise<Found> {
  const field =
    id === undefined ? await focusedField(context) : await editable(context.eyes, id, context.screenFormat);
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

/** Roles whose elements are drawn by their application, which may do anything with keys. */
const drawnRoles: ReadonlySet<string> = new Set([
  ...['terminal', 'canvas', 'image', 'document', 'table', 'cell', 'group', 'scrollarea', 'window', 'unknown'],
]);

/**
 * Keys go to something unseen: no element of the window in front has the focus, or one that draws itself, as terminals,
 * spreadsheets and games do. Text for a button is a mistake, and so it is on a phone.
 */
export function takesKeysUnseen(device: Device, focused: Element | undefined): boolean {
  if (device.typeUnseen === undefined || device.capabilities.keys !== true) return false;
  if (!focused) return true;
  return !focused.node.editable && drawnRoles.has(focused.node.className ?? 'unknown');
}

export const UNSEEN =
  'No text field has the focus: it went to the window in front and cannot be read back. Look at a screenshot';

async function focusedField(context: Pick<ToolContext, 'eyes' | 'hands'>): Promise<Found> {
  const { snapshot, element } = await usedFocus(context);
  return mustBeField(snapshot, element);
}

function mustBeField(snapshot: Snapshot, element: Element | undefined): Found {
  if (element?.node.editable) return { element, snapshot };
  throw elementNotFound(
    'No focused editable element found. Focus an input field first or provide element_id.',
  );
}

/**
 * Reads a field back after its content was replaced. Nothing if it holds what it should, else what to say; on a desktop
 * also where the focus is if it is elsewhere: accessibility writes without it, and the next key goes there.
 */
export async function replacingDoubts(
  { eyes, device }: Pick<ToolContext, 'eyes' | 'device'>,
  field: Element,
  wanted: string,
): Promise<readonly (string | undefined)[]> {
  const isDesktop = device.kind === 'desktop';
  if (field.node.password && !isDesktop) return [UNVERIFIED];
  const snapshot = await eyes.lookBack();
  const doubt = await comparison(snapshot, field, ({ rawText = '', hint }) => {
    // Where a dump shows a hint as text, a content that reads like the hint is taken for it.
    return sameText(rawText, wanted) || (rawText === '' && hint === wanted);
  });
  return [doubt, isDesktop && !('unreadable' in snapshot) ? focusElsewhere(snapshot, field) : undefined];
}

/** Where the focus is, if it is not in this field or around it. */
function focusElsewhere(snapshot: Snapshot, field: Element): string | undefined {
  const focused = focusedIn(snapshot);
  if (!focused)
    return snapshot.element(field.id)?.node.focused ? undefined : 'The field does not have the focus';
  if (isAround(focused, field) || isAround(field, focused)) return undefined;
  const { className = 'element', text, description } = focused.node;
  const name = cut(oneLine(text ?? description), 40);
  return `The focus is not in this field but in ${shortId(focused.id)}, ${className}${name === '' ? '' : ` "${name}"`}: keys go there`;
}

function isAround(outer: Element, inner: Element): boolean {
  for (let at: Element | undefined = inner; at; at = at.parent) if (at.id === outer.id) return true;
  return false;
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
  return comparison(await eyes.lookBack(), element, ({ rawText = '' }) => {
    if (sameText(rawText, before + typed)) return true;
    // Where a dump shows a hint as text and the hint is not known yet, the field may have been empty.
    return hint === undefined && sameText(rawText, typed) ? wasHint(eyes, element) : false;
  });
}

/** True if a field holds the wanted text; else the doubt to report. */
type Verdict = boolean | string;

/** Whether what a field showed before something was typed was its hint. */
async function wasHint(eyes: Eyes, field: Element): Promise<Verdict> {
  const told = await eyes.focusedHint(field);
  const { rawText = '', text = '' } = field.node;
  if (told !== undefined) return told.hint !== undefined && sameText(told.hint, rawText);
  return `The field now holds this text alone. What it showed before, "${cut(text, 100)}", was either its hint or was replaced`;
}

/** The verdict on a field as it is now: nothing if it is right, a sentence, or its content. */
async function comparison(
  snapshot: Snapshot | Unreadable,
  field: Element,
  judge: (now: UiNode) => Verdict | Promise<Verdict>,
): Promise<string | undefined> {
  if (field.node.password) return UNVERIFIED;
  if ('unreadable' in snapshot) return unread(snapshot.unreadable);
  const unreadable = snapshot.unread ?? snapshot.textless;
  if (unreadable !== undefined) return unread(unreadable);
  const now = snapshot.element(field.id);
  if (!now) return 'The field is gone from the screen, so its content could not be read back';
  const verdict = await judge(now.node);
  if (verdict === true) return undefined;
  if (typeof verdict === 'string') return verdict;
  return otherContent(now.node.rawText ?? '');
}

function unread(why: string): string {
  return `It could not be read back. ${why}`;
}

/** A line break is one however it is written. */
function sameText(one: string, other: string): boolean {
  const [a, b] = [one, other].map((text) => text.replace(/\r\n?/g, '\n'));
  return a === b;
}
