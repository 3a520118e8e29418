import { roleOf as windowRole } from '@handeye/screen/format/lean/windows';
import { coveredNodes } from '@handeye/screen/format/lean/covered';
import type { Element, Snapshot } from '@handeye/screen/snapshot';

const known = new WeakMap<Snapshot, readonly Element[]>();

/** The elements that a person could mean: visible, in windows that no dialog and no page lies over. */
export function seenElements(snapshot: Snapshot): readonly Element[] {
  const made = known.get(snapshot) ?? seenIn(snapshot);
  known.set(snapshot, made);
  return made;
}

function seenIn(snapshot: Snapshot): readonly Element[] {
  const open = snapshot.windows.filter(
    (window) => window.root && windowRole(window, snapshot, { all: false }) !== 'behind',
  );
  const windows = new Map(open.map((one) => [one, one.root && coveredNodes(one.root, snapshot.screen)]));
  return snapshot.elements.filter(
    ({ node, window }) => node.visible && windows.has(window) && windows.get(window)?.has(node) !== true,
  );
}

/** The resource name without its package. */
export function shortResource(resourceId = ''): string {
  return resourceId.slice(resourceId.lastIndexOf('/') + 1);
}

/** From the top of the screen, and from the left: the order of `index`. */
export function inReadingOrder(elements: readonly Element[]): Element[] {
  return elements.toSorted(
    ({ node: { bounds: one } }, { node: { bounds: other } }) => one.top - other.top || one.left - other.left,
  );
}

/** The one of an index from 0; a negative one counts from the end. */
export function atIndex(elements: readonly Element[], index: string): Element | undefined {
  return inReadingOrder(elements).at(Math.trunc(Number(index)));
}
