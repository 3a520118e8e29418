import { searchable } from '../../find.ts';
import { flat } from '../../sanitize.ts';
import type { Element, Snapshot, UiWindow } from '../../snapshot.ts';
import { clickTarget, longClickTarget } from '../../touch/reach.ts';
import { valueOwner } from '../../value/kinds.ts';
import type { UiNode } from '../../node.ts';
import { coveredNodes } from './covered.ts';
import { isCell } from './kinds.ts';
import type { Line } from './line.ts';
import { elementsByWindow } from './tree.ts';
import { windowText } from './window-lines.ts';
import { roleOf } from './windows.ts';

/** An element named by its text, for callers that have not seen its id: `text:Save`. */
export interface Target {
  readonly by: 'text' | 'desc' | 'res';
  readonly value: string;
}

/** The intended action: only elements that can take it match. */
export type TargetUse = 'click' | 'longClick' | 'edit' | 'value' | 'scroll' | 'read';

export interface TargetOptions {
  readonly use: TargetUse;
  /** Also searches what is in the tree but not visible. */
  readonly offscreen?: boolean;
}

/** Parses a target; undefined if it is an id. */
export function targetIn(id: string): Target | undefined {
  const [, by, value = ''] = /^(text|desc|res):(.*)$/su.exec(id) ?? [];
  return by === 'text' || by === 'desc' || by === 'res' ? { by, value } : undefined;
}

/**
 * The elements that a target may mean, one for each that takes the action; unless it is exactly one, the target is ambiguous or
 * unknown.
 */
export function targetsIn(snapshot: Snapshot, target: Target, options: TargetOptions): readonly Element[] {
  const whole = takersIn(snapshot, target, options, (said) => [said]);
  // A tile says `Airplane mode, Off`: the part before its state names it, if nothing is named so in full.
  return whole.length > 0 || target.by === 'res' ? whole : takersIn(snapshot, target, options, partsOf);
}

/** The parts of a text between commas. The comma of a number separates nothing. */
function partsOf(said: string): string[] {
  return said.split(/(?<!\d),|,(?!\d)|[،，、]/u).map((part) => part.trim());
}

/** What of a text may be called by. */
type PartsOf = (said: string) => readonly string[];

function takersIn(
  snapshot: Snapshot,
  target: Target,
  options: TargetOptions,
  parts: PartsOf,
): readonly Element[] {
  const matches = listedWindows(snapshot).flatMap((elements) =>
    matchesIn(elements, snapshot, target, { ...options, parts }),
  );
  const byTaker = new Map<Element, Element>();
  for (const element of matches) {
    const taker = takerOf(snapshot, element, options.use);
    if (taker && !byTaker.has(taker)) byTaker.set(taker, element);
  }
  return byTaker.size > 0 ? [...byTaker.values()] : matches;
}

/** The element with a target's words, if the matched one is only on the same line or contains it. */
export function namedBy(
  snapshot: Snapshot,
  { by, value }: Target,
  { meant, use }: { readonly meant: Element; readonly use: TargetUse },
): Element {
  const wanted = searchable(flat(value));
  const says = ({ node: { text, password, description } }: Element) =>
    [password ? undefined : text, description].some((said) => searchable(flat(said)) === wanted);
  if (by === 'res' || says(meant)) return meant;
  const taker = takerOf(snapshot, meant, use);
  const isNamed = (element: Element) =>
    element.order > meant.order && says(element) && takerOf(snapshot, element, use) === taker;
  return snapshot.elements.find(isNamed) ?? meant;
}

/** Similar elements for a target without a match: those whose texts contain its words. */
export function resembling(snapshot: Snapshot, { value }: Target): readonly Element[] {
  const wanted = searchable(flat(value));
  if (wanted === '') return [];
  return listedWindows(snapshot)
    .flat()
    .filter(({ node }) => node.visible)
    .filter(({ node: { text, password, hint, description, resourceId } }) =>
      [password ? undefined : text, hint, description, resourceId].some((said) =>
        searchable(flat(said)).includes(wanted),
      ),
    );
}

/** The windows whose content is shown to a model, each with its elements, but for those on a page under another page. */
function listedWindows(snapshot: Snapshot): readonly (readonly Element[])[] {
  const elements = elementsByWindow(snapshot.elements);
  const isListed = (window: UiWindow) => roleOf(window, snapshot, { all: false }) === 'content';
  return snapshot.windows.filter(isListed).map((window) => {
    const covered = window.root && coveredNodes(window.root, snapshot.screen);
    return (elements.get(window) ?? []).filter(({ node }) => covered?.has(node) !== true);
  });
}

function matchesIn(
  elements: readonly Element[],
  { screen }: Snapshot,
  target: Target,
  { offscreen = false, parts: partsOf }: TargetOptions & { readonly parts: PartsOf },
): Element[] {
  const wanted = searchable(flat(target.value));
  const isSeen = ({ node }: Element) => offscreen || node.visible;
  const isWanted = (said: string) => partsOf(said).some((part) => searchable(part) === wanted);
  const own = elements.filter((element) => isSeen(element) && saidBy(element.node, target.by).some(isWanted));
  if (target.by === 'res') return own;
  const { lines, lineOf } = windowText(elements, screen);
  const saidInCells = new Set(own.map(lineOf));
  // A row of cells has the id of its first cell, often an icon. The cell with the words is meant.
  const byLine = lines
    .filter(({ parts }) => parts.some(isWanted))
    .filter((line) => !(line.element && isCell(line.element.node) && saidInCells.has(line)))
    .flatMap(({ element }: Line) => (element && isSeen(element) ? [element] : []));
  return [...new Set([...own, ...byLine])].toSorted((one, other) => one.order - other.order);
}

function saidBy(node: UiNode, by: Target['by']): readonly string[] {
  if (by === 'text')
    return [
      ...(node.password ? [] : [flat(node.text)]),
      ...(node.editable && node.hint !== undefined ? [flat(node.hint)] : []),
    ];
  if (by === 'desc') return [flat(node.description)];
  return [(node.resourceId ?? '').replace(/^.*[:/]/su, '')];
}

/** The element that takes the action; undefined if none can. */
function takerOf(snapshot: Snapshot, element: Element, use: TargetUse): Element | undefined {
  switch (use) {
    case 'click':
      return clickTarget(element);
    case 'longClick':
      return longClickTarget(element);
    case 'edit':
      return element.node.editable ? element : undefined;
    case 'value':
      return valueOwner(snapshot, element);
    case 'scroll':
      return element.node.scrollable ? element : undefined;
    case 'read':
      // A row and its label text are one match.
      return clickTarget(element) ?? element;
  }
}
