import { windowTypes } from '../commands/uiautomator/hierarchy-xml.ts';
import type { AccessibilityNode } from '../framework/windows/accessibility.ts';
import type { PhoneWindow } from '../framework/windows/windows.ts';
import { RequestError } from './errors.ts';
import { type Bounds, boundsOf, expectation } from './node-json.ts';
import type { Parameters } from './parameters.ts';
import { numbers } from './parameters.ts';

const KEYBOARD = 2;
const APPLICATION = 1;
const MOST_TEXTS = 8;
/** How many nodes are searched for texts: a clickable page can hold thousands. */
const MOST_SEARCHED = 100;
const LONGEST_TEXT = 500;
/** A passive window of this part of the screen (decorations, gesture areas) passes touches on. */
const LARGE = 0.9;
/** Texts that name an element where the act is no special one. */
const MOST_NAMES = 2;
/** A text of figures this short is a key's name. */
const LONGEST_KEY = 2;

/** What lies under a finger: the window that takes the touch, and in it the element that a press goes to. */
export interface Under {
  readonly window: PhoneWindow;
  readonly node: AccessibilityNode | undefined;
  readonly texts: readonly string[];
  /** Large windows above that seem to let touches through. One that has just come may take them. */
  readonly over?: readonly number[];
}

/** An element as the host judged it, or tells that it was under a finger. */
export class Judged {
  readonly #given: Parameters;
  /** Where a node of a look was judged, and none at a point. */
  readonly node: { readonly look: number; readonly handle: number } | undefined;

  constructor(given: Parameters) {
    this.#given = given;
    if (given.has('window')) given.whole('window');
    if (given.has('look')) this.node = { look: given.whole('look'), handle: given.whole('h') };
    if (given.has('b') && numbers(given.raw('b'), 'b').length !== 4)
      throw new RequestError('bad-request', 'b is [left, top, right, bottom]');
    if (this.hasElement) given.list('texts');
  }

  get hasWindow(): boolean {
    return this.#given.has('window');
  }

  get hasElement(): boolean {
    return this.#given.has('texts') || this.#given.has('b');
  }

  /** Without a window nothing was judged. */
  isAs(now: Under | undefined, sdk: number): boolean {
    const given = this.#given;
    if (!this.hasWindow) return true;
    if (given.whole('window') !== now?.window.id) return false;
    const over = given.has('over') ? numbers(given.raw('over'), 'over') : [];
    if (now.over?.some((id) => !over.includes(id))) return false;
    const isEqual = (name: string, found: string) => (given.has(name) ? given.text(name) : '') === found;
    if (given.has('package') && !isEqual('package', now.window.package)) return false;
    if (!this.hasElement || !now.node) return this.hasElement === (now.node !== undefined);
    const { c, r } = expectation(now.node, sdk);
    return (
      isEqual('c', c) &&
      isEqual('r', r) &&
      (!given.has('b') || isAbout(numbers(given.raw('b'), 'b'), boundsOf(now.node.bounds))) &&
      this.#saysTheSame(now.texts)
    );
  }

  #saysTheSame(now: readonly string[]): boolean {
    const label = this.#given.has('label') ? this.#given.text('label') : 'words';
    if (label === 'none') return true;
    const before = this.#given.list('texts').map(String);
    return label === 'whole' ? isSame(before, now) : isSame(names(before), names(now));
  }
}

/** What a touch at a point would reach; `screen` is the area of the screen. */
export function underAt(
  { x, y }: { readonly x: number; readonly y: number },
  fromTheTop: readonly PhoneWindow[],
  { screen, sdk }: { readonly screen: number; readonly sdk: number },
): Under | undefined {
  const over: number[] = [];
  for (const window of fromTheTop) {
    if (!contains(boundsOf(window.bounds), x, y)) continue;
    const root = window.root({ offScreen: true });
    if (root === null) return { window, node: undefined, texts: [], over };
    const there = [...nodesAt(root, x, y)];
    const taker = there.findLast((node) => takesPress(node));
    const last = there.at(-1);
    if (!taker && passes(window, last, screen)) {
      if (windowTypes[window.kind] !== KEYBOARD) over.push(window.id);
      continue;
    }
    // What is drawn on the taker at the point is what a person sees there.
    const drawn = taker ? there.slice(there.indexOf(taker) + 1).reverse() : [];
    return { ...underOf(window, taker ?? last, { sdk, drawn }), over };
  }
  return undefined;
}

