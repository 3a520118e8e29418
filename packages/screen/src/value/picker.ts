import { flat } from '../sanitize.ts';
import type { Element, Snapshot } from '../snapshot.ts';
import { simpleName } from '../format/lean/kinds.ts';
import { elementsInside, valueKind } from './kinds.ts';

/** A number picker on the screen: its value, and the buttons that change it. */
export interface NumberPicker {
  readonly element: Element;
  /** Its value: `08`, `Nov`, `AM`. */
  readonly shown: string;
  /** The field with the value, if it is editable. */
  readonly field: Element | undefined;
  /** The buttons for the previous and for the next value. */
  readonly previous: Element | undefined;
  readonly next: Element | undefined;
}

/**
 * The parts of a number picker. Android's shows three of its numbers from the top down: two buttons, and a field between
 * them (NumberPicker.AccessibilityNodeProviderImpl). At an end that does not wrap around, a button is missing.
 */
export function numberPicker(snapshot: Snapshot, element: Element): NumberPicker | undefined {
  const parts = elementsInside(snapshot, element).filter(({ node }) => flat(node.text) !== '');
  const isButton = (part: Element) => simpleName(part.node).endsWith('Button');
  const middle = parts.find((part) => part.node.editable) ?? parts.find((part) => !isButton(part));
  if (!middle) return undefined;
  const { top } = middle.node.bounds;
  const buttons = parts.filter(isButton);
  return {
    element,
    shown: flat(middle.node.text),
    field: middle.node.editable ? middle : undefined,
    previous: buttons.find(({ node }) => node.bounds.top < top),
    next: buttons.find(({ node }) => node.bounds.top > top),
  };
}

/** The number pickers of a time or date picker by resource name: hour, minute, amPm, day, month, year. */
export function partsByName(snapshot: Snapshot, container: Element): ReadonlyMap<string, Element> {
  const pickers = elementsInside(snapshot, container).filter(
    ({ node }) => valueKind(node) === 'number picker',
  );
  return new Map(pickers.map((picker) => [(picker.node.resourceId ?? '').replace(/^.*:id\//, ''), picker]));
}
