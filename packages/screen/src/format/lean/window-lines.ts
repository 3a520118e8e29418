import { area } from '../../bounds.ts';
import { flat } from '../../sanitize.ts';
import type { Element, Screen } from '../../snapshot.ts';
import { isCut, handleLabel, joinedParts, type Label, labelOf, type Naming, coveredItems } from './label.ts';
import { about, type Line, type Scroller } from './line.ts';
import {
  holdsRows,
  isCell,
  isOutOfSight,
  isProgress,
  isScroller,
  isSurface,
  saysSomething,
} from './kinds.ts';
import { marksOf } from './marks.ts';
import { cutOff, namesIn, roleAndPlace, surfacePlace } from './names.ts';
import { PlainLines, type PlainText, withRowsLed } from './plain.ts';
import { SEPARATOR } from './text.ts';
import { ownParts } from './titles.ts';
import { type Item, treeOf } from './tree.ts';

/** The place of a line: its depth, its scroller, its list row, its column. */
interface Place {
  readonly depth: number;
  readonly inside: Scroller | undefined;
  readonly row: Item | undefined;
  readonly column: Item | undefined;
}

const IN_NO_ROW = { row: undefined, column: undefined };

/** A step of the walk: an item to enter, or work to do after its whole subtree. */
type Step = { readonly item: Item; readonly place: Place } | { readonly leave: () => void };

/** The lines of a window, before anything is left out. */
export interface WindowText {
  /** The whole tree in reading order; invisible lines are marked. */
  readonly lines: Line[];
  /** The line of an element; undefined for a purely structural one. */
  readonly lineOf: (element: Element) => Line | undefined;
}

/** The lines of one window. `elements` are the window's, in tree order. */
export function windowText(elements: readonly Element[], screen: Screen): WindowText {
  const root = treeOf(elements, screen);
  const walk = new Walk({ nameOf: namesIn(elements), screen });
  return { lines: root === undefined ? [] : walk.lines(root), lineOf: walk.lineOf };
}

/** Walks a tree once, with an explicit stack: a deep tree must not overflow the call stack. */
class Walk {
  readonly #naming: Naming;
  readonly #lines: Line[] = [];
  readonly #plain = new PlainLines(this.#lines);
  readonly #steps: Step[] = [];
  readonly #lineByElement = new Map<Element, Line>();
  readonly #merged = new Map<Line, Line>();

  constructor(naming: Naming) {
    this.#naming = naming;
  }

  lines(root: Item): Line[] {
    this.#steps.push({ item: root, place: { ...IN_NO_ROW, depth: 0, inside: undefined } });
    for (let step = this.#steps.pop(); step !== undefined; step = this.#steps.pop()) {
      if ('leave' in step) step.leave();
      else this.#enter(step.item, step.place);
    }
    return this.#lines;
  }

  readonly lineOf = (element: Element): Line | undefined => {
    const line = this.#lineByElement.get(element);
    return line && (this.#merged.get(line) ?? line);
  };

  #assign(items: readonly Item[], line: Line | undefined): void {
    if (line) for (const { element } of items) this.#lineByElement.set(element, line);
  }

