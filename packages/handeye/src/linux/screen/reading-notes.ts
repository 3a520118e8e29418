import { shown } from '../../ui/sanitize.ts';
import type { Accessible } from '../atspi/accessible.ts';
import { nonEmpty } from '../atspi/names.ts';
import type { Tree } from '../atspi/tree.ts';
import { toldChildren } from './told-cells.ts';

/** What of an application was not read, in words for a model. */
export function readingNotes({ root, nodes, truncated }: Tree, activeWindow = root): string[] {
  return [
    ...(truncated ? [`only the first ${nodes} elements were read`] : []),
    ...partNotes(activeWindow),
    ...undescribedFolders(activeWindow),
  ];
}

/** Thunar 4.18's icon view is a pane without anything in it, however many files it shows. */
function undescribedFolders(accessible: Accessible): string[] {
  const { role, states, name, children } = accessible;
  if (role !== 'directory pane' || !states.has('showing')) return children.flatMap(undescribedFolders);
  if (children.some(saysSomething)) return [];
  return [
    `the files in '${nonEmpty(shown(name)) ?? role}' cannot be read: choose List View in the View menu, or take a screenshot`,
  ];
}

function saysSomething({ name, text, children }: Accessible): boolean {
  return nonEmpty(name) !== undefined || nonEmpty(text ?? '') !== undefined || children.some(saysSomething);
}

function partNotes(accessible: Accessible): string[] {
  const below = accessible.children.flatMap(partNotes);
  const { role, name, whole, children } = accessible;
  if (!whole) return below;
  const { size, childCount, inSight } = whole;
  const all = size ? `${size.rows} rows and ${size.columns} columns` : `${childCount} elements`;
  const read = `only the ${inSight ? '' : 'first '}${children.length}${inSight ? ' in sight' : ''} were read`;
  const empty = children.length - toldChildren(accessible).length;
  const left = empty > 0 ? `, of which ${empty} empty ones are not listed` : '';
  const advice = inSight ? '; scroll to read others' : '';
  return [`'${nonEmpty(shown(name)) ?? role}' has ${all}: ${read}${left}${advice}`, ...below];
}
