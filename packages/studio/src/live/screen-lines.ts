import { compactText, keeps, simpleClass } from '@handeye/screen/format/compact';
import type { SentLine } from '@handeye/screen/format/lean/budget';
import type { Element, Snapshot } from '@handeye/screen/snapshot';
import { windowsFromTheTop } from '@handeye/screen/touch/hit-test';
import { letsTouchesThrough } from '@handeye/screen/touch/reach';
import type { ScreenElement, ScreenLine, ScreenWindow } from '../wire/screen.ts';
import { cut, flat } from '@handeye/screen/sanitize';

/** Maximum number of elements sent to the page: a hostile screen may have any number. */
const MOST_ELEMENTS = 1_500;

/** The lines of the lean text, each with its element. */
export function leanLines(lines: readonly SentLine[]): ScreenLine[] {
  return lines.map(({ text, line }) => ({ text, element: line?.element?.id }));
}

/** The lines of the compact text: a row begins with the id of its element and contains no other line break. */
export function compactLines(snapshot: Snapshot): ScreenLine[] {
  return linesWith(snapshot, compactText(snapshot), /^(node_\d+)\t/);
}

/** The lines of the changes: `~ 417204 …`, `+  417204 …`; like those of lean where the whole screen is repeated. */
export function changesLines(snapshot: Snapshot, text: string): ScreenLine[] {
  return linesWith(snapshot, text, /^(?:[~+] )? *(\d+)(?= |$)/);
}

function linesWith(snapshot: Snapshot, text: string, start: RegExp): ScreenLine[] {
  return text.split('\n').map((line) => {
    const id = start.exec(line)?.[1];
    return { text: line, element: id === undefined ? undefined : snapshot.element(id)?.id };
  });
}

/** The elements that lines may refer to. */
export function elementsOf(snapshot: Snapshot, lean: readonly SentLine[]): ScreenElement[] {
  const listed = lean.flatMap(({ line }) => line?.element ?? []);
  const others = snapshot.elements.filter(({ node }) => keeps(node));
  const all = new Set<Element>(
    listed.length + others.length > MOST_ELEMENTS ? listed : [...listed, ...others],
  );
  const labelOf = labelsIn(lean);
  const windows = windowsFromTheTop(snapshot);
  return [...all].slice(0, MOST_ELEMENTS).map((element) => ({
    id: element.id,
    label: labelOf(element),
    role: simpleClass(element.node.className),
    box: element.node.bounds,
    window: windows.indexOf(element.window),
    scrolls: element.node.scrollable,
  }));
}

/** The windows, the topmost first: pointing finds the first one at the point. */
export function windowsOf(snapshot: Snapshot): ScreenWindow[] {
  return windowsFromTheTop(snapshot).map((window) => ({
    box: window.bounds,
    letsThrough: letsTouchesThrough(snapshot, window),
  }));
}

const LONGEST_LABEL = 80;

type LabelOf = (element: Element) => string;

/** Labels of elements on one line, as lean writes them if it does; empty if an element has no text. */
function labelsIn(lean: readonly SentLine[]): LabelOf {
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
