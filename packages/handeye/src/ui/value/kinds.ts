import type { UiNode } from '../node.ts';
import type { Element, Snapshot } from '../snapshot.ts';
import { isScroller, isUsable, simpleName } from '../format/lean/kinds.ts';

/** What a value can be set on, by how that is done. */
export type ValueKind = 'slider' | 'rating' | 'number picker' | 'time picker' | 'date picker';

const kinds: readonly (readonly [RegExp, ValueKind])[] = [
  [/NumberPicker$/, 'number picker'],
  [/TimePicker$/, 'time picker'],
  [/DatePicker$/, 'date picker'],
  [/RatingBar$|^rating$/, 'rating'],
  [/(SeekBar|Slider)$|^(slider|spinbutton|dial)$/, 'slider'],
];

/** How a value is set on a node; undefined if it has none that can be set. */
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
 * The element whose value is set when this one is named: itself, the picker that it is a part of, or of a label or a row
 * the only one there that has a value.
 */
export function valueOwner(snapshot: Snapshot, element: Element): Element | undefined {
  if (valueKind(element.node)) return element;
  for (const kind of ['number picker', 'time picker', 'date picker'] as const) {
    const picker = nearestOfKind(element, kind);
    if (picker) return picker;
  }
  if (isUsable(element.node) || isScroller(element.node)) return undefined;
  for (const around of [element, element.parent]) {
    const inside = around ? elementsInside(snapshot, around) : [];
    const owners = inside.filter(({ node }) => valueKind(node) !== undefined);
    if (owners.length > 0) return owners.length === 1 ? owners[0] : undefined;
  }
  return undefined;
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
