import { filled } from './filled.ts';
import type { UiNode } from '../ui/node.ts';
import { intersect } from '../ui/bounds.ts';
import { makeNode } from '../ui/node.ts';
import type { Accessible } from './atspi/accessible.ts';
import { keyOf } from './atspi/item.ts';
import { menuAction, pressAction } from './atspi/actions.ts';
import { normalisedRole } from './atspi/roles.ts';
import type { Setting } from './traits.ts';
import { isChecked, isEditable, isEnabled, isPassword, isShowing, nameOf, placeOf } from './traits.ts';

const nowhere = { left: 0, top: 0, right: 0, bottom: 0 };
const scrolling: ReadonlySet<string> = new Set(['scroll pane', 'document web']);

/**
 * An element for the device tools; `made` hears of each node and of what it stands for. `around` is what its window and
 * the scrolling areas that it is in let see: toolkits call visible what was scrolled out of sight.
 */
export function uiNode(
  accessible: Accessible,
  setting: Setting,
  made: (node: UiNode, accessible: Accessible) => void,
  around = setting.frame?.window?.bounds,
): UiNode {
  const { role, states, attributes } = accessible;
  const editable = isEditable(accessible);
  const view = setting.displaced?.has(accessible) ? nowhere : around;
  const bounds = (view === nowhere ? undefined : placeOf(accessible, setting)) ?? nowhere;
  const seen = view ? (intersect(view, bounds) ?? nowhere) : bounds;
  const scrollable = scrolling.has(role);
  const node = makeNode({
    key: keyOf(accessible.reference),
    className: normalisedRole(accessible),
    ...texts(accessible, setting, editable),
    resourceId: accessible.identifier,
    hint: attributes['placeholder-text'] ?? attributes.placeholder,
    bounds,
    visible: seen !== nowhere && isShowing(accessible, setting),
    enabled: isEnabled(accessible),
    // A click gives a field the focus. Its own `activate` would be the Enter key.
    clickable: editable || isPressable(accessible),
    longClickable: editable || offersMenu(accessible),
    focusable: states.has('focusable'),
    focused: states.has('focused'),
    scrollable,
    editable,
    multiline: states.has('multi-line'),
    password: isPassword(accessible),
    checkable: states.has('checkable') || role === 'check box' || role === 'toggle button',
    checked: isChecked(accessible),
    selected: states.has('selected'),
    heading: role === 'heading',
    children: accessible.children
      .filter((child) => !isNoise(child, accessible, setting))
      .map((child) => uiNode(child, setting, made, scrollable ? seen : view)),
  });
  made(node, accessible);
  return node;
}

function isPressable(accessible: Accessible): boolean {
  if (holdsCells(accessible)) return false;
  return pressAction(accessible.actions) !== undefined || takesMouse(accessible);
}

/** What would cost a model's attention and tell it nothing. */
function isNoise(child: Accessible, parent: Accessible, setting: Setting): boolean {
  return child.role === 'scroll bar' || isEmptyCell(child) || isEcho(child, parent, setting);
}

/** What a click of the mouse uses although its toolkit offers no action for it, as GTK 4.8 for check boxes and tabs. */
const used: ReadonlySet<string> = new Set([
  ...[
    'push button',
    'toggle button',
    'check box',
    'radio button',
    'link',
    'page tab',
    'list item',
    'tree item',
  ],
  ...['menu', 'menu item', 'check menu item', 'radio menu item', 'table cell', 'combo box'],
]);

function takesMouse({ role, states }: Accessible): boolean {
  return used.has(role) && (states.has('focusable') || states.has('selectable'));
}

/** GTK3 makes a cell out of several: the outer one says and does nothing that an inner one would not. */
function holdsCells({ role, children }: Accessible): boolean {
  return role === 'table cell' && children.some((child) => child.role === 'table cell');
}

/** A cell that shows nothing anywhere: the place for a mark or a picture that this row does not have. */
function isEmptyCell({ role, name, bounds, children }: Accessible): boolean {
  return role === 'table cell' && name.trim() === '' && bounds === undefined && children.length === 0;
}

/**
 * Whether it has a context menu of its own. Chromium offers one for every node and GTK4 for every label: where it
 * means something, the element takes the focus, or is a picture.
 */
function offersMenu({ role, states, actions }: Accessible): boolean {
  return menuAction(actions) !== undefined && (states.has('focusable') || role === 'image');
}

/**
 * A label that only says once more what it labels: half of a web page's tree, and inside of every button of GTK4. The
 * bullet of a list's item says nothing either.
 */
function isEcho(child: Accessible, parent: Accessible, setting: Setting): boolean {
  if ((child.role !== 'static' && child.role !== 'label') || child.children.length > 0) return false;
  const name = nameOf(child, setting)?.trim();
  if (parent.role === 'list item' && name !== undefined && !/[\p{L}\p{N}]/u.test(name)) return true;
  return name !== undefined && name === nameOf(parent, setting)?.trim();
}

/** What stands for its value. A scroll bar has one too, which tells nobody anything. */
const valued: ReadonlySet<string> = new Set([
  ...['slider', 'spin button', 'progress bar', 'level bar', 'dial', 'rating', 'timer'],
]);

/** A field's text is its content, and its name describes it; anything else goes by its name. */
function texts(
  accessible: Accessible,
  setting: Setting,
  editable: boolean,
): { text: string | undefined; description: string | undefined } {
  const name = nameOf(accessible, setting);
  const description = filled(accessible.description);
  const value =
    accessible.value === undefined || !valued.has(accessible.role) ? undefined : String(accessible.value);
  if (editable) return { text: accessible.text ?? value ?? '', description: name ?? description };
  return { text: name ?? filled(accessible.text) ?? value, description };
}
