import { shownText, type UiNode } from '../../node.ts';
import { codePoints, flat, shown } from '../../sanitize.ts';
import type { Screen } from '../../snapshot.ts';
import { isDesktopButton, isLink, isSwitch } from './kinds.ts';
import { type NameOf, roleAndPlace } from './names.ts';
import { isStateWord, withoutState } from './state-words.ts';
import { brief, guarded, isEntryIn, isLong, SEPARATOR, thousands, withoutRepeats } from './text.ts';
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

/**
 * The texts and descriptions of a line, each said once: a description loses what texts of the line repeat, what one around it
 * has said, and the state that the mark shows. If its own beginning is gone, the name is in the texts, and it follows them. A
 * field's own text is its content and not part of its label.
 */
export function labelOf(items: readonly Item[]): Label {
  const [owner] = items;
  const state = owner && (owner.node.checkable ? owner.node : owner.checked?.node);
  const texts = items.map((item) => (isContent(item, owner) ? '' : textOf(item)));
  const said = texts
    .filter((text, at) => text !== '' && items[at]?.node.password === false)
    .slice(0, MOST_COMPARED);
  const told = new Map<Item, string>();
  const parts: string[] = [];
  const late: string[] = [];
  items.forEach((item, at) => {
    const text = texts[at] ?? '';
    if (text !== '') parts.push(text);
    const { description, isLate } = descriptionOf(item, { said, state, around: aroundIn(item, told) });
    if (flat(item.node.description) !== '') told.set(item, flat(item.node.description));
    if (description !== '') (isLate ? late : parts).push(description);
  });
  return { parts: [...parts, ...late], hasText: texts.some((text) => text !== '') };
}

interface Told {
  /** The texts of the line. */
  readonly said: readonly string[];
  /** The node whose state the line's mark shows. */
  readonly state: UiNode | undefined;
  /** The description of the nearest item of the line around it that has one. */
  readonly around: string | undefined;
}

function descriptionOf(
  item: Item,
  { said, state, around }: Told,
): { readonly description: string; readonly isLate: boolean } {
  const tooltip = tooltipOf(item.node);
  const whole = item.node.description ?? '';
  if (tooltip !== undefined || flat(whole) === '') return { description: tooltip ?? '', isLate: false };
  const inside = comparedWith(item);
  const beside = [
    ...said.filter((text) => !inside.includes(text)),
    ...(around === undefined ? [] : [around]),
  ];
  const stateless = state ? withoutState(whole, state) : whole;
  if (around !== undefined && isEntryIn(flat(whole), around)) return { description: '', isLate: false };
  const own = withoutRepeats(withoutRepeats(stateless, inside), beside);
  // A description of nothing but its state is the only name it has, unless the line has texts.
  if (own === '' && flat(stateless) === '' && said.length === 0)
    return { description: flat(whole), isLate: false };
  const isLate = said.length > 0 && !flat(whole).startsWith(own.slice(0, SHORTEST_NAME));
  return { description: own, isLate };
}

/** Characters by which the beginning of a description is recognised. */
const SHORTEST_NAME = 8;

function aroundIn(item: Item, told: ReadonlyMap<Item, string>): string | undefined {
  for (let above = item.parent; above; above = above.parent) {
    const description = told.get(above);
    if (description !== undefined) return description;
  }
  return undefined;
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
  const selected = content === '' ? '' : selectionOf(node);
  const error = flat(node.error) === '' ? '' : `| error: ${brief(flat(node.error))}`;
  // If the hint is also the description, it appears once.
  const isHint = hint !== '' && hint === hintText(label.parts.join(SEPARATOR));
  const said = isHint ? '' : joinedParts(wordsFirst(label.parts));
  const name = said === '' && hint === '' ? nameFor(item, content !== '', naming) : said;
  return [name, hint, content, selected, error].filter((part) => part !== '').join(' ');
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

function contentOf(node: UiNode): string {
  const content = flat(shownText(node));
  return !node.editable || content === '' ? '' : `= ${brief(content)}`;
}

/** The longest selected text that is repeated. */
const LONGEST_SELECTION = 40;

/** The selected part of a field's content, with its place: the same words may occur more than once. */
function selectionOf({ rawText = '', selection }: UiNode): string {
  if (selection === undefined) return '';
  const { start, end } = selection;
  if (end - start === rawText.length) return '| selected: all';
  const text = brief(flat(shown(rawText.slice(start, end))), LONGEST_SELECTION);
  return `| selected ${codePoints(rawText.slice(0, start))}-${codePoints(rawText.slice(0, end))}: ${text}`;
}

/** Whether a part of a label is shortened. */
export function isCut({ parts }: Label): boolean {
  return parts.some(isLong);
}
