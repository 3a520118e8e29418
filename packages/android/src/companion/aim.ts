import type { Aim, FocusAim, Focused, Met } from '@handeye/core/device/aim';
import { changeText } from '@handeye/core/device/aim';
import { actionFailed, FocusChanged, ScreenChanged } from '@handeye/core/device/errors';
import type { Point, Stroke } from '@handeye/core/device/port';
import { area, centre, contains } from '@handeye/screen/bounds';
import type { Bounds, UiNode } from '@handeye/screen/node';
import { oneLine, shown } from '@handeye/screen/sanitize';
import type { Screen, UiWindow } from '@handeye/screen/snapshot';
import { boundsIn, type Handle, State } from './nodes.ts';
import { fieldOf, listIn, numberIn, textIn } from './wire.ts';

/** The numbers are those of the companion's protocol (packages/phone-companion/README.md). */
const MOST_TEXTS = 8;
const MOST_SEARCHED = 100;
const LONGEST_TEXT = 500;
const LARGE = 0.9;
const KEYBOARD = 2;
const APPLICATION = 1;
/** The number of no window, where none was known at a point: an object without a window would be as judged with any. */
const NO_WINDOW = -1;

const TAKES_PRESS = State.CLICKABLE | State.LONG_CLICKABLE | State.EDITABLE | State.CHECKABLE;
const IS_FIELD = State.EDITABLE | State.PASSWORD;

type Handles = WeakMap<UiNode, Handle>;

/** What the companion compares with an element: see its protocol. */
export interface JudgedElement {
  readonly window?: number;
  readonly package?: string;
  readonly c?: string | undefined;
  readonly r?: string | undefined;
  readonly b?: readonly number[];
  readonly texts?: readonly string[];
  readonly over?: readonly number[];
  readonly label?: Aim['labels'][number];
  /** A node of a look, which must have the focus still. */
  readonly look?: number;
  readonly h?: number;
}

/** A window as the companion sent it. */
export interface WireWindow {
  readonly id: number;
  readonly type: number;
  readonly layer: number;
  readonly active: boolean;
  readonly bounds: Bounds;
}

/** More windows than this do not open between two looks. */
const MOST_WINDOWS = 500;

/** The windows of all looks, by the keys that they have in views. */
export class WireWindows {
  readonly #byKey = new Map<string, WireWindow>();

  note(key: string, wire: unknown): void {
    this.#byKey.delete(key);
    this.#byKey.set(key, {
      id: numberIn(wire, 'id') ?? -1,
      type: numberIn(wire, 'type') ?? 0,
      layer: numberIn(wire, 'layer') ?? 0,
      active: fieldOf(wire, 'active') === true,
      bounds: boundsIn(wire, 'bounds'),
    });
    const [oldest] = this.#byKey.keys();
    if (this.#byKey.size > MOST_WINDOWS && oldest !== undefined) this.#byKey.delete(oldest);
  }

  of({ key }: UiWindow): WireWindow | undefined {
    return this.#byKey.get(key);
  }

  /** Those of a view that are known, the topmost first. */
  fromTheTop(windows: readonly UiWindow[]): readonly (readonly [UiWindow, WireWindow])[] {
    const known = windows.flatMap((window) => {
      const wire = this.of(window);
      return wire ? [[window, wire] as const] : [];
    });
    return known.toSorted(([, one], [, other]) => other.layer - one.layer);
  }
}

/** What the companion needs to find elements in a view as it finds them on the phone. */
export interface AimContext {
  readonly handles: Handles;
  readonly windows: WireWindows;
}

/** The part of a touch's request that has the companion compare. */
export function aimRequest(aim: Aim, strokes: readonly Stroke[], context: AimContext) {
  const { on, refuses, labels } = aim;
  const screen = on && on.screen.width * on.screen.height;
  const judged = strokes.map(([start], at): JudgedElement => {
    const label = labels[at] ?? 'words';
    // Rows change under a finger that only scrolls: where nothing is refused, that is no news.
    if (!on || (!refuses && label === 'none')) return {};
    return { ...(refuses && { window: NO_WINDOW }), ...underAt(start, on, context), label };
  });
  const keyboards = context.windows.fromTheTop(on?.windows ?? []).filter(([, { type }]) => type === KEYBOARD);
  const types = judged.some(({ window }) => keyboards.some(([, { id }]) => id === window));
  // A key of the keyboard types into what has the focus.
  const focus = types && refuses ? focusRequest(aim, context).judged : undefined;
  return { judged, refuses, ...(focus && { focus }), ...(screen !== undefined && { screen }) };
}

