import { displayed } from '../input/editor.ts';
import { intersect, isEmpty, type Rect } from '../views/geometry.ts';
import type { Node } from '../views/layout.ts';
import type { PhoneShape } from '../system/shape.ts';
import type { Field, ImeAction, View } from '../views/view.ts';
import type { Scroller } from '../views/view-state.ts';
import { actionsOf, type AccessibilityAction } from './accessibility-actions.ts';
import { nodeFacts, type NodeFacts, type Surroundings, type ViewLabel } from './accessibility-facts.ts';

/** A view, seen by an accessibility service. */
export interface AccessibilityNode extends NodeFacts {
  /** Identifies the view within its window while it exists. */
  readonly path: string;
  readonly index: number;
  readonly class: string;
  readonly resourceId: string;
  readonly package: string;
  readonly text: string;
  readonly description: string;
  readonly hint: string;
  /** The text is only the hint of an empty field. */
  readonly showingHint: boolean;
  readonly checkable: boolean;
  readonly checked: boolean;
  readonly clickable: boolean;
  readonly enabled: boolean;
  readonly focusable: boolean;
  readonly focused: boolean;
  readonly scrollable: boolean;
  /** The scroll position of a container, as its scroll events report it. */
  readonly scroll:
    { readonly offset: number; readonly max: number; readonly axis: Scroller['axis'] } | undefined;
  readonly longClickable: boolean;
  readonly password: boolean;
  readonly selected: boolean;
  readonly heading: boolean;
  readonly paneTitle: string;
  /** Properties that only a text field has. */
  readonly field: FieldFacts | undefined;
  readonly accessibilityFocused: boolean;
  /** The actions that it offers to services. */
  readonly actions: readonly AccessibilityAction[];
  /** False for a node that is scrolled out of view; such nodes are listed only on request. */
  readonly visible: boolean;
  /** The visible part of the view; for a view scrolled out of view, where it would be. */
  readonly bounds: Rect;
  readonly children: readonly AccessibilityNode[];
}

export interface FieldFacts {
  readonly input: NonNullable<Field['input']>;
  readonly multiLine: boolean;
  readonly maxLength: number | undefined;
  readonly imeAction: ImeAction;
  /** The error of the content; empty if there is none. */
  readonly error: string;
  /** The selection; the cursor if both are equal. */
  readonly selection: { readonly start: number; readonly end: number };
}

/** The input of a node's description besides the node. */
export interface NodeContext {
  readonly shape: PhoneShape;
  readonly package: string;
  readonly focus: string | undefined;
  readonly screen: Rect;
  /** Also describes nodes that are scrolled out of view. */
  readonly offScreen: boolean;
  /** The window's views that label others. */
  readonly labels: readonly ViewLabel[];
  readonly clipboardHasText: boolean;
  readonly accessibilityFocus: string | undefined;
}

const noActions: readonly AccessibilityAction[] = [];

