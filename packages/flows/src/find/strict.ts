import { flat } from '@handeye/screen/sanitize';
import type { Element, Snapshot } from '@handeye/screen/snapshot';
import { clickTarget, scrollableAncestor } from '@handeye/screen/touch/reach';
import type { Selector } from '../file/flow.ts';
import { atIndex, seenElements, shortResource } from './elements.ts';
import { hasSize, isWithin } from './maestro.ts';
import { patternOf } from './pattern.ts';
import { roleOf } from './role.ts';

/** One of the facts by which a selector names an element, and whether it holds for another one. */
export interface Identity {
  readonly key: 'text' | 'desc' | 'id' | 'role' | 'window' | 'in' | 'place' | 'state';
  /** In the words of a reader. */
  readonly name: string;
  readonly holds: (element: Element) => boolean;
}

export interface FindOptions {
  /** Texts were recorded in another language: they name nothing, where something else does. */
  readonly withoutTexts?: boolean;
}

/** The elements for which all of a selector holds: one for each that takes a touch. Only with one of them it is clear. */
export function strictMatches(
  snapshot: Snapshot,
  selector: Selector,
  options: FindOptions = {},
): readonly Element[] {
  const identities = identitiesOf(snapshot, selector, options);
  if (identities.length === 0) return [];
  const found = seenElements(snapshot).filter((one) => identities.every(({ holds }) => holds(one)));
  const distinct = byTaker(innermost(found));
  if (selector.index === undefined) return distinct;
  return [atIndex(distinct, selector.index)].flatMap((one) => one ?? []);
}

/** What takes a touch on an element: itself, or what holds it. */
export function takerOf(element: Element): Element {
  return clickTarget(element) ?? element;
}

/** A text and the box around it that repeats it are one. */
function innermost(found: readonly Element[]): Element[] {
  return found.filter((one) => !found.some((other) => other !== one && isWithin(other, one)));
}

function byTaker(found: readonly Element[]): Element[] {
  const takers = new Map<Element, Element>();
  for (const element of found) {
    const taker = takerOf(element);
    if (!takers.has(taker)) takers.set(taker, element);
  }
  return [...takers.values()];
}

/** The facts that a selector gives. */
export function identitiesOf(
  snapshot: Snapshot,
  selector: Selector,
  { withoutTexts = false }: FindOptions = {},
): readonly Identity[] {
  const all = [...named(selector), ...placed(snapshot, selector, withoutTexts), ...inState(selector)];
  if (!withoutTexts) return all;
  return all.filter(({ key }) => key !== 'text' && key !== 'desc' && key !== 'window');
}

function named({ text, desc, id, role, window }: Selector): Identity[] {
  const identities: Identity[] = [];
  if (text !== undefined) {
    const matches = patternOf(text);
    identities.push({ key: 'text', name: 'label', holds: ({ node }) => labelsOf(node).some(matches) });
  }
  if (desc !== undefined) {
    const matches = patternOf(desc);
    const holds = ({ node }: Element) => flat(node.description) !== '' && matches(node.description ?? '');
    identities.push({ key: 'desc', name: 'description', holds });
  }
  if (id !== undefined) identities.push({ key: 'id', name: 'resource id', holds: hasResource(id) });
  if (role !== undefined) {
    const holds = (element: Element) => roleOf(element) === role || roleOf(takerOf(element)) === role;
    identities.push({ key: 'role', name: 'role', holds });
  }
  if (window !== undefined) {
    const matches = patternOf(window);
    const holds = (element: Element) => matches(element.window.title ?? '');
    identities.push({ key: 'window', name: 'window', holds });
  }
  return identities;
}

/** What an element says itself: a password and the content of a field name nothing. */
export function labelsOf({ text, description, hint, password, editable }: Element['node']): string[] {
  const own = password || editable ? undefined : text;
  return [own, description, hint].filter((said) => said !== undefined && flat(said) !== '') as string[];
}

function hasResource(pattern: string): (element: Element) => boolean {
  const matches = patternOf(pattern);
  return ({ node: { resourceId } }) =>
    resourceId !== undefined && (matches(resourceId) || matches(shortResource(resourceId)));
}

