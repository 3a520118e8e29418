import type { PhoneShape } from '../system/shape.ts';
import type { Node } from '../views/layout.ts';
import type { Range, View } from '../views/view.ts';

/** The parts of AccessibilityNodeInfo that `uiautomator dump` does not print. */
export interface NodeFacts {
  /** Identifies the platform's view within its window. List rows are recycled: the same view later shows another row. */
  readonly viewKey: string;
  /** Drawing order among siblings; a window's root is the first of all. */
  readonly drawingOrder: number;
  /** False for layouts without any meaning. */
  readonly important: boolean;
  readonly range: Pick<Range, 'min' | 'max' | 'value'> | undefined;
  readonly stateDescription: string;
  readonly collection: { readonly rows: number; readonly columns: number } | undefined;
  readonly item: { readonly row: number; readonly column: number } | undefined;
  /** The path of the view that labels this one. */
  readonly labelledBy: string | undefined;
  readonly uniqueId: string;
  readonly dismissable: boolean;
  readonly opensPopup: boolean;
  readonly customActions: readonly { readonly id: number; readonly label: string }[];
}

/** A view that labels another, by the other's id. */
export interface ViewLabel {
  readonly labelFor: string;
  readonly path: string;
}

/** The surroundings of a node that its facts depend on. */
export interface Surroundings {
  readonly parent: { readonly node: Node; readonly viewKey: string } | undefined;
  readonly shape: PhoneShape;
  readonly labels: readonly ViewLabel[];
  /** The class name that the node reports. */
  readonly className: string;
}

/** The number of row views that a list recycles. */
const RECYCLED_ROWS = 32;
/** The first resource id of an app: where ids of custom actions begin. */
const FIRST_CUSTOM_ACTION = 0x7f0a0001;
/** SeekBar and ProgressBar report their range since Android 7; state descriptions came with 11. */
const RANGE_SINCE = 24;
const STATE_SINCE = 30;
const UNIQUE_ID_SINCE = 33;

export function nodeFacts(node: Node, around: Surroundings): NodeFacts {
  const { view } = node;
  const { shape, parent, labels } = around;
  return {
    viewKey: viewKeyOf(node, parent),
    drawingOrder: parent === undefined ? 0 : node.index + 1,
    important: isImportant(view, parent === undefined),
    range: view.range && shape.sdk >= RANGE_SINCE ? view.range : undefined,
    stateDescription: shape.sdk >= STATE_SINCE ? stateOf(view, around.className) : '',
    collection: collectionOf(view, shape),
    item: parent && itemOf(node, parent.node.view, shape),
    labelledBy: labels.length === 0 ? undefined : labelOf(node, labels),
    uniqueId: shape.sdk >= UNIQUE_ID_SINCE ? (view.uniqueId ?? '') : '',
    dismissable: view.onDismiss !== undefined,
    opensPopup: view.dropdown !== undefined,
    customActions: (view.customActions ?? []).map(({ label }, place) => ({
      id: FIRST_CUSTOM_ACTION + place,
      label,
    })),
  };
}

export function customActionOf(view: View, id: number): (() => void) | undefined {
  return view.customActions?.[id - FIRST_CUSTOM_ACTION]?.run;
}

function viewKeyOf({ path, index, position }: Node, parent: Surroundings['parent']): string {
  if (parent === undefined) return '';
  if (position !== undefined) return `${parent.viewKey}/row ${position % RECYCLED_ROWS}`;
  // The row's own key is replaced by its place; only the keys below the row stay.
  const recycled = parent.viewKey !== parent.node.path;
  return recycled ? `${parent.viewKey}/${index}` : path;
}

/** If an id occurs more than once in a window, the nearest label counts (View.findViewInsideOutShouldExist). */
function labelOf({ view, path }: Node, labels: readonly ViewLabel[]): string | undefined {
  const steps = path.split('/');
  const nearness = (label: ViewLabel) => {
    const others = label.path.split('/');
    const differs = steps.findIndex((step, at) => step !== others[at]);
    return differs === -1 ? steps.length : differs;
  };
  const meant = labels.filter(({ labelFor }) => labelFor === view.id);
  return meant.toSorted((one, other) => nearness(other) - nearness(one))[0]?.path;
}

/** The default importance, as View and TextView decide it: views with an action or a text are important. */
function isImportant(view: View, isRoot: boolean): boolean {
  const acts =
    view.onTap ?? view.onLongPress ?? view.onDrag ?? view.onPointer ?? view.dropdown ?? view.onDismiss;
  const says = view.description ?? view.label ?? view.paneTitle ?? view.checked;
  if (isRoot || acts !== undefined || says !== undefined) return true;
  return (
    view.heading === true ||
    view.focusable === true ||
    view.range !== undefined ||
    ['text', 'field', 'list', 'scroll', 'pager'].includes(view.type)
  );
}

function stateOf(view: View, className: string): string {
  if (view.stateDescription !== undefined) return view.stateDescription;
  if (view.range !== undefined) {
    const { min, max, value } = view.range;
    return `${max === min ? 0 : Math.round(((value - min) / (max - min)) * 100)}%`;
  }
  if (view.checked === undefined) return '';
  switch (className.slice(className.lastIndexOf('.') + 1)) {
    case 'Switch':
      return view.checked ? 'ON' : 'OFF';
    case 'CheckBox':
      return view.checked ? 'checked' : 'not checked';
    case 'RadioButton':
      return view.checked ? 'selected' : 'not selected';
    default:
      return '';
  }
}

function collectionOf(view: View, shape: PhoneShape): NodeFacts['collection'] {
  if (view.class !== undefined) return undefined;
  // Android 5's ListView swaps rows and columns.
  if (view.type === 'list')
    return shape.release === 5 ? { rows: 1, columns: view.count } : { rows: view.count, columns: 1 };
  if (view.type !== 'grid') return undefined;
  return { rows: Math.ceil(view.children.length / view.columns), columns: view.columns };
}

function itemOf({ index, position }: Node, list: View, shape: PhoneShape): NodeFacts['item'] {
  if (list.class !== undefined) return undefined;
  if (list.type === 'list' && position !== undefined)
    return shape.release === 5 ? { row: 0, column: position } : { row: position, column: 0 };
  if (list.type !== 'grid') return undefined;
  return { row: Math.floor(index / list.columns), column: index % list.columns };
}