/** The tree of visible views. Hidden, decorative and scrolled-out views are left out, and leave a gap in `index`. */
export function accessibilityTree(
  node: Node,
  context: NodeContext,
  parent?: Surroundings['parent'],
): AccessibilityNode {
  const { view } = node;
  const enabled = view.enabled !== false;
  const field = view.type === 'field' ? view : undefined;
  const clickable =
    view.clickable ?? (view.onTap !== undefined || view.dropdown !== undefined || field !== undefined);
  const seen = intersect(node.visible, context.screen);
  const visible = !isEmpty(seen);
  const className = view.class ?? classOf(view, context.shape);
  const { shape, labels } = context;
  const facts = nodeFacts(node, { parent, shape, labels, className });
  const showingHint = field !== undefined && (node.editing?.text ?? '') === '' && field.hint !== undefined;
  // Every field by its name: spreading an object into one of this size took most of the time of a look.
  const told = {
    viewKey: facts.viewKey,
    drawingOrder: facts.drawingOrder,
    important: facts.important,
    range: facts.range,
    stateDescription: facts.stateDescription,
    collection: facts.collection,
    item: facts.item,
    labelledBy: facts.labelledBy,
    uniqueId: facts.uniqueId,
    dismissable: facts.dismissable,
    opensPopup: facts.opensPopup,
    customActions: facts.customActions,
    path: node.path,
    index: node.index,
    class: className,
    resourceId: resourceId(view.id, context.package),
    package: context.package,
    text: textOf(node, context.shape),
    description: view.description ?? '',
    hint: field?.hint ?? '',
    showingHint,
    checkable: view.checked !== undefined,
    checked: view.checked === true,
    clickable,
    enabled,
    focusable: isFocusable(view),
    focused: node.path === context.focus,
    scrollable: node.scroller !== undefined && node.scroller.max > 0,
    scroll: node.scroller && { ...node.scroller },
    longClickable: view.longClickable ?? (view.onLongPress !== undefined || field !== undefined),
    password: field?.input === 'password',
    selected: view.selected === true,
    heading: view.heading === true,
    paneTitle: view.paneTitle ?? '',
    field: field && fieldFacts(field, node),
    accessibilityFocused: node.path === context.accessibilityFocus,
    visible,
    bounds: visible ? seen : node.bounds,
    actions: noActions,
    children: node.children
      .filter((child) => isListed(child, context))
      .map((child) => accessibilityTree(child, context, { node, viewKey: facts.viewKey })),
  };
  told.actions = actionsOf(view, told, context);
  return told;
}

/** Whether a view is focusable: explicitly, or because it is clickable, editable or scrollable. */
export function isFocusable(view: View): boolean {
  if (view.enabled === false) return false;
  return (
    view.focusable ??
    (view.onTap !== undefined ||
      view.dropdown !== undefined ||
      view.type === 'field' ||
      view.type === 'list' ||
      view.type === 'pager' ||
      view.type === 'scroll')
  );
}

function isListed(node: Node, { screen, offScreen }: NodeContext): boolean {
  if (node.view.visibility === 'invisible' || node.view.decorative === true) return false;
  return offScreen || !isEmpty(intersect(node.visible, screen));
}

function fieldFacts(field: Field, { editing }: Node): FieldFacts {
  return {
    input: field.input ?? 'text',
    multiLine: field.multiLine === true,
    maxLength: field.maxLength,
    imeAction: field.imeAction ?? (field.multiLine === true ? 'none' : 'done'),
    error: field.error ?? '',
    selection: { start: editing?.start ?? 0, end: editing?.end ?? 0 },
  };
}

function resourceId(id: string | undefined, packageName: string): string {
  if (id === undefined) return '';
  return id.includes(':') ? id : `${packageName}:id/${id}`;
}

function textOf(node: Node, shape: PhoneShape): string {
  const { view } = node;
  if (view.class === 'android.widget.Switch' && !shape.switchesHaveText) return '';
  if (view.label !== undefined) return view.label;
  if (view.type === 'text') return view.text;
  if (view.type !== 'field') return '';
  const text = node.editing?.text ?? '';
  if (text === '') return view.hint ?? '';
  // Since Android 8 a service gets the displayed text (bullets, spaces for line breaks), before that the text itself.
  if (view.input !== 'password') return shape.release < 8 ? text : displayed(view, text);
  return shape.passwordText === 'empty' ? '' : '•'.repeat(text.length);
}

function classOf(view: View, shape: PhoneShape): string {
  switch (view.type) {
    case 'column':
    case 'row':
      return 'android.widget.LinearLayout';
    case 'stack':
      return 'android.widget.FrameLayout';
    case 'grid':
      return 'android.widget.GridView';
    case 'scroll':
      return view.axis === 'horizontal' ? 'android.widget.HorizontalScrollView' : 'android.widget.ScrollView';
    case 'list':
      return shape.release <= 5 ? 'android.widget.ListView' : 'androidx.recyclerview.widget.RecyclerView';
    case 'pager':
      return shape.release <= 5 ? 'android.support.v4.view.ViewPager' : 'androidx.viewpager.widget.ViewPager';
    case 'text':
      return 'android.widget.TextView';
    case 'field':
      return 'android.widget.EditText';
    case 'icon':
      return view.onTap === undefined ? 'android.widget.ImageView' : 'android.widget.ImageButton';
    case 'drawing':
      return 'android.view.View';
  }
}