function placed(snapshot: Snapshot, selector: Selector, withoutTexts: boolean): Identity[] {
  const { below, above, leftOf, rightOf, childOf, containsChild, containsDescendants } = selector;
  const { width, height, tolerance = 0 } = selector;
  const found = (other: Selector) => strictMatches(snapshot, other, { withoutTexts });
  const place = (name: string, holds: Identity['holds']): Identity => ({ key: 'place', name, holds });
  const beside = (
    name: string,
    other: Selector | undefined,
    lies: (one: Bounds, other: Bounds) => boolean,
  ) => {
    if (!other) return [];
    const others = found(other);
    return [place(name, ({ node }) => others.some((one) => lies(node.bounds, one.node.bounds)))];
  };
  const holders = childOf && found(childOf);
  const children = containsChild && found(containsChild);
  const inside = containsDescendants?.map(found);
  return [
    ...(selector.in ? [inHolder(selector.in, withoutTexts)] : []),
    ...beside('below', below, (one, other) => one.top > other.top),
    ...beside('above', above, (one, other) => one.top < other.top),
    ...beside('leftOf', leftOf, (one, other) => one.left < other.left),
    ...beside('rightOf', rightOf, (one, other) => one.left > other.left),
    ...(holders
      ? [place('childOf', (one) => holders.some((other) => other !== one && isWithin(one, other)))]
      : []),
    ...(children ? [place('containsChild', (one) => children.some(({ parent }) => parent === one))] : []),
    ...(inside ?? []).map((wanted) =>
      place('containsDescendants', (one) => wanted.some((other) => other !== one && isWithin(other, one))),
    ),
    ...(width === undefined && height === undefined
      ? []
      : [place('size', (one) => hasSize(one, { width, height, tolerance }))]),
  ];
}

type Bounds = Element['node']['bounds'];

/** `in`: a row, list or dialog around it fits, by what it is or by what it says inside. */
function inHolder(selector: Selector, withoutTexts: boolean): Identity {
  const tests = named(selector).filter(({ key }) => !withoutTexts || (key !== 'text' && key !== 'desc'));
  const says = (holder: Element, test: Identity) =>
    test.holds(holder) ||
    ((test.key === 'text' || test.key === 'desc') && descendants(holder).some((one) => test.holds(one)));
  const holds = (element: Element) =>
    holdersOf(element).some((holder) => tests.length > 0 && tests.every((test) => says(holder, test)));
  return { key: 'in', name: 'holder', holds };
}

/** What takes the touches on an element, the row that it stands in, its list, and its dialog. */
export function holdersOf(element: Element): readonly Element[] {
  const taker = takerOf(element);
  const list = scrollableAncestor(element);
  const row = list && childHolding(list, element);
  const root = rootOf(element);
  const isDialog = root.window.type === 'dialog';
  return [taker, row, list, isDialog ? root : undefined].flatMap((one) =>
    one && one !== element ? [one] : [],
  );
}

/** Columns and cards may lie between a list and its rows: the row is the outermost part that is not alone in its holder. */
function childHolding(list: Element, element: Element): Element {
  const path: Element[] = [];
  for (let at: Element | undefined = element; at && at !== list; at = at.parent) path.unshift(at);
  return path.find(({ parent }) => (parent?.node.children.length ?? 0) > 1) ?? path[0] ?? element;
}

function rootOf(element: Element): Element {
  let root = element;
  while (root.parent) root = root.parent;
  return root;
}

const inside = new WeakMap<Element, readonly Element[]>();

/** Elements have no list of their children: they are made again from the nodes, with what a test looks at. */
function descendants(holder: Element): readonly Element[] {
  const made = inside.get(holder) ?? childrenOf(holder);
  inside.set(holder, made);
  return made;
}

function childrenOf(holder: Element): Element[] {
  return holder.node.children.flatMap((node) => {
    if (!node.visible) return [];
    const child: Element = { ...holder, node, parent: holder };
    return [child, ...childrenOf(child)];
  });
}

function inState(selector: Selector): Identity[] {
  return (['enabled', 'selected', 'checked', 'focused'] as const).flatMap((state) => {
    const wanted = selector[state];
    if (wanted === undefined) return [];
    const holds = (element: Element) =>
      element.node[state] === wanted || (state !== 'enabled' && takerOf(element).node[state] === wanted);
    return [{ key: 'state' as const, name: state, holds }];
  });
}
