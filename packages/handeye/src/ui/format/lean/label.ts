import type { UiNode } from '../../node.ts';
import { codePoints, flat } from '../../sanitize.ts';
import type { Screen } from '../../snapshot.ts';
import { isDesktopButton, isLink, isSwitch } from './kinds.ts';
import { type NameOf, roleAndPlace } from './names.ts';
import { isStateWord } from './state-words.ts';
import { brief, guarded, isLong, SEPARATOR, thousands, withoutRepeats } from './text.ts';
import type { Item } from './tree.ts';

/** What a line says, part by part, each whole and on one line. */
export interface Label {
  readonly parts: readonly string[];
  /** One of its parts is a visible text, and not only a description. */
  readonly hasText: boolean;
}

/** Texts inside a node that its description is compared with. */
const MOST_COMPARED = 40;
const MOST_WALKED = 400;

/** An item and, if it folds, what is inside it and inside no other handle, in reading order. */
export function toldBy(item: Item): Item[] {
  const told = [item];
  if (!item.folds) return told;
  const open = [...item.children].reverse();
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (next.isHandle && next.node.visible === item.node.visible) continue;
    if (next.foldedInto === item) told.push(next);
    for (const child of [...next.children].reverse()) open.push(child);
  }
  return told;
}

/** The texts and descriptions of what a line tells. A field's own text is its content and no part of its label. */
export function labelOf(told: readonly Item[]): Label {
  const [owner] = told;
  const parts: string[] = [];
  let hasText = false;
  for (const item of told) {
    const text = isContent(item, owner) ? '' : textOf(item);
    if (text !== '') parts.push(text);
    hasText ||= text !== '';
    const description = tooltipOf(item.node) ?? withoutRepeats(item.node.description, comparedWith(item));
    if (description !== '') parts.push(description);
  }
  return { parts, hasText };
}

/** Whether its text is the content of a field, or part of the name that a link or button has by its content. */
function isContent(item: Item, owner: Item | undefined): boolean {
  if (item === owner) return item.node.editable;
  if (!owner || !(isLink(owner.node) || isDesktopButton(owner.node))) return false;
  const name = textOf(owner);
  return !isLong(name) && ` ${name} `.includes(` ${textOf(item)} `);
}

/** A text, unless it is a switch's word for the state that a mark tells already. */
function textOf({ node }: Item): string {
  const text = flat(node.text);
  return isSwitch(node) && node.checkable && isStateWord(text, node) ? '' : text;
}

/** GIMP's buttons have only a tooltip, whose further lines say what each modifier key does: the first line names it. */
function tooltipOf(node: UiNode): string | undefined {
  if (!isDesktopButton(node) || flat(node.text) !== '') return undefined;
  const whole = node.description?.trim() ?? '';
  const [first = ''] = whole.split('\n', 1);
  if (first === whole || isLong(first)) return undefined;
  return `${flat(first)} …(${thousands(codePoints(whole))})`;
}

/** The texts that a description may repeat: those of its own node and of what is inside it. */
function comparedWith(item: Item): string[] {
  if (flat(item.node.description) === '') return [];
  const texts: string[] = [];
  const open = [item];
  for (let count = 0; count < MOST_WALKED && texts.length < MOST_COMPARED; count += 1) {
    const next = open.pop();
    if (next === undefined) break;
    const text = flat(next.node.text);
    if (text !== '' && next.node.visible === item.node.visible && !next.node.password) texts.push(text);
    for (const child of [...next.children].reverse()) open.push(child);
  }
  return texts;
}

/** What a label is completed with: the resource names of its window, and the screen its place is on. */
export interface Naming {
  readonly nameOf: NameOf;
  readonly screen: Screen;
}

/** The label of a handle as it is printed: what names it, then what it suggests or holds, then what is wrong with it. */
export function handleLabel(item: Item, label: Label, naming: Naming): string {
  const { node } = item;
  const hint = hintOf(node, label.parts);
  const content = contentOf(node);
  const error = flat(node.error) === '' ? '' : `| error: ${brief(flat(node.error))}`;
  // A field that is described by its hint says it once.
  const said = hint !== '' && hint === hintText(label.parts.join(SEPARATOR)) ? '' : joinedParts(label.parts);
  const name = said === '' && hint === '' ? nameFor(item, content !== '', naming) : said;
  return [name, hint, content, error].filter((part) => part !== '').join(' ');
}

/** What names something that says nothing itself: its resource, the hint of a field that is filled, its kind and place. */
function nameFor(item: Item, isFilled: boolean, { nameOf, screen }: Naming): string {
  const name = nameOf(item.node);
  if (name !== undefined) return `#${name}`;
  if (isFilled) return joinedParts([flat(item.node.hint)]);
  return roleAndPlace(item, screen);
}

/** Parts as one label. Device text: it may begin like structure. */
export function joinedParts(parts: readonly string[]): string {
  return guarded(parts.map((part) => brief(part)).join(SEPARATOR));
}

/** What an empty field suggests; of other things only where nothing else names them. */
function hintOf({ editable, text, hint, tooltip }: UiNode, parts: readonly string[]): string {
  if (editable) return flat(text) === '' ? hintText(flat(hint)) : '';
  return parts.length > 0 ? '' : hintText(flat(tooltip) || flat(hint));
}

function hintText(hint: string): string {
  return hint === '' ? '' : `hint: ${brief(hint)}`;
}

function contentOf({ editable, password, text }: UiNode): string {
  const content = flat(text);
  if (!editable || content === '') return '';
  return `= ${password ? '•••' : brief(content)}`;
}

/** Whether a part of a label is cut. */
export function isCut({ parts }: Label): boolean {
  return parts.some(isLong);
}
