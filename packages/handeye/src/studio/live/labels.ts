import type { SentLine } from '../../ui/format/lean/budget.ts';
import { cut, flat } from '../../ui/sanitize.ts';
import type { Element } from '../../ui/snapshot.ts';

const LONGEST_LABEL = 80;

export type LabelOf = (element: Element) => string;

/** What elements are called, on one line: as lean tells them, where it does; empty if an element says nothing itself. */
export function labelsIn(lean: readonly SentLine[]): LabelOf {
  const told = new Map<Element, string>();
  for (const { line } of lean) if (line?.element) told.set(line.element, line.parts.join(', '));
  return (element) => {
    const { text, description, hint } = element.node;
    const said = [told.get(element) ?? '', flat(text), flat(description), flat(hint)].find(
      (one) => one !== '',
    );
    return cut(said ?? '', LONGEST_LABEL, '…');
  };
}