export function underOf(
  window: PhoneWindow,
  node: AccessibilityNode | undefined,
  { sdk, drawn = [] }: { readonly sdk: number; readonly drawn?: readonly AccessibilityNode[] },
): Under {
  const inside = node ? [...textsIn(node, sdk, { searched: 0 })] : [];
  const texts = [...drawn.flatMap((one) => [...ownTexts(one, sdk)]), ...inside].slice(0, MOST_TEXTS);
  return { window, node, texts: texts.map((text) => text.slice(0, LONGEST_TEXT)) };
}

export function isKeyboard({ window }: Under): boolean {
  return windowTypes[window.kind] === KEYBOARD;
}

/** The element as it is told to the host; `same`: whether it is what was judged. */
export function described(
  { window, node, texts, over = [] }: Under,
  { same, sdk }: { same: boolean; sdk: number },
): object {
  const place = { same, window: window.id, package: window.package, ...(over.length > 0 && { over }) };
  if (!node) return place;
  const { c, r } = expectation(node, sdk);
  return { ...place, ...(c && { c }), ...(r && { r }), b: boundsOf(node.bounds), texts };
}

function passes(window: PhoneWindow, last: AccessibilityNode | undefined, screen: number): boolean {
  const type = windowTypes[window.kind];
  if (type === APPLICATION) return false;
  if (type === KEYBOARD) return last === undefined || last.children.length > 0;
  return !window.active && areaOf(boundsOf(window.bounds)) >= LARGE * screen;
}

function* nodesAt(node: AccessibilityNode, x: number, y: number): Generator<AccessibilityNode> {
  if (!node.visible || !contains(boundsOf(node.bounds), x, y)) return;
  yield node;
  for (const child of node.children) yield* nodesAt(child, x, y);
}

function takesPress(node: AccessibilityNode): boolean {
  return node.clickable || node.longClickable || isEditable(node) || node.checkable;
}

export function takesLongPress(node: AccessibilityNode): boolean {
  return node.longClickable || isEditable(node);
}

function isEditable({ field, enabled }: AccessibilityNode): boolean {
  return field !== undefined && enabled;
}

function* textsIn(node: AccessibilityNode, sdk: number, count: { searched: number }): Generator<string> {
  count.searched += 1;
  yield* ownTexts(node, sdk);
  for (const child of node.children) {
    if (count.searched >= MOST_SEARCHED) return;
    yield* textsIn(child, sdk, count);
  }
}

function* ownTexts(node: AccessibilityNode, sdk: number): Generator<string> {
  const { t, d } = expectation(node, sdk);
  if (!isEditable(node) && !node.password && t !== '') yield t;
  if (d !== '') yield d;
}

function names(texts: readonly string[]): readonly string[] {
  return texts.slice(0, MOST_NAMES).map((text) => (text.length <= LONGEST_KEY ? text : withoutFigures(text)));
}

/** So that a stopwatch or a counter is the same element with any figures. Signs stay: -5 and 5 are no counter. */
function withoutFigures(text: string): string {
  return text.replace(/[\p{Nd}\u0000-\u0020:.,/%]/gu, '');
}

function isSame(one: readonly string[], other: readonly string[]): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

/** Bounds are alike if what they share is at least half of what they cover together: things move a little. */
function isAbout(before: readonly number[], now: Bounds): boolean {
  const [left = 0, top = 0, right = 0, bottom = 0] = before;
  const width = Math.min(right, now[2]) - Math.max(left, now[0]);
  const height = Math.min(bottom, now[3]) - Math.max(top, now[1]);
  const shared = Math.max(0, width) * Math.max(0, height);
  return shared * 2 >= (right - left) * (bottom - top) + areaOf(now) - shared;
}

function areaOf([left, top, right, bottom]: Bounds): number {
  return (right - left) * (bottom - top);
}

function contains([left, top, right, bottom]: Bounds, x: number, y: number): boolean {
  return x >= left && x < right && y >= top && y < bottom;
}
