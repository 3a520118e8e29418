import type { Bounds, NodeAction, NodeParts, TextRange, UiNode } from '@handeye/screen/node';
import { makeNode } from '@handeye/screen/node';
import { takesLineBreaks } from '../screen/editable.ts';
import type { Field } from '../screen/nodes.ts';
import type { JudgedElement } from './aim.ts';
import type { RunningCompanion } from './running.ts';
import { fieldOf, listIn, numberIn, numbersIn, textIn } from './wire.ts';

/** The bits of a node's states. */
export const State = {
  VISIBLE: 1 << 0,
  ENABLED: 1 << 1,
  CLICKABLE: 1 << 2,
  LONG_CLICKABLE: 1 << 3,
  FOCUSABLE: 1 << 4,
  FOCUSED: 1 << 5,
  SCROLLABLE: 1 << 6,
  EDITABLE: 1 << 7,
  MULTI_LINE: 1 << 8,
  PASSWORD: 1 << 9,
  CHECKABLE: 1 << 10,
  CHECKED: 1 << 11,
  SELECTED: 1 << 12,
  HEADING: 1 << 13,
  SHOWING_HINT: 1 << 14,
} as const;

/** AccessibilityNodeInfo.CHECKED_STATE_PARTIAL, Android 16. */
const CHECKED_PARTLY = 2;

/** Android 8. From then on a node has its hint, and says whether it shows it. */
const HINTS_SINCE = 26;

/** The look that showed a node. */
export interface SeenIn {
  /** Its number, which has a meaning only for the companion that looked. */
  readonly look: number;
  readonly companion: RunningCompanion;
  /** The fingerprint of the whole screen. */
  readonly fingerprint: string | undefined;
}

/** How the companion finds a node of a look again, and what it compares before it acts on it. */
export interface Handle {
  readonly seenIn: SeenIn;
  readonly h: number;
  /** The position of the cursor in a field, in UTF-16 units. */
  readonly cursor: number | undefined;
  readonly expect: Expected;
  /** The states as the companion sent them. */
  readonly states: number;
  /** The first nodes inside it that have a text or a description. */
  readonly labels: readonly Label[];
}

/** A node's class, text, description and resource id under c, t, d and r. */
type Expected = Readonly<Record<string, string>>;
type Label = Expected | { readonly h: number };

/** The number of labels of a row that are compared before an action: a name and the line below it. */
const MOST_LABELS = 2;

/** How many nodes the companion compares beside the one that is acted on. */
const MOST_OTHERS = 8;

/** The context of a tree, besides its nodes. */
export interface TreeContext {
  readonly sdk: number;
  readonly seenIn: SeenIn;
  readonly handles: WeakMap<UiNode, Handle>;
  /** The window's application; a node names its own only if it is another. */
  readonly app: string | undefined;
  /** Up to Android 7.1 the hint of an empty field reads as its text; here it is learned (see hints.ts). */
  readonly hintOf: (field: Field, text: string | undefined, focused: boolean) => string | undefined;
}

/** A tree of the companion as nodes. Without recursion, because trees may be deep. */
export function treeOf(root: unknown, context: TreeContext): UiNode {
  const all: { readonly wire: unknown; readonly parent: number }[] = [{ wire: root, parent: -1 }];
  for (let at = 0; at < all.length; at += 1) {
    for (const child of listIn(all[at]?.wire, 'n')) all.push({ wire: child, parent: at });
  }
  const children = all.map((): UiNode[] => []);
  // Every node comes after its parent, and siblings in their order: from the end, children are made before parents.
  for (let at = all.length - 1; at > 0; at -= 1) {
    const node = all[at];
    if (node) children[node.parent]?.push(nodeOf(node.wire, (children[at] ?? []).reverse(), context));
  }
  return nodeOf(root, (children[0] ?? []).reverse(), context);
}

