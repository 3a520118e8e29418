import { descriptionOrHint } from './compact.ts';
import { cell, shown } from '../sanitize.ts';
import type { Element, Snapshot } from '../snapshot.ts';

/** The whole text of an element: its own, unless told otherwise. */
export type TextOf = (element: Element) => string | undefined;

/** The full text and description of each id, in the order asked for; `not_found` for one that is not there. */
export function detailsText(
  snapshot: Snapshot,
  ids: readonly string[],
  textOf: TextOf = ({ node }) => node.text,
): string {
  const rows = ids.map((id) => {
    const element = snapshot.element(id);
    const values = element
      ? `${cell(textOf(element))}\t${cell(descriptionOrHint(element.node))}`
      : 'not_found\tnot_found';
    return `${cell(shown(id))}\t${values}`;
  });
  return ['id\ttext\tdesc', ...rows].join('\n');
}
