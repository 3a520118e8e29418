import type { Bounds } from '../../node.ts';
import { joinedParts, labelOf, coveredItems } from './label.ts';
import type { Line, Scroller } from './line.ts';
import { marksOf } from './marks.ts';
import { isCell, isOutOfSight } from './kinds.ts';
import { inOneRow } from './order.ts';
import { SEPARATOR } from './text.ts';
import type { Item } from './tree.ts';

/** The most parts of a merged line. */
const MOST_PARTS = 8;
const MOST_CHARACTERS = 200;
/** The line of a table row that collects its cells. */
const MOST_CELLS = 20;

/** A text that can only be read. */
export interface PlainText {
  readonly item: Item;
  readonly parts: readonly string[];
  readonly hasText: boolean;
  readonly marks: readonly string[];
  readonly isCut: boolean;
}

interface Place {
  readonly depth: number;
  readonly inside: Scroller | undefined;
  readonly row: Item | undefined;
  readonly column: Item | undefined;
}

/** The line that neighbours may still join. */
interface Open {
  readonly line: Line;
  readonly parent: Item | undefined;
  readonly place: Place;
  bounds: Bounds;
  count: number;
  /** Which parts of the line are only descriptions. */
  readonly descriptions: Set<string>;
}

/** Adds lines of plain text. Neighbours with one parent or in one visual row share a line. */
export class PlainLines {
  readonly #lines: Line[];
  #open: Open | undefined;

  constructor(lines: Line[]) {
    this.#lines = lines;
  }

  add(text: PlainText, place: Place): void {
    const { item, parts, marks } = text;
    const open = this.#lines.at(-1) === this.#open?.line ? this.#open : undefined;
    if (open && !text.isCut && mayJoin(open, text, place)) {
      open.bounds = item.node.bounds;
      mergeSaid(open, text);
      return;
    }
    const line = lineOf(text, place);
    this.#lines.push(line);
    const isAlone = text.isCut || marks.includes('heading') || parts.length === 0;
    const descriptions = new Set(descriptionsOf(text));
    this.#open = isAlone
      ? undefined
      : { line, parent: item.parent, place, bounds: item.node.bounds, count: 1, descriptions };
  }

  /**
   * Adds a cell of a table to the line of its row, which has the id of the first cell; false if the cell holds something that
   * needs its own lines. `nameless` names a row whose cells have no text.
   */
  addCell(item: Item, place: Place, nameless: () => string): boolean {
    if (item.handles > 0 || !item.folds) return false;
    const covered = coveredItems(item);
    const { parts, hasText } = labelOf(covered);
    const inside = covered.slice(1).map(({ node }) => node);
    const marks = marksOf(item, inside).filter((mark) => mark !== 'hold');
    const open = this.#lines.at(-1) === this.#open?.line ? this.#open : undefined;
    if (open && isNextCell(open, item)) {
      open.count += 1;
      mergeParts(open.line, parts);
      open.line.marks = [...new Set([...open.line.marks, ...marks])];
      return true;
    }
    const text = lineOf({ item, parts, hasText, marks, isCut: true }, place);
    const line: Line = { ...text, kind: 'handle', label: text.label === '' ? nameless() : text.label };
    this.#lines.push(line);
    const { bounds } = item.node;
    this.#open = { line, parent: tableOf(item), place, bounds, count: 1, descriptions: new Set() };
    return true;
  }
}

function isNextCell({ line, parent, bounds, count }: Open, item: Item): boolean {
  const { node } = item;
  const isOfRow = line.kind === 'handle' && parent === tableOf(item) && inOneRow(bounds, node.bounds);
  return isOfRow && count < MOST_CELLS && line.offscreen === isOutOfSight(node);
}

/** The cell's container. GTK 3 nests the cells of one column, an icon and a name, in another cell. */
function tableOf({ parent }: Item): Item | undefined {
  return parent && !parent.isHandle && isCell(parent.node) ? tableOf(parent) : parent;
}

