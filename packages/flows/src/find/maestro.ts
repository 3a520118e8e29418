import type { Element, Snapshot } from '@handeye/screen/snapshot';
import type { Selector } from '../file/flow.ts';
import { atIndex, seenElements, shortResource } from './elements.ts';
import { patternOf } from './pattern.ts';

type Filter = (elements: readonly Element[]) => readonly Element[];

/** Less of an element on the screen counts as nothing (Maestro's ViewHierarchy.kt). */
const LEAST_VISIBLE = 0.1;

/**
 * The elements that fit a selector, the meant one first, as Maestro finds them (buildFilter in its Orchestra.kt, and Filters.kt):
 * each filter over all elements, then what all of them left, in the order of the first; clickable ones first.
 */
export function maestroMatches(snapshot: Snapshot, selector: Selector): readonly Element[] {
  return matchesAmong(snapshot, inBounds(snapshot), selector);
}

function matchesAmong(
  snapshot: Snapshot,
  all: readonly Element[],
  { childOf, ...own }: Selector,
): readonly Element[] {
  if (!childOf) return filterOf(snapshot, all, own)(all);
  const [parent] = matchesAmong(snapshot, all, childOf);
  if (!parent) return [];
  const inside = all.filter((element) => isWithin(element, parent));
  return filterOf(snapshot, all, own)(inside);
}

function inBounds(snapshot: Snapshot): readonly Element[] {
  const { width, height } = snapshot.screen;
  const seen = seenElements(snapshot);
  const kept = new Set(
    seen.filter(({ node }) => visibleShare(node.bounds, { width, height }) >= LEAST_VISIBLE),
  );
  for (const element of kept) for (let up = element.parent; up; up = up.parent) kept.add(up);
  return seen.filter((element) => kept.has(element));
}

/** How much of an element is on the screen; one that is larger than it is whole. */
export function visibleShare(
  { left, top, right, bottom }: Element['node']['bounds'],
  { width, height }: { readonly width: number; readonly height: number },
): number {
  const area = (right - left) * (bottom - top);
  if (area <= 0) return 0;
  if (left <= 0 && top <= 0 && right >= width && bottom >= height) return 1;
  const across = Math.max(0, Math.min(right, width) - Math.max(left, 0));
  const down = Math.max(0, Math.min(bottom, height) - Math.max(top, 0));
  return (across * down) / area;
}

function filterOf(snapshot: Snapshot, all: readonly Element[], selector: Selector): Filter {
  const { text, id, index, width, height, tolerance = 0 } = selector;
  const nested = (other: Selector): Filter => filterOf(snapshot, all, other);
  const filters: Filter[] = [];
  if (text !== undefined) filters.push(deepest(bySaying(text)));
  if (id !== undefined) filters.push(deepest(byResource(id)));
  if (width !== undefined || height !== undefined)
    filters.push((among) => among.filter((one) => hasSize(one, { width, height, tolerance })));
  const { below, above, leftOf, rightOf, containsChild, containsDescendants } = selector;
  if (below) filters.push(beside(nested(below), (one, other) => one.top > other.top));
  if (above) filters.push(beside(nested(above), (one, other) => one.top < other.top));
  if (leftOf) filters.push(beside(nested(leftOf), (one, other) => one.left < other.left));
  if (rightOf) filters.push(beside(nested(rightOf), (one, other) => one.left > other.left));
  if (containsChild) {
    const [child] = matchesAmong(snapshot, all, containsChild);
    filters.push((among) => among.filter((one) => child !== undefined && child.parent === one));
  }
  if (containsDescendants)
    filters.push((among) => {
      const wanted = containsDescendants.map((one) => nested(one)(all));
      return among.filter((holder) =>
        wanted.every((found) => found.some((one) => one !== holder && isWithin(one, holder))),
      );
    });
  for (const state of ['enabled', 'selected', 'checked', 'focused'] as const) {
    const wanted = selector[state];
    if (wanted !== undefined) filters.push((among) => among.filter(({ node }) => node[state] === wanted));
  }
  return (among) => {
    const found = filters.map((filter) => filter(among)).reduce(intersection, undefined) ?? among;
    if (index !== undefined) return [atIndex(found, index)].flatMap((one) => one ?? []);
    return [...found.filter(({ node }) => node.clickable), ...found.filter(({ node }) => !node.clickable)];
  };
}

function intersection(one: readonly Element[] | undefined, other: readonly Element[]): readonly Element[] {
  const kept = new Set(other);
  return one ? one.filter((element) => kept.has(element)) : [...kept];
}

/** Of an element and the children inside it that fit, the innermost. */
function deepest(filter: Filter): Filter {
  return (among) => {
    const children = new Map<Element, Element[]>();
    for (const one of among)
      if (one.parent) children.set(one.parent, [...(children.get(one.parent) ?? []), one]);
    const innermost = (element: Element): Element =>
      filter(children.get(element) ?? [])
        .map(innermost)
        .at(-1) ?? element;
    return [...new Set(filter(among).map(innermost))];
  };
}

function bySaying(pattern: string): Filter {
  const matches = patternOf(pattern);
  const says = (said: string | undefined) => said !== undefined && matches(said);
  return (among) => {
    const by = (key: 'text' | 'hint' | 'description') => among.filter(({ node }) => says(node[key]));
    return [...new Set([...by('text'), ...by('hint'), ...by('description')])];
  };
}

function byResource(pattern: string): Filter {
  const matches = patternOf(pattern);
  return (among) => {
    const named = among.filter(({ node }) => node.resourceId !== undefined);
    const whole = named.filter(({ node }) => matches(node.resourceId ?? ''));
    return [...new Set([...whole, ...named.filter(({ node }) => matches(shortResource(node.resourceId)))])];
  };
}

export function hasSize(
  { node: { bounds } }: Element,
  { width, height, tolerance }: { width: number | undefined; height: number | undefined; tolerance: number },
): boolean {
  const fits = (size: number, wanted: number | undefined) =>
    wanted === undefined || Math.abs(size - wanted) <= tolerance;
  return fits(bounds.right - bounds.left, width) && fits(bounds.bottom - bounds.top, height);
}

type Bounds = Element['node']['bounds'];

/** Those that lie somewhere from another one, the nearest first. */
function beside(others: Filter, lies: (one: Bounds, other: Bounds) => boolean): Filter {
  return (among) => {
    const found = others(among);
    const pairs = among.flatMap((one) =>
      found
        .filter((other) => lies(one.node.bounds, other.node.bounds))
        .map((other) => ({ one, distance: distance(one.node.bounds, other.node.bounds) })),
    );
    return [...new Set(pairs.toSorted((a, b) => a.distance - b.distance).map(({ one }) => one))];
  };
}

function distance(one: Bounds, other: Bounds): number {
  const middle = ({ left, top, right, bottom }: Bounds) => ({ x: (left + right) / 2, y: (top + bottom) / 2 });
  const [from, to] = [middle(one), middle(other)];
  return Math.hypot(from.x - to.x, from.y - to.y);
}

/** Whether it is the holder, or inside it. */
export function isWithin(element: Element, holder: Element): boolean {
  for (let at: Element | undefined = element; at; at = at.parent) if (at === holder) return true;
  return false;
}