/** A node as an act on it is compared. */
export function judgedNode(
  node: UiNode,
  window: UiWindow,
  { handles, windows, isAllowed }: AimContext & { readonly isAllowed: boolean },
): JudgedElement {
  const element = elementOf(node, windows.of(window), handles);
  if (isAllowed) return { window: NO_WINDOW, ...element, label: 'whole' };
  // An act finds its element wherever that has moved.
  const { b: _, ...placeless } = element;
  return { ...placeless, label: 'words' };
}

/** What a node was when it was acted on; throws ScreenChanged if it was not acted on because of that. */
export function metByAct(answer: unknown, { bounds }: UiNode, judged: JudgedElement): Met | undefined {
  const middle = centre(bounds);
  const met = metAt(middle, fieldOf(answer, 'under'), judged);
  if (fieldOf(answer, 'changed') !== true) return met;
  const there = met ?? { ...middle, app: undefined, label: '' };
  throw new ScreenChanged(changeText(there), there);
}

/** The part of a request for keys that has the companion compare what has the focus. */
export function focusRequest(
  { on, refuses }: Pick<FocusAim, 'on' | 'refuses'>,
  { handles, windows }: AimContext,
) {
  const active = on?.windows.find((window) => window.active);
  const wire = active && windows.of(active);
  if (!wire) return { judged: undefined, refuses };
  const place = { window: wire.id, ...(active.app !== undefined && { package: active.app }) };
  const node = refuses ? focusedNodeOf(active) : undefined;
  const handle = node && handles.get(node);
  if (!handle) return { judged: place, refuses };
  // A keyboard that opens moves the field.
  const { b: _, ...element } = elementOf(node, wire, handles);
  const { seenIn, h } = handle;
  return { judged: { ...place, ...element, look: seenIn.look, h, label: 'words' as const }, refuses };
}

/** Tells what got keys if it is something else than judged; throws FocusChanged if it was refused them. */
export function heardBy(answer: unknown, focus: FocusAim): void {
  const under = fieldOf(answer, 'under');
  const there = focusedIn(under);
  if (fieldOf(answer, 'changed') === true) throw new FocusChanged(there);
  if (under !== undefined && fieldOf(under, 'same') !== true) focus.onOther(there);
}

function focusedIn(told: unknown): Focused {
  return { app: textIn(told, 'package'), label: labelIn(listIn(told, 'texts')) };
}

/** The element of a window that has the focus, the innermost. */
function focusedNodeOf({ root }: UiWindow): UiNode | undefined {
  const focused: UiNode[] = [];
  const open = root ? [root] : [];
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    if (node.focused) focused.push(node);
    open.push(...node.children.toReversed());
  }
  return focused.find(({ editable }) => editable) ?? focused.at(-1);
}

/** What the fingers met; throws ScreenChanged if one was refused. */
export function metBy(
  answer: unknown,
  strokes: readonly Stroke[],
  { judged }: { readonly judged: readonly JudgedElement[] },
): readonly Met[] | undefined {
  const under = listIn(answer, 'under');
  const met = strokes.map(([start], at) => metAt(start, under[at], judged[at]));
  const changed = numberIn(answer, 'changed');
  if (changed !== undefined) {
    const there = met[changed] ?? { ...pointOf(strokes[changed]?.[0]), app: undefined, label: '' };
    const isOther = fieldOf(fieldOf(answer, 'focus'), 'same') === false;
    if (isOther) throw new FocusChanged(focusedIn(fieldOf(answer, 'focus')));
    if (fieldOf(answer, 'begun') === true) throw actionFailed(`${changeText(there)}. ${PARTLY}`);
    throw new ScreenChanged(changeText(there), there);
  }
  const known = met.filter((one) => one !== undefined);
  return known.length === strokes.length ? known : undefined;
}

const PARTLY = 'An earlier finger of the gesture had acted already, and the others were lifted.';