function nodeOf(wire: unknown, children: readonly UiNode[], context: TreeContext): UiNode {
  const states = numberIn(wire, 's') ?? 0;
  const is = (state: number) => (states & state) !== 0;
  const pane = textIn(wire, 'pane');
  // Without `key`: a list reuses its views, and with them Android's numbers for nodes, for other rows.
  const node = makeNode({
    className: textIn(wire, 'c'),
    // An opened part of the screen (a sheet, a drawer) is announced by the title of its pane.
    description: textIn(wire, 'd') ?? pane,
    resourceId: textIn(wire, 'r'),
    ...contentOf(wire, is, context),
    error: textIn(wire, 'error'),
    bounds: boundsIn(wire, 'b'),
    visible: is(State.VISIBLE),
    enabled: is(State.ENABLED),
    clickable: is(State.CLICKABLE),
    longClickable: is(State.LONG_CLICKABLE),
    focusable: is(State.FOCUSABLE),
    focused: is(State.FOCUSED),
    scrollable: is(State.SCROLLABLE),
    editable: isEditable(is),
    multiline: isEditable(is) && isMultiline(wire, is),
    password: is(State.PASSWORD),
    checkable: is(State.CHECKABLE),
    checked: is(State.CHECKED) || (numberIn(wire, 'checked') ?? 0) > 0,
    mixed: numberIn(wire, 'checked') === CHECKED_PARTLY,
    selected: is(State.SELECTED),
    selection: selectionIn(wire),
    heading: is(State.HEADING),
    paneTitle: pane,
    ...moreFacts(wire),
    children,
  });
  const h = numberIn(wire, 'h');
  if (h === undefined) return node;
  const cursor = selectionIn(wire)?.end;
  const expect = expectationOf(wire);
  context.handles.set(node, {
    seenIn: context.seenIn,
    h,
    cursor,
    expect,
    states,
    labels: labelsIn(children, context),
  });
  return node;
}

function selectionIn(wire: unknown): TextRange | undefined {
  const [start, end] = numbersIn(wire, 'sel', 2) ?? [];
  return start === undefined || end === undefined ? undefined : { start, end };
}

/**
 * The request for a node's action. A list that scrolls reuses the view of a row for another row, and a row has no text of its
 * own, so its content must be unchanged as well.
 */
export function actRequest({ seenIn, h, expect, labels }: Handle, { beside = [], ...what }: ActRequest) {
  // A list stays the same wherever it is scrolled to: it can be scrolled while it moves.
  const isScroll = what.action.startsWith('scroll');
  const isKnown = isLabelled(expect) || isScroll || labels.length === 0;
  const others = beside.filter((one) => one.seenIn === seenIn).map((one) => ({ h: one.h, ...one.expect }));
  const all = [...(isKnown ? [] : labels), ...others].slice(0, MOST_OTHERS);
  return { do: 'act', look: seenIn.look, h, expect, ...(all.length > 0 && { with: all }), ...what };
}

/** An action of a node, with its arguments. */
export interface ActRequest {
  readonly action: string;
  /** What it was judged as: compared by more texts than those of its own, and told in the answer. */
  readonly judged?: JudgedElement | undefined;
  /** Other nodes of the same look that must be unchanged. */
  readonly beside?: readonly Handle[];
  /** Nothing is done to something else. */
  readonly refuses?: boolean | undefined;
  readonly text?: string;
  readonly value?: number;
  readonly start?: number;
  readonly end?: number;
}

/** A field that cannot take the focus takes no text, as with a dump (see screen/editable.ts). */
function isEditable(is: (state: number) => boolean): boolean {
  return (is(State.EDITABLE) || is(State.PASSWORD)) && (is(State.FOCUSABLE) || is(State.FOCUSED));
}

/** Facts that only some applications give. */
function moreFacts(wire: unknown): Partial<NodeParts> {
  const [, min, max, current] = numbersIn(wire, 'range', 4) ?? [];
  const [rows, columns] = numbersIn(wire, 'coll', 2) ?? [];
  const [row, , column] = numbersIn(wire, 'item', 4) ?? [];
  return {
    stateDescription: textIn(wire, 'state'),
    containerTitle: textIn(wire, 'container'),
    tooltip: textIn(wire, 'tooltip'),
    uniqueId: textIn(wire, 'uid'),
    drawingOrder: numberIn(wire, 'order'),
    range:
      min === undefined || max === undefined || current === undefined ? undefined : { min, max, current },
    collection: rows === undefined || columns === undefined ? undefined : { rows, columns },
    item: row === undefined || column === undefined ? undefined : { row, column },
    actions: actionNames(listIn(wire, 'acts')),
  };
}