function mayJoin(open: Open, { item, parts, marks }: PlainText, place: Place): boolean {
  if (open.line.kind !== 'plain' || open.place.row !== place.row || open.place.column !== place.column)
    return false;
  if (open.line.depth !== place.depth || open.place.inside !== place.inside) return false;
  if (parts.length === 0 || !mayMerge(open.line, { marks, parts })) return false;
  return open.parent === item.parent || inOneRow(open.bounds, item.node.bounds);
}

/** Whether plain text with these marks and parts fits into a line. */
function mayMerge(line: Line, { marks, parts }: Pick<Line, 'marks' | 'parts'>): boolean {
  const characters = line.label.length + parts.reduce((sum, part) => sum + part.length + SEPARATOR.length, 0);
  const fits = line.parts.length + parts.length <= MOST_PARTS && characters <= MOST_CHARACTERS;
  return fits && line.marks.join() === marks.join();
}

/** Adds a text to a line. A description that says what a text beside it says is told once. */
function mergeSaid({ line, descriptions }: Open, text: PlainText): void {
  const own = descriptionsOf(text);
  const said = new Set(own.length === 0 ? text.parts : text.parts.slice(0, -own.length));
  const before = line.parts.filter((part) => !(descriptions.has(part) && said.has(part)));
  const parts = text.parts.filter(
    (part) => !own.includes(part) || !before.some((other) => other === part && !descriptions.has(other)),
  );
  for (const part of own) if (!before.includes(part)) descriptions.add(part);
  for (const part of said) descriptions.delete(part);
  line.parts = [...before, ...parts];
  line.label = joinedParts(line.parts);
}

/** A text comes before the description. */
function descriptionsOf({ parts, hasText }: PlainText): readonly string[] {
  return hasText ? parts.slice(1) : parts;
}

/** Adds parts to a line. */
function mergeParts(line: Line, parts: readonly string[]): void {
  if (parts.length === 0) return;
  line.parts = [...line.parts, ...parts];
  line.label = joinedParts(line.parts);
}

function lineOf({ item, parts, hasText, marks, isCut }: PlainText, { depth, inside }: Place): Line {
  const { element, node } = item;
  return {
    element,
    kind: 'plain',
    depth,
    marks,
    label: joinedParts(parts),
    parts,
    name: undefined,
    hasText,
    numbered: isCut,
    offscreen: isOutOfSight(node),
    focused: node.focused,
    inside,
    opens: undefined,
  };
}

/** A row with more lines than this is a page. */
const MOST_LINES = 30;

/**
 * Reorders the lines of one row of a list, from `start` on: the line with the row's first text comes first and the rest is
 * indented under it, so that a button visibly belongs to its row. Returns which plain lines were merged into which.
 */
export function withRowsLed(lines: Line[], start: number, depth: number): ReadonlyMap<Line, Line> {
  const merged = new Map<Line, Line>();
  const row = lines.slice(start);
  if (row.length < 2 || row.length > MOST_LINES) return merged;
  const groups = groupsOf(row, depth);
  const lead = groups.find(([head]) => head?.hasText === true && !head.offscreen) ?? groups[0];
  const [first] = lead ?? [];
  if (groups.length < 2 || lead === undefined || first === undefined) return merged;
  const rest: Line[] = [];
  for (const group of groups.filter((one) => one !== lead)) {
    const [line] = group;
    if (line && group.length === 1 && mayJoinLead(first, line)) {
      mergeParts(first, line.parts);
      merged.set(line, first);
    } else rest.push(...group);
  }
  for (const line of rest) line.depth += 1;
  lines.splice(start, row.length, ...lead, ...rest);
  return merged;
}

/** A button between two texts of a row does not separate them. */
function mayJoinLead(lead: Line, line: Line): boolean {
  const isPlain = [lead, line].every(
    ({ kind, numbered, parts }) => kind === 'plain' && !numbered && parts.length > 0,
  );
  return (
    isPlain && !lead.marks.includes('heading') && lead.offscreen === line.offscreen && mayMerge(lead, line)
  );
}

/** The lines at the row's own depth, each with the lines indented under it. */
function groupsOf(row: readonly Line[], depth: number): Line[][] {
  const groups: Line[][] = [];
  for (const line of row) {
    const last = groups.at(-1);
    if (last && line.depth > depth) last.push(line);
    else groups.push([line]);
  }
  return groups;
}
