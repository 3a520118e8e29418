import { descriptionOrHint } from './compact.ts';
import { cell, shown } from '../sanitize.ts';
import type { Snapshot } from '../snapshot.ts';

/** The full text and description of each id, in the order asked for; `not_found` for one that is not there. */
export function detailsText(snapshot: Snapshot, ids: readonly string[]): string {
  const rows = ids.map((id) => {
    const node = snapshot.element(id)?.node;
    const values =
      node === undefined ? 'not_found\tnot_found' : `${cell(node.text)}\t${cell(descriptionOrHint(node))}`;
    return `${cell(shown(id))}\t${values}`;
  });
  return ['id\ttext\tdesc', ...rows].join('\n');
}
