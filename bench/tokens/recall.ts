import { cut, flat } from '../../packages/handeye/src/ui/sanitize.ts';
import type { UiNode } from '../../packages/handeye/src/ui/node.ts';
import type { Element, Snapshot } from '../../packages/handeye/src/ui/snapshot.ts';

/** Characters of a text that every format shows. */
const SHOWN = 100;

/** How much of a screen is in its text. */
export interface Recall {
  /** Visible texts and descriptions, and how many of them stand where they belong. */
  readonly texts: number;
  readonly textsFound: number;
  readonly handles: number;
  readonly handlesFound: number;
  /** Handles whose line says more than what they are and where. */
  readonly labelled: number;
  /** For people who look for the cause: what is not there. */
  readonly missing: readonly string[];
}

/** A line of the text; what was found in it is taken out, so that nothing is found twice. */
interface Line {
  readonly id: string | undefined;
  readonly whole: string;
  rest: string;
}

/**
 * Each visible text must stand in the line of its own node, of the nearest handle above it, or in a plain line; each
 * handle must begin a line. A description that repeats texts around it need not repeat them in its line.
 */
export function recallOf(snapshot: Snapshot, text: string): Recall {
  const lines = text.split('\n').map(lineOf);
  const byId = new Map(lines.flatMap((line) => (line.id === undefined ? [] : [[line.id, line] as const])));
  const plain = lines.filter(({ id, whole }) => id === undefined && whole.startsWith('- '));
  const children = childrenOf(snapshot);
  const placesOf = (element: Element): Line[] => {
    const own = byId.get(numberOf(element));
    const above = nearestHandle(element);
    const row = above && lineFor(above, byId, children);
    return [...(own ? [own] : []), ...(row ? [row] : []), ...plain];
  };
  const missing: string[] = [];
  const wanted = snapshot.elements.flatMap((element) => saidBy(element, children));
  // The longest first: a short text may be a part of a long one.
  for (const { element, said, kind } of wanted.toSorted((a, b) => b.said.length - a.said.length)) {
    if (!takenFrom(placesOf(element), said) && !saysState(element, kind, placesOf(element))) {
      missing.push(`${kind} ${numberOf(element)}: ${said}`);
    }
  }
  const handles = snapshot.elements.filter(isHandle);
  const rows = handles.map((handle) => lineFor(handle, byId, children));
  handles.forEach((handle, at) => {
    if (rows[at] === undefined) missing.push(`handle ${numberOf(handle)}`);
  });
  const handlesFound = rows.filter((row) => row !== undefined).length;
  return {
    texts: wanted.length,
    textsFound: wanted.length - missing.filter((one) => !one.startsWith('handle')).length,
    handles: handles.length,
    handlesFound,
    labelled: rows.filter((row) => row !== undefined && hasLabel(row.whole)).length,
    missing,
  };
}

function lineOf(line: string): Line {
  const [, id, words = line] = /^\s*(?:node_)?(\d+)(?=\s)(.*)$/.exec(line) ?? [];
  const whole = normal(words);
  return { id, whole, rest: whole };
}

/** Parts of a label, cells and line breaks are all the same here. */
function normal(text: string): string {
  return text.replace(/[\s|]+/g, ' ').trim();
}

function numberOf({ id }: Element): string {
  return id.replace('node_', '');
}

type Children = ReadonlyMap<Element, readonly Element[]>;

function childrenOf({ elements }: Snapshot): Children {
  const children = new Map<Element, Element[]>();
  for (const element of elements) {
    if (element.parent === undefined) continue;
    children.set(element.parent, [...(children.get(element.parent) ?? []), element]);
  }
  return children;
}

/** Sliders, ratings and pickers take a value, and may say that they can do nothing. */
const VALUED = /\.(SeekBar|RatingBar|NumberPicker|DatePicker|TimePicker)$/;

