import type { UiNode } from '../../node.ts';
import { flat } from '../../sanitize.ts';
import type { Element, Snapshot, UiWindow } from '../../snapshot.ts';
import { SEPARATOR } from './text.ts';
import { elementsByWindow } from './tree.ts';
import { windowText, type WindowText } from './window-lines.ts';

/** The whole text of what an element's line tells: of a row, also the texts inside it, none of them cut or made one line. */
export function wholeTexts(snapshot: Snapshot): (element: Element) => string | undefined {
  const elements = elementsByWindow(snapshot.elements);
  const texts = new Map<UiWindow, WindowText>();
  return (element) => {
    const { window, node } = element;
    const known = texts.get(window) ?? windowText(elements.get(window) ?? [], snapshot.screen);
    texts.set(window, known);
    const line = known.lineOf(element);
    const isRow =
      line?.kind === 'handle' && line.element === element && !node.editable && line.parts.length > 0;
    return isRow ? unflattened(line.parts, node).join(SEPARATOR) : node.text;
  };
}

/** The parts of a line with the line breaks that they have in the tree. */
function unflattened(parts: readonly string[], row: UiNode): readonly string[] {
  const broken = new Map<string, string>();
  const open = [row];
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    for (const text of [node.text, node.description])
      if (text?.includes('\n') === true) broken.set(flat(text), text);
    open.push(...node.children);
  }
  return broken.size === 0 ? parts : parts.map((part) => broken.get(part) ?? part);
}
