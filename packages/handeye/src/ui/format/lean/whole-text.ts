import type { Element, Snapshot, UiWindow } from '../../snapshot.ts';
import { SEPARATOR } from './text.ts';
import { elementsByWindow } from './tree.ts';
import { windowText, type WindowText } from './window-lines.ts';

/** The whole text of what an element's line tells: of a row, also the texts inside it, none of them cut. */
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
    return isRow ? line.parts.join(SEPARATOR) : node.text;
  };
}