  #enter(item: Item, place: Place): void {
    const { node, foldedInto, isHandle, joined } = item;
    const start = this.#lines.length;
    if (isHandle) {
      if (joined) this.#goOn(item, place);
      else if (
        isCell(node) &&
        this.#plain.addCell(item, place, () => roleAndPlace(item, this.#naming.screen))
      )
        this.#leaveCell(item, place);
      else this.#addHandle(item, place);
      return;
    }
    if (isScroller(node)) {
      this.#addScroller(item, place);
      return;
    }
    if (isSurface(node, this.#naming.screen)) this.#addSurface(item, place);
    else if (!foldedInto) this.#addPlain(item, place);
    const isUnlisted = this.#lines.length === start;
    if (node.selected && node.visible && isUnlisted && !foldedInto)
      this.#steps.push({
        leave: () => {
          this.#select(start);
        },
      });
    this.#goOn(item, place);
  }

  #leaveCell(item: Item, place: Place): void {
    this.#assign(coveredItems(item), this.#lines.at(-1));
    this.#goOn(item, { ...place, depth: place.depth + 1 });
  }

  #goOn(item: Item, place: Place): void {
    const rows = holdsRows(item.node) && item.children.length > 1;
    for (const child of [...item.children].reverse()) {
      const { column = place.column } = child;
      if (!rows) this.#steps.push({ item: child, place: { ...place, column } });
      else this.#pushRow(child, item, place);
    }
  }

  /** Walks a row of a list; afterwards the line with its first text leads. A page that fills its scroller is no row. */
  #pushRow(child: Item, list: Item, place: Place): void {
    const isRow = area(child.node.bounds) * 2 < area(list.node.bounds);
    let start = 0;
    if (isRow)
      this.#steps.push({
        leave: () => {
          this.#leadRow(start, place.depth);
        },
      });
    this.#steps.push({ item: child, place: { ...place, row: child } });
    this.#steps.push({
      leave: () => {
        start = this.#lines.length;
      },
    });
  }

  #leadRow(start: number, depth: number): void {
    for (const [line, lead] of withRowsLed(this.#lines, start, depth)) this.#merged.set(line, lead);
  }

  #addHandle(item: Item, place: Place): void {
    const { node, element } = item;
    const covered = coveredItems(item);
    const label = labelOf(covered);
    const opens = isScroller(node) && node.visible ? { element, parent: place.inside } : undefined;
    this.#lines.push({
      element,
      kind: 'handle',
      depth: place.depth,
      marks: this.#marksOf(item, covered),
      label: this.#labelOf(item, label, place),
      parts: label.parts,
      name: this.#naming.nameOf(node),
      hasText: label.hasText,
      numbered: true,
      offscreen: isOutOfSight(node),
      focused: covered.some((one) => one.node.focused),
      inside: place.inside,
      opens,
    });
    this.#assign(covered, this.#lines.at(-1));
    const outer = outerOf(item);
    if (outer) this.#assign([outer], this.#lines.at(-1));
    this.#goOn(item, { depth: depthInside(item, place), inside: opens ?? place.inside, ...IN_NO_ROW });
  }

  #labelOf(item: Item, label: Label, { inside }: Place): string {
    const said = handleLabel(item, label, this.#naming);
    const isNamed = label.parts.length > 0 || !said.startsWith('#');
    return isNamed || !inside ? said : said + cutOff(item.node, inside.element.node);
  }

  /** A surface has an id, to be cropped, and says where it is, to be drawn on. */
  #addSurface(item: Item, { depth, inside }: Place): void {
    const { element, node } = item;
    const { parts, hasText } = labelOf([item]);
    const name = this.#naming.nameOf(node);
    const said = parts.length === 0 && name !== undefined ? `#${name}` : joinedParts(parts);
    const place = surfacePlace(item, this.#naming.screen);
    const label = said === '' ? place : `${said}${SEPARATOR}${place}`;
    this.#lines.push(
      about(label, {
        element,
        kind: 'plain',
        depth,
        marks: marksOf(item),
        parts,
        hasText,
        numbered: true,
        inside,
      }),
    );
    this.#assign([item], this.#lines.at(-1));
  }

  /** If two nested handles share a line, its marks also show what only the outer one takes. */
  #marksOf(item: Item, covered: readonly Item[]): readonly string[] {
    const marks = marksOf(
      item,
      covered.slice(1).map(({ node }) => node),
    );
    const outer = outerOf(item);
    return outer?.node.longClickable && !marks.includes('hold') && !item.node.editable
      ? withHold(marks)
      : marks;
  }

  #addScroller(item: Item, place: Place): void {
    const { element, node } = item;
    const { parts, hasText } = labelOf([item]);
    const name = this.#naming.nameOf(node);
    const title = flat(node.containerTitle);
    const said = joinedParts(parts.length > 0 || title === '' ? parts : [title]);
    const opens = node.visible ? { element, parent: place.inside } : undefined;
    this.#lines.push({
      element,
      kind: 'scroller',
      depth: place.depth,
      marks: marksOf(item),
      label: said === '' && name !== undefined ? `#${name}` : said,
      parts,
      name,
      hasText,
      numbered: true,
      offscreen: !node.visible,
      focused: node.focused,
      inside: place.inside,
      opens,
    });
    this.#assign([item], this.#lines.at(-1));
    this.#goOn(item, { depth: depthInside(item, place), inside: opens ?? place.inside, ...IN_NO_ROW });
  }

  #addPlain(item: Item, place: Place): void {
    const { node } = item;
    if (!saysSomething(node) && !isProgress(node)) return;
    const { parts: all, hasText } = labelOf([item]);
    const parts = ownParts(item, all);
    if (parts.length === 0 && !isProgress(node)) return;
    const text: PlainText = {
      item,
      parts,
      hasText,
      marks: marksOf(item),
      isCut: isCut({ parts, hasText }),
    };
    this.#plain.add(text, place);
    this.#assign([item], this.#lines.at(-1));
  }

  /** Puts `selected` on the first line of a container that has no line itself, unless a line inside already has it. */
  #select(start: number): void {
    const first = this.#lines[start];
    const isSaid = this.#lines
      .slice(start, start + MOST_LOOKED_AT)
      .some(({ marks }) => marks.includes('selected'));
    if (first && !isSaid) first.marks = [...first.marks, 'selected'];
  }
}

const MOST_LOOKED_AT = 20;

/** Content of an element with a line is indented; a line that is left out indents nothing. */
function depthInside({ node }: Item, { depth }: Place): number {
  return isOutOfSight(node) ? depth : depth + 1;
}

function outerOf(item: Item): Item | undefined {
  let above = item.parent;
  while (above?.handles === 1 && !above.isHandle) above = above.parent;
  return above?.joined === item ? above : undefined;
}

/** Inserts `hold` in its place among the marks. */
function withHold(marks: readonly string[]): string[] {
  const LATER = /^(scroll|selected|focused|disabled|password|heading|offscreen)$/;
  const at = marks.findIndex((mark) => LATER.test(mark));
  return at < 0 ? [...marks, 'hold'] : [...marks.slice(0, at), 'hold', ...marks.slice(at)];
}
