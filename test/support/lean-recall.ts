import { coveredNodes } from '@handeye/screen/format/lean/covered';
import { isStateWord } from '@handeye/screen/format/lean/state-words';
import type { UiNode } from '@handeye/screen/node';
import { flat } from '@handeye/screen/sanitize';
import type { Element, Snapshot, UiWindow } from '@handeye/screen/snapshot';

/** How complete an answer in lean is, and what it lacks. Written against the contract, not the renderer. */
export interface Recall {
  readonly texts: number;
  readonly handles: number;
  /** Handles whose line has a label, a hint or a resource name. */
  readonly labelled: number;
  readonly missingTexts: readonly string[];
  readonly missingHandles: readonly string[];
}

interface AnswerLine {
  readonly id: string | undefined;
  readonly isPlain: boolean;
  /** The parts that are not claimed yet. */
  rest: string;
  readonly whole: string;
}

const SLIDER = /(SeekBar|RatingBar|NumberPicker|Slider|slider|spinbutton|DatePicker|TimePicker)$/;
const SWITCH = /(Switch|SwitchCompat|ToggleButton|switch|togglebutton)$/;

/** Measures an answer without a budget: what of the visible tree it lacks, but for windows that it may put into one line. */
export function recallOf(snapshot: Snapshot, answer: string): Recall {
  const lines = answer.split('\n').slice(1).map(parsed);
  const byId = new Map(lines.flatMap((line) => (line.id === undefined ? [] : [[line.id, line] as const])));
  const folded = new Set(snapshot.windows.filter((window) => mayBeOneLine(window, snapshot, answer)));
  const covered = new Set(
    snapshot.windows.flatMap(({ root }) => (root ? [...coveredNodes(root, snapshot.screen)] : [])),
  );
  const wanted = snapshot.elements.filter(
    ({ node, window }) => node.visible && !folded.has(window) && !covered.has(node),
  );
  const missingHandles: string[] = [];
  let [handles, labelled] = [0, 0];
  for (const element of wanted.filter(({ node }) => isHandle(node))) {
    const line = lineOfHandle(element, snapshot, byId);
    if (line === 'a state of its row') continue;
    // The row of a table is one handle, whose id is that of its first cell.
    if (line !== undefined && line.id !== element.id && isCell(element.node)) continue;
    handles += 1;
    if (line === undefined) missingHandles.push(element.id);
    else if (!/^ *\d+ (\[[^\]]*\] )?(button|image|area|field) @-?\d+,-?\d+( #.*)?$/.test(line.whole))
      labelled += 1;
  }
  const missingTexts: string[] = [];
  let texts = 0;
  // The longest first: a short text must not be found inside a longer one.
  for (const { element, kind, said } of saidOn(wanted)) {
    texts += 1;
    const own = ownLines(element, snapshot, byId);
    const isTold =
      isToldAsTitle(element, said, answer.split('\n')) ||
      (kind === 'text' && isPartOfName(element, said)) ||
      (kind === 'description' &&
        isRepeated(said, element, own, [...own, ...lines.filter((line) => line.isPlain)])) ||
      claim(said, own) ||
      (kind === 'text' && isStateOf(element.node, own)) ||
      claim(
        said,
        lines.filter((line) => line.isPlain),
      );
    if (!isTold) missingTexts.push(`${element.id} ${kind} ${said}`);
  }
  return { texts, handles, labelled, missingTexts, missingHandles };
}

/** Roles of desktops whose names are invisible, and those whose names may be drawn inside or beside them. */
const UNSEEN = /^(toolbar|tablist|menubar|separator)$/;
const TITLED = /^(window|dialog|group|form|statusbar|splitgroup|scrollarea|text|listitem)$/;
const BULLET = /^[•◦▪] /;

/**
 * A desktop container's title, or a label that names a control, if another line has it: the one above its window, or that of an
 * element inside or beside it.
 */
function isToldAsTitle({ node, window, parent }: Element, said: string, lines: readonly string[]): boolean {
  const role = node.className ?? '';
  if (UNSEEN.test(role) && !isHandle(node)) return true;
  if (!TITLED.test(role) || isHandle(node)) return false;
  const isShown = role === 'text' || role === 'listitem';
  if (!isShown && said === flat(window.title)) return true;
  const family = role === 'text' ? (parent?.parent?.node ?? parent?.node ?? node) : node;
  const content = said.replace(BULLET, '');
  const isElsewhere = isSaidIn(family, content, node);
  return isElsewhere && lines.some((line) => placeOf(cutAsShown(content), line) >= 0);
}

/** A text in a link or a desktop's button that is part of the whole name on its line. */
function isPartOfName({ node, parent }: Element, said: string): boolean {
  if (canAct(node)) return false;
  for (let around = parent; around; around = around.parent) {
    const { className = '', text } = around.node;
    const name = flat(text);
    const isNamed = isHandle(around.node) && /^(link|button|togglebutton|menubutton)$/.test(className);
    if (isNamed && Array.from(name).length <= LONGEST_SHOWN && ` ${name} `.includes(` ${said} `)) return true;
    if (canAct(around.node) && around.node.visible) return false;
  }
  return false;
}

function isSaidIn(root: UiNode, said: string, not: UiNode): boolean {
  const says = root !== not && (flat(root.text) === said || flat(root.description) === said);
  return (root.visible && says) || root.children.some((child) => isSaidIn(child, said, not));
}

interface Said {
  readonly element: Element;
  readonly kind: 'text' | 'description';
  readonly said: string;
}

function saidOn(elements: readonly Element[]): Said[] {
  const all = elements.flatMap((element) => [
    { element, kind: 'text' as const, said: element.node.password ? '' : flat(element.node.text) },
    { element, kind: 'description' as const, said: flat(describedBy(element.node)) },
  ]);
  // A switch's text may be its state in words, which may be omitted: it claims last.
  const rank = ({ element, kind, said }: Said) =>
    kind === 'text' && mayBeState(element.node) ? -1 : said.length;
  return all.filter(({ said }) => said !== '').toSorted((one, other) => rank(other) - rank(one));
}

/** Only the first line of a tooltip that is the only name of a desktop's button. */
function describedBy({ className = '', text, description }: UiNode): string | undefined {
  const isButton = /^(button|togglebutton|menubutton)$/.test(className) && flat(text) === '';
  const [first = ''] = (description ?? '').trim().split('\n', 1);
  return isButton && Array.from(first).length <= LONGEST_SHOWN ? first : description;
}

function parsed(whole: string): AnswerLine {
  const [, id, dash] = /^ *(\d+)?( ?- ?)?/.exec(whole) ?? [];
  return { id: id === undefined ? undefined : `node_${id}`, isPlain: dash !== undefined, rest: whole, whole };
}

/** The greatest thickness of a bar or another strip, as a share of the screen's longer side. */
const THICKEST_STRIP = 0.08;

/** A toast, a bar, the keyboard, and what lies behind a window that can hide it. A strip hides nothing. */
function mayBeOneLine(window: UiWindow, snapshot: Snapshot, answer: string): boolean {
  if (window.root?.className?.endsWith('Toast') === true) return true;
  const active = snapshot.windows.find((one) => one.active);
  if (window === active) return false;
  const says = (start: string) => answer.includes(`\n${start}`);
  if (window.type === 'keyboard') return says('keyboard shown');
  if (window.type === 'system' && isStrip(window, snapshot)) return true;
  return says(`behind: ${flat(window.app)}`) && active !== undefined && !isStrip(active, snapshot);
}

function isStrip({ bounds, root }: UiWindow, { screen }: Snapshot): boolean {
  const { left, top, right, bottom } = bounds.right > bounds.left ? bounds : (root?.bounds ?? bounds);
  return Math.min(right - left, bottom - top) <= THICKEST_STRIP * Math.max(screen.width, screen.height);
}

function canAct(node: UiNode): boolean {
  return node.clickable || node.longClickable || node.editable || isSlider(node);
}

function isSlider({ className = '', actions }: UiNode): boolean {
  return SLIDER.test(className) || actions?.includes('setProgress') === true;
}

/** A cell that only shows something: an input in it (a field, a check box, a slider) has a line of its own. */
function isCell(node: UiNode): boolean {
  return node.className === 'cell' && !node.editable && !node.checkable && !isSlider(node);
}

function isHandle(node: UiNode): boolean {
  return canAct(node) || node.checkable;
}

/** The line of a handle: its own, that of the only handle inside it if it has no text, that of its row of cells. */
function lineOfHandle(
  element: Element,
  snapshot: Snapshot,
  byId: ReadonlyMap<string, AnswerLine>,
): AnswerLine | 'a state of its row' | undefined {
  const own = byId.get(element.id);
  if (own) return own;
  if (!canAct(element.node)) {
    const row = ownLines(element, snapshot, byId)[0];
    return row && /\[[^\]]*\b(on|off|mixed)\b/.test(row.whole) ? 'a state of its row' : undefined;
  }
  // The cells of one row of a table are one line, with the id of the first.
  if (isCell(element.node)) return ownRow(element, snapshot, byId);
  const inner = snapshot.elements.filter(
    (other) => other !== element && other.node.visible && canAct(other.node) && isInside(other, element),
  );
  return inner.length === 1 && inner[0] ? byId.get(inner[0].id) : undefined;
}

function ownRow(
  cell: Element,
  snapshot: Snapshot,
  byId: ReadonlyMap<string, AnswerLine>,
): AnswerLine | undefined {
  return rowLines(cell, snapshot, byId)[0];
}

function isInside(element: Element, container: Element): boolean {
  for (let above = element.parent; above; above = above.parent) if (above === container) return true;
  return false;
}

/** The line of an element itself, and of the handles and checkable things around it. */
function ownLines(element: Element, snapshot: Snapshot, byId: ReadonlyMap<string, AnswerLine>): AnswerLine[] {
  const found: AnswerLine[] = [];
  for (let at: Element | undefined = element; at; at = at.parent) {
    const line = at === element || isHandle(at.node) ? byId.get(at.id) : undefined;
    // A cell has the line of its row. An invisible one has none: its visible part belongs to the elements around it.
    const mayHaveRow = at.node.visible && isCell(at.node) && canAct(at.node);
    const row = mayHaveRow && (at === element || line === undefined) ? rowLines(at, snapshot, byId) : [];
    found.push(...(line ? [line] : []), ...row);
    if (at !== element && (line !== undefined || row.length > 0)) break;
  }
  return found;
}

/** The lines that begin with the id of a cell of the same table, those of the same visual row first. */
function rowLines(
  cell: Element,
  { elements }: Snapshot,
  byId: ReadonlyMap<string, AnswerLine>,
): AnswerLine[] {
  const table = elements.filter(
    ({ parent, node }) => parent === cell.parent && isCell(node) && node !== cell.node,
  );
  return table
    .toSorted((one, other) => distance(one.node, cell.node) - distance(other.node, cell.node))
    .flatMap(({ id }) => byId.get(id) ?? []);
}

function distance({ bounds: one }: UiNode, { bounds: other }: UiNode): number {
  return Math.abs(one.top + one.bottom - other.top - other.bottom);
}

/** Takes a text out of the first line that still has it: two equal texts need two places. */
function claim(said: string, lines: readonly AnswerLine[]): boolean {
  const shown = cutAsShown(said);
  for (const line of lines) {
    const at = placeOf(shown, line.rest);
    if (at < 0) continue;
    line.rest = `${line.rest.slice(0, at)}\0${line.rest.slice(at + shown.length)}`;
    return true;
  }
  return false;
}

/** The position of a whole text: `3` is not in `(301)`. */
function placeOf(shown: string, line: string): number {
  for (let at = line.indexOf(shown); at >= 0; at = line.indexOf(shown, at + 1)) {
    const [before, after] = [line[at - 1], line[at + shown.length]];
    if (before === ' ' && (after === undefined || after === ' ')) return at;
  }
  return -1;
}

function cutAsShown(said: string): string {
  const characters = Array.from(said);
  if (characters.length <= LONGEST_SHOWN) return said;
  return `${characters.slice(0, LONGEST_SHOWN).join('')}…(${characters.length.toLocaleString('en-US')})`;
}

const LONGEST_STATE = 14;
/** Characters of a text that a line shows. */
const LONGEST_SHOWN = 100;

function mayBeState({ className = '', checkable, text }: UiNode): boolean {
  return SWITCH.test(className) && checkable && flat(text).length <= LONGEST_STATE;
}

/** A switch's word for its state, if a mark shows it. */
function isStateOf(node: UiNode, own: readonly AnswerLine[]): boolean {
  return mayBeState(node) && own.some(({ whole }) => /\[[^\]]*\b(on|off|mixed)\b/.test(whole));
}

/**
 * A description whose entries are texts of its line (of its own node or inside it, of the handle around it, beside it in plain
 * text), a description around it, or the state that a mark of its line shows, as far as the rest is in the answer.
 */
function isRepeated(
  said: string,
  element: Element,
  own: readonly AnswerLine[],
  lines: readonly AnswerLine[],
): boolean {
  const around: Element[] = [];
  for (let at: Element | undefined = element; at; at = at.parent) {
    if (at.node.visible) around.push(at);
    if (at.node.visible && canAct(at.node)) break;
  }
  const line = around.findLast(({ node }) => isHandle(node));
  const texts = around.filter((one) => one !== element).map(({ node }) => spaced(node.description));
  const open = [line?.node ?? element.parent?.node ?? element.node];
  for (let next = open.pop(); next; next = open.pop()) {
    if (next.visible) texts.push(spaced(next.text));
    open.push(...next.children);
  }
  const marks = own.flatMap(({ whole }) => /\[([^\]]*)\]/.exec(whole)?.[1]?.split(', ') ?? []);
  if (marks.some((mark) => mark === 'on' || mark === 'off'))
    texts.push(...statesIn(said), ...(line ? [simpleClass(line.node)] : []));
  let rest = spaced(said);
  const repeated = texts
    .filter((text) => text !== '' && rest.includes(text))
    .toSorted((a, b) => b.length - a.length);
  for (const text of repeated) rest = rest.replace(text, ' ');
  // The rest of it must be in the answer all the same, as far as a line shows it.
  const left =
    Array.from(rest)
      .slice(0, LONGEST_SHOWN - repeated.join('').length)
      .join('')
      .match(/[\p{L}\p{N}]+(?= )/gu) ?? [];
  return repeated.length > 0 && left.every((word) => lines.some(({ whole }) => whole.includes(word)));
}

/** The entries of a description that are a word for a state. */
function statesIn(said: string): string[] {
  return said
    .split(/[,،、，\n]/)
    .map((entry) => entry.trim())
    .filter((entry) => isStateWord(entry, {}));
}

function simpleClass({ className = '' }: UiNode): string {
  return className.slice(className.lastIndexOf('.') + 1);
}

function spaced(text: string | undefined): string {
  return flat(text).replace(/\s+/g, ' ');
}
