import type { AccessibilityNode } from '../framework/windows/accessibility.ts';
import { inputTypeOf } from '../framework/system/input-type.ts';
import type { Rect } from '../framework/views/geometry.ts';
import { knownActions } from './action-ids.ts';

/** A node of a look: an absent field is null, false, 0 or empty. */
export interface NodeJson {
  readonly h: number;
  readonly k: string;
  readonly c?: string;
  readonly t?: string;
  readonly d?: string;
  readonly r?: string;
  readonly n?: readonly NodeJson[];
  readonly [fact: string]: unknown;
}

/** The context of a node: its window, and the release that decides its fields. */
export interface NodePlace {
  readonly window: number;
  readonly package: string;
  readonly sdk: number;
}

export type Bounds = readonly [left: number, top: number, right: number, bottom: number];

export function boundsOf({ left, top, right, bottom }: Rect): Bounds {
  return [Math.round(left), Math.round(top), Math.round(right), Math.round(bottom)];
}

/** The upper half of the id of a node without virtual descendants (AccessibilityNodeProvider.HOST_VIEW_ID). */
const HOST_VIEW = -1n << 32n;

/** The platform's own id of a node: the ids of its window and its source node. */
export function nodeKey(window: number, { viewKey }: Pick<AccessibilityNode, 'viewKey'>): string {
  return `${window}:${HOST_VIEW + BigInt(viewNumber(viewKey))}`;
}

/** A number for a view that stays the same as long as the view lives (FNV-1a, without the sign). */
function viewNumber(viewKey: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < viewKey.length; at++) hash = Math.imul(hash ^ viewKey.charCodeAt(at), 0x01000193);
  return hash >>> 1;
}

/** The identity of a node: its class and texts, in the form of an act's `expect`. */
export function expectation(
  node: AccessibilityNode,
  sdk: number,
): Readonly<Record<'c' | 't' | 'd' | 'r', string>> {
  const { class: c, text, description: d, resourceId: r } = node;
  return { c, t: node.password && !showsHint(node, sdk) ? '' : text, d, r };
}

/** Before Android 8 a hint cannot be distinguished from a text, and a password has no text at all. */
export const HINTS_SINCE = 26;

function showsHint({ showingHint }: AccessibilityNode, sdk: number): boolean {
  return showingHint && sdk >= HINTS_SINCE;
}

/** A password's length; its text is never sent. The hint of an empty field is not secret. */
function passwordLength(node: AccessibilityNode, sdk: number): number {
  if (!node.password || node.showingHint || sdk < HINTS_SINCE) return 0;
  return Array.from(node.text).length;
}

/** All facts of a node except its children. */
export function nodeJson(node: AccessibilityNode, handle: number, place: NodePlace): NodeJson {
  return withoutDefaults({
    h: handle,
    k: nodeKey(place.window, node),
    ...expectation(node, place.sdk),
    p: node.package === place.package ? '' : node.package,
    b: boundsOf(node.bounds),
    s: statesOf(node, place.sdk),
    len: passwordLength(node, place.sdk),
    ...sinceApi(node, place.sdk),
    ...fieldFacts(node),
    range: node.range && [0, node.range.min, node.range.max, node.range.value],
    coll: node.collection && [node.collection.rows, node.collection.columns, 0, 0],
    item: node.item && [node.item.row, 1, node.item.column, 1, node.selected ? 1 : 0],
    acts: actionIds(node, place.sdk),
    custom: node.customActions.map(({ id, label }) => [id, label]),
  });
}

function fieldFacts({ field, showingHint, text }: AccessibilityNode): object {
  if (field === undefined) return {};
  const { start, end } = field.selection;
  return {
    error: field.error,
    input: inputTypeOf(field),
    ...(!showingHint && text !== '' && { sel: [start, end] }),
    max: field.maxLength,
  };
}

/** Fields that came after Android 5. */
function sinceApi(node: AccessibilityNode, sdk: number): object {
  return {
    ...(sdk >= 24 && { order: node.drawingOrder }),
    ...(sdk >= HINTS_SINCE && { hint: node.hint }),
    ...(sdk >= 28 && { pane: node.paneTitle }),
    ...(sdk >= 30 && { state: node.stateDescription }),
    ...(sdk >= 33 && { uid: node.uniqueId }),
  };
}

function statesOf(node: AccessibilityNode, sdk: number): number {
  const editable = node.field !== undefined && node.enabled;
  const states: readonly boolean[] = [
    node.visible,
    node.enabled,
    node.clickable,
    node.longClickable,
    node.focusable,
    node.focused,
    node.scrollable,
    editable,
    node.field?.multiLine === true,
    node.password,
    node.checkable,
    node.checked,
    node.selected,
    sdk >= 28 && node.heading,
    showsHint(node, sdk),
    node.dismissable,
    node.field !== undefined && node.field.error !== '',
    node.accessibilityFocused,
    sdk >= 24 && node.important,
    false, // contextClickable: no view here
    false, // fieldRequired: Android 16
    false, // accessibilityDataSensitive: no app here sets it
    node.opensPopup,
  ];
  return states.reduce((sum, state, bit) => (state ? sum | (1 << bit) : sum), 0);
}

function actionIds(node: AccessibilityNode, sdk: number): readonly number[] {
  return node.actions
    .flatMap((name) => knownActions.get(name) ?? [])
    .filter(({ since }) => since <= sdk)
    .map(({ id }) => id)
    .sort((one, other) => one - other);
}

function withoutDefaults(facts: NodeJson): NodeJson {
  const kept = Object.entries(facts).filter(([name, value]) => name === 'h' || !isDefault(value));
  return { h: facts.h, k: facts.k, ...Object.fromEntries(kept) };
}

function isDefault(value: unknown): boolean {
  if (Array.isArray(value)) return value.length === 0;
  return value === undefined || value === '' || value === 0 || value === false;
}