function contentOf(
  wire: unknown,
  is: (state: number) => boolean,
  { sdk, app, hintOf }: TreeContext,
): Pick<NodeParts, 'text' | 'hint' | 'hintLearned'> {
  const text = textIn(wire, 't');
  const hint = textIn(wire, 'hint') ?? (is(State.SHOWING_HINT) ? text : undefined);
  if (is(State.SHOWING_HINT)) return { hint };
  if (is(State.PASSWORD)) return { text: passwordOf(wire, sdk), hint };
  if (sdk >= HINTS_SINCE || !isEditable(is)) return { text, hint };
  const field = {
    app: textIn(wire, 'p') ?? app,
    resourceId: textIn(wire, 'r'),
    className: textIn(wire, 'c'),
  };
  // A field may be emptied here without the focus; only by its id it is known to be the same.
  const learned = hintOf(field, text, is(State.FOCUSED) || field.resourceId !== undefined);
  return learned === undefined ? { text } : { hint: learned, hintLearned: true };
}

/** The companion sends only the length of a password; before Android 8 not even that, nor whether there is one. */
function passwordOf(wire: unknown, sdk: number): string {
  return '•'.repeat(numberIn(wire, 'len') ?? (sdk >= HINTS_SINCE ? 0 : 1));
}

/** Whether Enter begins a new line. A field without an input type (Compose, web pages) has only its multi-line flag. */
function isMultiline(wire: unknown, is: (state: number) => boolean): boolean {
  const inputType = numberIn(wire, 'input') ?? 0;
  return inputType === 0 ? is(State.MULTI_LINE) : takesLineBreaks(inputType);
}

/** In pre-order. Each child already has its own labels, so a tree costs no more than its nodes. */
function labelsIn(children: readonly UiNode[], { handles }: TreeContext): readonly Label[] {
  const labels: Label[] = [];
  for (const child of children) {
    const handle = handles.get(child);
    if (handle) labels.push(...labelOf(child, handle), ...handle.labels);
    if (labels.length >= MOST_LABELS) break;
  }
  return labels.slice(0, MOST_LABELS);
}

function labelOf({ password }: UiNode, { h, expect }: Handle): readonly Label[] {
  // Nothing that stands in for a password's text is sent back.
  const said = password ? without(expect, 't') : expect;
  return isLabelled(said) ? [{ h, ...said }] : [];
}

function without(expected: Expected, left: string): Expected {
  return Object.fromEntries(Object.entries(expected).filter(([name]) => name !== left));
}

function isLabelled({ t, d }: Expected): boolean {
  return t !== undefined || d !== undefined;
}

/** The node's texts as the companion sent them, before they were made safe to show. */
function expectationOf(wire: unknown): Expected {
  const expected = ['c', 't', 'd', 'r'].map((name) => [name, textIn(wire, name)] as const);
  return Object.fromEntries(expected.filter((entry): entry is [string, string] => entry[1] !== undefined));
}

/** `[left, top, right, bottom]`; inverted bounds have no area (see screen/nodes.ts). */
export function boundsIn(wire: unknown, name: string): Bounds {
  const [left = 0, top = 0, right = 0, bottom = 0] = numbersIn(wire, name, 4) ?? [];
  return { left, top, right: Math.max(left, right), bottom: Math.max(top, bottom) };
}

/** Whether a state bit of an answer is set. */
export function isTrue(wire: unknown, name: string): boolean {
  return fieldOf(wire, name) === true;
}

/** AccessibilityNodeInfo's numbers for its actions; those above 16 million are resource ids (android.R.id). */
const numbers: Readonly<Record<NodeAction, number>> = {
  click: 16,
  longClick: 32,
  focus: 1,
  copy: 16_384,
  paste: 32_768,
  cut: 65_536,
  setSelection: 131_072,
  setText: 2_097_152,
  expand: 262_144,
  collapse: 524_288,
  dismiss: 1_048_576,
  scrollForward: 4096,
  scrollBackward: 8192,
  showOnScreen: 16_908_342,
  scrollUp: 16_908_344,
  scrollLeft: 16_908_345,
  scrollDown: 16_908_346,
  scrollRight: 16_908_347,
  setProgress: 16_908_349,
};

const names = new Map(
  (Object.entries(numbers) as [NodeAction, number][]).map(([name, number]) => [number, name]),
);

/** The actions that a node offers, by name; unused ones are left out. */
function actionNames(ids: readonly unknown[]): readonly NodeAction[] {
  return ids.flatMap((id) => (typeof id === 'number' ? (names.get(id) ?? []) : []));
}
