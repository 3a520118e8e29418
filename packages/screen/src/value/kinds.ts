import { area } from '../bounds.ts';
import type { UiNode } from '../node.ts';
import type { Element, Snapshot } from '../snapshot.ts';
import { isScroller, isUsable, simpleName } from '../format/lean/kinds.ts';

/** The kinds of elements with a value, by the way it is set. */
export type ValueKind = 'slider' | 'rating' | 'number picker' | 'time picker' | 'date picker';

const kinds: readonly (readonly [RegExp, ValueKind])[] = [
  [/NumberPicker$/, 'number picker'],
  [/TimePicker$/, 'time picker'],
  [/DatePicker$/, 'date picker'],
  [/RatingBar$|^rating$/, 'rating'],
  [/(SeekBar|Slider)$|^(slider|spinbutton|dial)$/, 'slider'],
];

/** How the value of a node is set; undefined if it has none. */
export function valueKind(node: UiNode): ValueKind | undefined {
  const name = simpleName(node);
  const [, kind] = kinds.find(([pattern]) => pattern.test(name)) ?? [];
  return kind ?? (node.actions?.includes('setProgress') === true ? 'slider' : undefined);
}

/** The nearest element of a kind, from this one outwards. */
export function nearestOfKind(element: Element, kind: ValueKind): Element | undefined {
  for (let at: Element | undefined = element; at !== undefined; at = at.parent)
    if (valueKind(at.node) === kind) return at;
  return undefined;
}

/**
 * The element whose value is meant when this one is named: itself, its picker, the one inside its row, or the one beside a
 * label; in each case only if it is the only one there.
 */
export function valueOwner(snapshot: Snapshot, element: Element): Element | undefined {
  if (valueKind(element.node)) return element;
  for (const kind of ['number picker', 'time picker', 'date picker'] as const) {
    const picker = nearestOfKind(element, kind);
    if (picker) return picker;
  }
  if (isUsable(element.node) || isScroller(element.node)) return undefined;
  const own = ownersInside(snapshot, element);
  if (own.length > 0) return own.length === 1 ? own[0] : undefined;
  const [beside, another] = element.parent ? ownersInside(snapshot, element.parent) : [];
  return beside && !another && isRowOf(snapshot, element.parent, beside) ? beside : undefined;
}

function ownersInside(snapshot: Snapshot, container: Element): readonly Element[] {
  return elementsInside(snapshot, container).filter(({ node }) => valueKind(node) !== undefined);
}

/** Whether a container is no more than this element's row: on a whole page a label may belong to anything. */
function isRowOf(snapshot: Snapshot, container: Element | undefined, owner: Element): boolean {
  if (!container) return false;
  const { width, height } = snapshot.screen;
  if (area(container.node.bounds) * 2 >= width * height) return false;
  const parts = new Set([owner, ...elementsInside(snapshot, owner)]);
  return elementsInside(snapshot, container).every((one) => parts.has(one) || !isUsable(one.node));
}

/** All elements inside one, in tree order. */
export function elementsInside(snapshot: Snapshot, container: Element): readonly Element[] {
  const within = new Set<Element>([container]);
  // A parent comes before its children.
  for (const element of snapshot.elements)
    if (element.parent && within.has(element.parent)) within.add(element);
  within.delete(container);
  return [...within];
}
