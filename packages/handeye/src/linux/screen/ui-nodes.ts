import { intersect } from '../../ui/bounds.ts';
import type { Bounds, UiNode } from '../../ui/node.ts';
import { makeNode } from '../../ui/node.ts';
import type { Accessible } from '../atspi/accessible.ts';
import { toolkits } from '../atspi/accessible.ts';
import { clickAction, menuAction } from '../atspi/actions.ts';
import { keyOf } from '../atspi/cache-item.ts';
import { nonEmpty } from '../atspi/names.ts';
import { normalisedRole } from '../atspi/roles.ts';
import { innermostFocused } from './app-tree.ts';
import { isClosedCombo } from './combo-items.ts';
import type { FrameDetails } from './traits.ts';
import { isChecked, isEditable, isEnabled, isPassword, isShowing, nameOf, screenBounds } from './traits.ts';

/** Bounds of what is not on the screen. */
export const emptyBounds: Bounds = { left: 0, top: 0, right: 0, bottom: 0 };

const scrollableRoles: ReadonlySet<string> = new Set(['scroll pane', 'document web']);

const qtViewRoles: ReadonlySet<string> = new Set(['list', 'table', 'tree', 'tree table']);

/** Roles that a mouse click works on even if the toolkit offers no action, as GTK 4.8 for check boxes and tabs. */
const mouseRoles: ReadonlySet<string> = new Set([
  ...['push button', 'toggle button', 'check box', 'radio button', 'link', 'page tab'],
  ...['list item', 'tree item', 'menu', 'menu item', 'check menu item', 'radio menu item'],
  ...['table cell', 'combo box'],
]);

/** Roles that are on or off, also where the toolkit leaves out the state (GTK 3, for radio buttons). */
const checkableRoles: ReadonlySet<string> = new Set([
  ...['check box', 'toggle button', 'radio button', 'check menu item', 'radio menu item'],
]);

/** Roles whose value is their content. A scroll bar has a value too, but it is of no interest. */
const valueRoles: ReadonlySet<string> = new Set([
  ...['slider', 'spin button', 'progress bar', 'level bar', 'dial', 'rating', 'timer'],
]);

/**
 * Converts an accessible and everything below it for the device tools; `onNode` is called for each node. `clip` is the
 * visible part of its window and of the scroll panes around it: toolkits call elements visible that are scrolled away.
 */
export function uiNode(
  accessible: Accessible,
  details: FrameDetails,
  onNode: (node: UiNode, accessible: Accessible) => void,
  clip: Bounds | undefined = details.frame?.window?.bounds,
): UiNode {
  const { role, states, attributes } = accessible;
  const editable = isEditable(accessible);
  const visibleArea = details.misplaced?.has(accessible) ? emptyBounds : clip;
  const bounds = (visibleArea === emptyBounds ? undefined : screenBounds(accessible, details)) ?? emptyBounds;
  const visiblePart = visibleArea ? (intersect(visibleArea, bounds) ?? emptyBounds) : bounds;
  const scrollable = scrollableRoles.has(role) || isScrollingView(accessible, details);
  const node = makeNode({
    key: keyOf(accessible.reference),
    className: normalisedRole(accessible),
    ...texts(accessible, details, editable),
    resourceId: accessible.identifier,
    hint: attributes['placeholder-text'] ?? attributes.placeholder,
    bounds,
    visible: visiblePart !== emptyBounds && isShowing(accessible, details),
    enabled: isEnabled(accessible),
    // A click focuses a field. Its own `activate` action would be the Enter key.
    clickable: editable || isClickable(accessible),
    longClickable: editable || hasContextMenu(accessible),
    focusable: states.has('focusable'),
    focused:
      states.has('focused') || (isClosedCombo(accessible) && innermostFocused(accessible) === accessible),
    scrollable,
    editable,
    multiline: states.has('multi-line'),
    password: isPassword(accessible),
    // A toggle button of GTK4 says only when it is pressed that it can be.
    checkable: states.has('checkable') || checkableRoles.has(role) || states.has('pressed'),
    checked: isChecked(accessible),
    mixed: states.has('indeterminate') && role !== 'progress bar',
    selected: states.has('selected'),
    heading: role === 'heading',
    children: accessible.children
      .filter((child) => !isNoise(child, accessible, details))
      .map((child) => uiNode(child, details, onNode, scrollable ? visiblePart : visibleArea)),
  });
  onNode(node, accessible);
  return node;
}

/** Lists, tables and trees of Qt scroll by themselves, without a scroll pane around them. */
function isScrollingView({ role, bounds, children }: Accessible, { toolkit }: FrameDetails): boolean {
  if (toolkit !== toolkits.qt || !bounds || !qtViewRoles.has(role)) return false;
  const isOutside = (inner: Bounds | undefined) =>
    inner !== undefined &&
    (inner.bottom > bounds.bottom || inner.top < bounds.top || inner.right > bounds.right);
  return children.some((child) => isOutside(child.bounds));
}

function isClickable(accessible: Accessible): boolean {
  if (isCellGroup(accessible)) return false;
  return clickAction(accessible.actions) !== undefined || reactsToMouse(accessible);
}

/** Whether a model is better off without it: it costs tokens and tells nothing. */
function isNoise(child: Accessible, parent: Accessible, details: FrameDetails): boolean {
  return child.role === 'scroll bar' || isEmptyCell(child) || repeatsParent(child, parent, details);
}

function reactsToMouse({ role, states }: Accessible): boolean {
  return mouseRoles.has(role) && (states.has('focusable') || states.has('selectable'));
}

/** GTK3 nests cells. The outer one adds nothing to the inner ones. */
function isCellGroup({ role, children }: Accessible): boolean {
  return role === 'table cell' && children.some((child) => child.role === 'table cell');
}

/** A cell for a check mark or an icon that this row does not have. */
function isEmptyCell({ role, name, bounds, children }: Accessible): boolean {
  return role === 'table cell' && name.trim() === '' && bounds === undefined && children.length === 0;
}

/**
 * Whether it has a context menu of its own. Chromium offers the action on every node and GTK4 on every label; it only
 * means something on focusable elements and images.
 */
function hasContextMenu({ role, states, actions }: Accessible): boolean {
  return menuAction(actions) !== undefined && (states.has('focusable') || role === 'image');
}

/**
 * A label that only repeats the name of its parent: half of a web page's tree, and inside every GTK4 button. The bullet
 * of a list item counts too.
 */
function repeatsParent(child: Accessible, parent: Accessible, details: FrameDetails): boolean {
  if ((child.role !== 'static' && child.role !== 'label') || child.children.length > 0) return false;
  const name = nameOf(child, details)?.trim();
  if (parent.role === 'list item' && name !== undefined && !/[\p{L}\p{N}]/u.test(name)) return true;
  return name !== undefined && name === nameOf(parent, details)?.trim();
}

/** The text of a field is its content and its name describes it. The text of anything else is its name. */
function texts(
  accessible: Accessible,
  details: FrameDetails,
  editable: boolean,
): { text: string | undefined; description: string | undefined } {
  const name = nameOf(accessible, details);
  const description = nonEmpty(accessible.description);
  const hasValue = accessible.value !== undefined && valueRoles.has(accessible.role);
  const value = hasValue ? String(accessible.value) : undefined;
  if (editable) return { text: accessible.text ?? value ?? '', description: name ?? description };
  return { text: name ?? nonEmpty(accessible.text) ?? value, description };
}
