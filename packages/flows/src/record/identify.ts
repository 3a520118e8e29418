import { isStateWord } from '@handeye/screen/format/lean/state-words';
import { flat } from '@handeye/screen/sanitize';
import type { Element, Snapshot } from '@handeye/screen/snapshot';
import type { Selector } from '../file/flow.ts';
import { literalPattern } from '../file/pattern.ts';
import { inReadingOrder, seenElements, shortResource } from '../find/elements.ts';
import { isWithin } from '../find/maestro.ts';
import { roleOf } from '../find/role.ts';
import { holdersOf, labelsOf, strictMatches, takerOf } from '../find/strict.ts';

/** A longer text is named by its beginning. */
const LONGEST_TEXT = 80;

/**
 * A selector for an element on its screen, with two independent identities where it has them: its label, description and resource
 * id, its role, the row, list or dialog around it, and where nothing else tells it apart, its ordinal. A text that changes is no
 * name.
 */
export function selectorOf(
  element: Element,
  snapshot: Snapshot,
  { changesText = false }: { readonly changesText?: boolean } = {},
): Selector {
  const named = changesText ? element : labelled(element, snapshot);
  const own = { ...(!changesText && namesOf(named)), ...idOf(named, element) };
  const row = rowOf(element);
  const selector: Selector = {
    ...own,
    role: roleOf(takerOf(named)),
    ...(row && { in: row }),
  };
  return unique({ ...selector }, element, snapshot);
}

/** How a step would say it, in one line of YAML. */
export function selectorText(selector: Selector): string {
  const parts = Object.entries(selector).map(([key, value]) => `${key}: ${valueText(value)}`);
  return `{${parts.join(', ')}}`;
}

function valueText(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(valueText).join(', ')}]`;
  return typeof value === 'object' && value !== null ? selectorText(value) : JSON.stringify(value);
}

/** The element with the words: itself, or the first text inside it that belongs to no other button. */
function labelled(element: Element, snapshot: Snapshot): Element {
  if (element.node.editable || labelsOf(element.node).some((said) => !isStateWord(said, element.node)))
    return element;
  const inside = seenElements(snapshot).filter(
    (one) => one !== element && isWithin(one, element) && takerOf(one) === takerOf(element),
  );
  return inside.find(({ node }) => !node.editable && labelsOf(node).length > 0) ?? element;
}

function namesOf({ node }: Element): Selector {
  const { text, description, hint, resourceId } = node;
  const content = node.editable || node.password || isStateWord(flat(text), node);
  const label = content ? '' : flat(text);
  const desc = flat(description);
  const isHint = node.editable && resourceId === undefined;
  const said = label === '' && isHint ? flat(hint) : label;
  return {
    ...(said !== '' && { text: pattern(said) }),
    ...(desc !== '' && desc !== label && { desc: pattern(desc) }),
  };
}

/** Texts are compared on one line. */
function pattern(text: string): string {
  if (text.length <= LONGEST_TEXT) return literalPattern(text);
  return `${literalPattern(text.slice(0, LONGEST_TEXT))}.*`;
}

function idOf(named: Element, element: Element): Selector {
  const isInside = named !== element && element.node.resourceId !== undefined;
  return {
    ...(named.node.resourceId !== undefined && { id: resourceOf(named) }),
    ...(isInside && { childOf: { id: resourceOf(element) } }),
  };
}

/** An app's own names without its package, as Maestro's users write them. */
function resourceOf({ node: { resourceId = '' }, window }: Element): string {
  const isOwn = window.app !== undefined && resourceId.startsWith(`${window.app}:id/`);
  return literalPattern(isOwn ? shortResource(resourceId) : resourceId);
}

/** The row that it is a part of, by what the row says beside it. */
function rowOf(element: Element): Selector | undefined {
  const row = holdersOf(element).find(({ node }) => !node.scrollable);
  if (!row?.parent) return undefined;
  const own = new Set(labelsOf(element.node));
  const label = textsIn(row).find((said) => !own.has(said));
  return label === undefined ? undefined : { text: pattern(flat(label)) };
}

function textsIn({ node }: Pick<Element, 'node'>): string[] {
  if (!node.visible || node.editable) return [];
  return [...labelsOf(node), ...node.children.flatMap((child) => textsIn({ node: child }))];
}

/** The same with as much more as it takes to mean only this one. */
function unique(selector: Selector, element: Element, snapshot: Snapshot): Selector {
  const taker = takerOf(element);
  const found = (one: Selector) => strictMatches(snapshot, one);
  const isUnique = (one: Selector) => {
    const [first, another] = found(one);
    return first !== undefined && another === undefined && takerOf(first) === taker;
  };
  const list = holdersOf(element).find(({ node }) => node.resourceId !== undefined);
  const within = selector.in ?? (list && { id: resourceOf(list) });
  const { title } = element.window;
  const further: Selector[] = [
    {},
    { ...(within && { in: within }) },
    { ...(within && { in: within }), ...(title !== undefined && { window: pattern(title) }) },
  ];
  for (const more of further) {
    const tried = { ...selector, ...more };
    if (isUnique(tried)) return tried;
  }
  const most = { ...selector, ...further.at(-2) };
  const index = inReadingOrder(found(most)).findIndex((one) => takerOf(one) === taker);
  return index < 0 ? most : { ...most, index: String(index) };
}