/** What can be used. A switch that takes no click gives its state to the row that does. */
function isHandle(element: Element): boolean {
  const { node } = element;
  if (!node.visible) return false;
  if (node.clickable || node.longClickable || node.editable || VALUED.test(node.className ?? '')) return true;
  return node.checkable && nearestHandle(element) === undefined;
}

function nearestHandle({ parent }: Element): Element | undefined {
  if (parent === undefined || isHandle(parent)) return parent;
  return nearestHandle(parent);
}

/** The line of a handle, or of the one handle inside that stands for it. */
function lineFor(handle: Element, byId: ReadonlyMap<string, Line>, children: Children): Line | undefined {
  const own = byId.get(numberOf(handle));
  if (own !== undefined) return own;
  const inner = descendants(handle, children).filter(isHandle);
  const [only] = inner;
  return inner.length === 1 && only !== undefined ? byId.get(numberOf(only)) : undefined;
}

function descendants(element: Element, children: Children): Element[] {
  return (children.get(element) ?? []).flatMap((child) => [child, ...descendants(child, children)]);
}

interface Said {
  readonly element: Element;
  readonly said: string;
  readonly kind: 'text' | 'description';
}

function saidBy(element: Element, children: Children): Said[] {
  const { node } = element;
  if (!node.visible) return [];
  const text = shownPart(node.text);
  const around = [text, ...descendants(element, children).map((one) => shownPart(one.node.text))];
  const description = withoutRepeats(node, around);
  const all: Said[] = [
    { element, said: text, kind: 'text' },
    { element, said: description, kind: 'description' },
  ];
  return all.filter(({ said }) => said !== '');
}

function shownPart(text: string | undefined): string {
  return normal(cut(flat(text), SHOWN).replace(/\.\.\.truncated$/, ''));
}

/** What a description says that the texts around it do not; nothing if only punctuation is left. */
function withoutRepeats({ description }: UiNode, texts: readonly string[]): string {
  const whole = shownPart(description);
  let left = whole;
  for (const text of texts.filter((one) => one !== '')) {
    const at = placeOf(text, left);
    if (at !== -1) left = left.slice(0, at) + left.slice(at + text.length);
  }
  if (left === whole) return whole;
  return left.replace(/[\s\p{P}]+/gu, '') === '' ? '' : normal(left.replace(/^[\s,;·.]+|[\s,;·.]+$/g, ''));
}

function takenFrom(lines: readonly Line[], said: string): boolean {
  const line = lines.find(({ rest }) => placeOf(said, rest) !== -1);
  if (line === undefined) return false;
  const at = placeOf(said, line.rest);
  line.rest = `${line.rest.slice(0, at)}\0${line.rest.slice(at + said.length)}`;
  return true;
}

/** Where a text stands by itself: `0` is not in `10`. After it may come what says that it was cut. */
function placeOf(said: string, rest: string): number {
  for (let at = rest.indexOf(said); at !== -1; at = rest.indexOf(said, at + 1)) {
    const [before, after] = [rest.slice(0, at), rest.slice(at + said.length)];
    if (/(^|[\s\0])$/.test(before) && /^($|[\s\0…]|[,;·.](?!\d)|\.\.\.truncated)/.test(after)) return at;
  }
  return -1;
}

/** A switch that says its state in words: the mark of its line says it already. */
function saysState({ node }: Element, kind: Said['kind'], lines: readonly Line[]): boolean {
  const isSwitch = node.checkable && /(Switch|ToggleButton)$/.test(node.className ?? '');
  return kind === 'text' && isSwitch && lines.some(({ whole }) => /^\[[^\]]*\b(on|off|mixed)\b/.test(whole));
}

/** Anything but marks, uses, a role and a place. */
function hasLabel(line: string): boolean {
  const words = line
    .replace(/^\[[^\]]*\]/, '')
    .replace(/^((tap|check|edit|hold|scroll)\b ?)+/, '')
    .replace(/(@|\b)-?\d+,-?\d+\b.*$/, '')
    .replace(/^\s*(button|image|area)\s*$/, '');
  return words.trim() !== '';
}