function metAt(start: Point, under: unknown, judged: JudgedElement | undefined): Met | undefined {
  if (numberIn(under, 'window') === undefined) return undefined;
  const point = pointOf(start);
  // What came over the element without a label may be anything.
  const isOver = listIn(under, 'over').some((id) => !judged?.over?.some((known) => known === id));
  const app = isOver ? undefined : textIn(under, 'package');
  const met = { ...point, app, label: isOver ? '' : labelIn(listIn(under, 'texts')) };
  if (fieldOf(under, 'same') === true) return met;
  return { ...met, meant: { ...point, app: judged?.package, label: labelIn(judged?.texts ?? []) } };
}

function pointOf(point: Point | undefined): Point {
  return { x: point?.x ?? 0, y: point?.y ?? 0 };
}

function labelIn([first]: readonly unknown[]): string {
  return typeof first === 'string' ? oneLine(shown(first)) : '';
}

/** The same as Under.java does it, on a view. */
function underAt(
  point: Point,
  { windows, screen }: { readonly windows: readonly UiWindow[]; readonly screen: Screen },
  context: AimContext,
): JudgedElement {
  const over: number[] = [];
  for (const [window, wire] of context.windows.fromTheTop(windows)) {
    if (!contains(wire.bounds, point)) continue;
    if (!window.root) return { window: wire.id, over };
    const there = nodesAt(window.root, point);
    const taker = there.findLast((node) => has(context.handles.get(node), TAKES_PRESS));
    const last = there.at(-1);
    if (!taker && passes(wire, last, screen)) {
      if (wire.type !== KEYBOARD) over.push(wire.id);
      continue;
    }
    const node = taker ?? last;
    const place = { window: wire.id, over, ...(window.app !== undefined && { package: window.app }) };
    // What is drawn on the taker at the point is what a person sees there.
    const drawn = taker ? there.slice(there.indexOf(taker) + 1).reverse() : [];
    return node ? { ...place, ...elementOf(node, wire, context.handles, drawn) } : place;
  }
  return {};
}

function elementOf(
  node: UiNode,
  wire: WireWindow | undefined,
  handles: Handles,
  drawn: readonly UiNode[] = [],
): JudgedElement {
  const { left, top, right, bottom } = node.bounds;
  const { c, r } = handles.get(node)?.expect ?? {};
  const onIt = drawn.flatMap((one) => ownTexts(one, handles));
  const texts = [...onIt, ...textsIn(node, handles)].slice(0, MOST_TEXTS);
  return { ...(wire && { window: wire.id }), c, r, b: [left, top, right, bottom], texts };
}

/** Whether a touch goes to the window below. */
function passes({ type, active, bounds }: WireWindow, last: UiNode | undefined, screen: Screen): boolean {
  if (type === APPLICATION) return false;
  if (type === KEYBOARD) return last === undefined || last.children.length > 0;
  return !active && area(bounds) >= LARGE * screen.width * screen.height;
}

/** In tree order. Without recursion: trees may be deep. */
function nodesAt(root: UiNode, point: Point): readonly UiNode[] {
  const there: UiNode[] = [];
  const open = [root];
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    if (!node.visible || !contains(node.bounds, point)) continue;
    there.push(node);
    open.push(...node.children.toReversed());
  }
  return there;
}

function textsIn(node: UiNode, handles: Handles): readonly string[] {
  const texts: string[] = [];
  const open = [node];
  for (let searched = 0; searched < MOST_SEARCHED && texts.length < MOST_TEXTS; searched += 1) {
    const next = open.pop();
    if (!next) break;
    texts.push(...ownTexts(next, handles));
    open.push(...next.children.toReversed());
  }
  return texts.slice(0, MOST_TEXTS);
}

function ownTexts(node: UiNode, handles: Handles): readonly string[] {
  const handle = handles.get(node);
  const { t, d } = handle?.expect ?? {};
  const said = has(handle, IS_FIELD) ? [d] : [t, d];
  return said.filter((text) => text !== undefined).map((text) => text.slice(0, LONGEST_TEXT));
}

function has(handle: Handle | undefined, states: number): boolean {
  return ((handle?.states ?? 0) & states) !== 0;
}
