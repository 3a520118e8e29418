import { descriptionOrHint } from './compact.ts';
import { cell, shown } from '../sanitize.ts';
import type { Snapshot } from '../snapshot.ts';

/** The full text and description of each id, in the order asked for; `not_found` for one that is not there. */
export function detailsText(snapshot: Snapshot, ids: readonly string[]): string {
  const rows = ids.map((id) => {
    const element = snapshot.element(id);
    const values = element
      ? `${cell(element.node.text)}\t${cell(descriptionOrHint(element.node))}`
      : 'not_found\tnot_found';
    return `${cell(shown(id))}\t${values}`;
  });
  return ['id\ttext\tdesc', ...rows].join('\n');
}
