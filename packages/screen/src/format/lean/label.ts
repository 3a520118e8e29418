import type { UiNode } from '../../node.ts';
import { codePoints, flat } from '../../sanitize.ts';
import type { Screen } from '../../snapshot.ts';
import { isDesktopButton, isLink, isSwitch } from './kinds.ts';
import { type NameOf, roleAndPlace } from './names.ts';
import { isStateWord } from './state-words.ts';
import { brief, guarded, isLong, SEPARATOR, thousands, withoutRepeats } from './text.ts';
import type { Item } from './tree.ts';

/** The parts of a label, each whole and on one line. */
export interface Label {
  readonly parts: readonly string[];
  /** One of its parts is a visible text, not only a description. */
  readonly hasText: boolean;
}

/** The most texts inside a node that its description is compared with. */
const MOST_COMPARED = 40;
const MOST_WALKED = 400;

/** An item and, if it folds, its descendants that are inside no other handle, in reading order. */
export function coveredItems(item: Item): Item[] {
  const covered = [item];
  if (!item.folds) return covered;
  const open = [...item.children].reverse();
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (next.isHandle && next.node.visible === item.node.visible) continue;
    if (next.foldedInto === item) covered.push(next);
    for (const child of [...next.children].reverse()) open.push(child);
  }
  return covered;
}

/** The texts and descriptions of a line. A field's own text is its content and not part of its label. */
export function labelOf(items: readonly Item[]): Label {
  const [owner] = items;
  const parts: string[] = [];
  let hasText = false;
  for (const item of items) {
    const text = isContent(item, owner) ? '' : textOf(item);
    if (text !== '') parts.push(text);
    hasText ||= text !== '';
    const description = tooltipOf(item.node) ?? withoutRepeats(item.node.description, comparedWith(item));
    if (description !== '') parts.push(description);
  }
  return { parts, hasText };
}

/** Whether its text is a field's content, or part of a link's or button's name that repeats its content. */
function isContent(item: Item, owner: Item | undefined): boolean {
  if (item === owner) return item.node.editable;
  if (!owner || !(isLink(owner.node) || isDesktopButton(owner.node))) return false;
  const name = textOf(owner);
  return !isLong(name) && ` ${name} `.includes(` ${textOf(item)} `);
}

/** The text, unless it is a switch's word for the state that a mark already shows. */
function textOf({ node }: Item): string {
  const text = flat(node.text);
  return isSwitch(node) && node.checkable && isStateWord(text, node) ? '' : text;
}

/** GIMP's buttons have only a tooltip, whose further lines explain the modifier keys: the first line is the name. */
function tooltipOf(node: UiNode): string | undefined {
  if (!isDesktopButton(node) || flat(node.text) !== '') return undefined;
  const whole = node.description?.trim() ?? '';
  const [first = ''] = whole.split('\n', 1);
  if (first === whole || isLong(first)) return undefined;
  return `${flat(first)} …(${thousands(codePoints(whole))})`;
}

/** The texts that a description may repeat: those of its own node and its descendants. */
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

/** The facts that complete a label: the resource names of its window, and the screen for its position. */
export interface Naming {
  readonly nameOf: NameOf;
  readonly screen: Screen;
}

/** The printed label of a handle: its name, its hint or content, its error. */
export function handleLabel(item: Item, label: Label, naming: Naming): string {
  const { node } = item;
  const hint = hintOf(node, label.parts);
  const content = contentOf(node);
  const error = flat(node.error) === '' ? '' : `| error: ${brief(flat(node.error))}`;
  // If the hint is also the description, it appears once.
  const isHint = hint !== '' && hint === hintText(label.parts.join(SEPARATOR));
  const said = isHint ? '' : joinedParts(wordsFirst(label.parts));
  const name = said === '' && hint === '' ? nameFor(item, content !== '', naming) : said;
  return [name, hint, content, error].filter((part) => part !== '').join(' ');
}

/** A name for a handle without texts: its resource, the hint of a filled field, its kind and position. */
function nameFor(item: Item, isFilled: boolean, { nameOf, screen }: Naming): string {
  const name = nameOf(item.node);
  if (name !== undefined) return `#${name}`;
  if (isFilled) return joinedParts([flat(item.node.hint)]);
  return roleAndPlace(item, screen);
}

/** A key that shows `=` is described as `equals`: the words come first, so that it does not read like structure. */
function wordsFirst(parts: readonly string[]): readonly string[] {
  const [sign = '', name = '', ...rest] = parts;
  return guarded(sign) !== sign && !WORDS.test(sign) && WORDS.test(name) ? [name, sign, ...rest] : parts;
}

const WORDS = /[\p{L}\p{N}]/u;

/** Joins parts into one label. Device text may begin like our structure, so it is guarded. */
export function joinedParts(parts: readonly string[]): string {
  return guarded(parts.map((part) => brief(part)).join(SEPARATOR));
}

/** The hint of an empty field; for other elements only if nothing else names them. */
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

/** Whether a part of a label is shortened. */
export function isCut({ parts }: Label): boolean {
  return parts.some(isLong);
}
