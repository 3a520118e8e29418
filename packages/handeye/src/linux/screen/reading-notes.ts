import { shown } from '../../ui/sanitize.ts';
import type { Accessible, WholeContainer } from '../atspi/accessible.ts';
import { nonEmpty } from '../atspi/names.ts';
import type { Tree } from '../atspi/tree.ts';

/** What of an application was not read, in words for a model. */
export function readingNotes({ root, nodes, truncated }: Tree): string[] {
  return [...(truncated ? [`only the first ${nodes} elements were read`] : []), ...partlyRead(root)];
}

function partlyRead(accessible: Accessible): string[] {
  const { role, name, children, whole } = accessible;
  const own = whole ? [partNote(nonEmpty(shown(name)) ?? role, children.length, whole)] : [];
  return [...own, ...children.flatMap(partlyRead)];
}

function partNote(name: string, read: number, { childCount, inSight, size }: WholeContainer): string {
  const all = size ? `${size.rows} rows and ${size.columns} columns` : `${childCount} elements`;
  const part = inSight
    ? `only the ${read} in sight were read; scroll to read others`
    : `only the first ${read} were read`;
  return `'${name}' has ${all}: ${part}`;
}
