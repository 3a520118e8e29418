import type { Accessible } from '../atspi/accessible.ts';

/**
 * The children of an accessible that are worth a line. Of a spreadsheet these are the cells up to the last one with
 * content, one row and one column more to write in, and what has the focus or is selected: a window of Calc shows 700
 * cells, most of them empty.
 */
export function toldChildren({ children, whole }: Accessible): readonly Accessible[] {
  if (!whole?.size || !children.some(isEmpty)) return children;
  const filled = children.filter((child) => !isEmpty(child));
  const lastRow = lastOf(filled.length > 0 ? filled : children.slice(0, 1), 'row');
  const lastColumn = lastOf(filled.length > 0 ? filled : children.slice(0, 1), 'column');
  return children.filter(
    ({ cell, states }) =>
      !cell ||
      (cell.row <= lastRow + 1 && cell.column <= lastColumn + 1) ||
      states.has('focused') ||
      states.has('selected'),
  );
}

/** An editable cell without content. */
function isEmpty({ cell, states, text }: Accessible): boolean {
  return cell !== undefined && states.has('editable') && (text === undefined || text === '');
}

function lastOf(cells: readonly Accessible[], axis: 'row' | 'column'): number {
  return cells.reduce((last, { cell }) => Math.max(last, cell?.[axis] ?? -1), -1);
}
