import { filled } from './filled.ts';
import type { UiNode } from '../ui/node.ts';
import { makeNode } from '../ui/node.ts';
import type { Accessible } from './atspi/accessible.ts';
import { menuAction, pressAction } from './atspi/actions.ts';
import { normalisedRole } from './atspi/roles.ts';
import type { Setting } from './traits.ts';
import { isChecked, isEditable, isEnabled, isPassword, isShowing, nameOf, placeOf } from './traits.ts';

const nowhere = { left: 0, top: 0, right: 0, bottom: 0 };
const scrolling: ReadonlySet<string> = new Set(['scroll pane', 'document web']);

/** An element for the device tools; `made` hears of each node and of what it stands for. */
export function uiNode(
  accessible: Accessible,
  setting: Setting,
  made: (node: UiNode, accessible: Accessible) => void,
): UiNode {
  const { role, states, actions, attributes } = accessible;
  const editable = isEditable(accessible);
  const node = makeNode({
    className: normalisedRole(accessible),
    ...texts(accessible, setting, editable),
    resourceId: accessible.identifier,
    hint: attributes['placeholder-text'] ?? attributes.placeholder,
    bounds: placeOf(accessible, setting) ?? nowhere,
    visible: isShowing(accessible, setting),
    enabled: isEnabled(accessible),
    // A click gives a field the focus. Its own `activate` would be the Enter key.
    clickable: editable || pressAction(actions) !== undefined,
    longClickable: menuAction(actions) !== undefined,
    focusable: states.has('focusable'),
    focused: states.has('focused'),
    scrollable: scrolling.has(role),
    editable,
    multiline: states.has('multi-line'),
    password: isPassword(accessible),
    checkable: states.has('checkable') || role === 'check box' || role === 'toggle button',
    checked: isChecked(accessible),
    selected: states.has('selected'),
    heading: role === 'heading',
    children: accessible.children.map((child) => uiNode(child, setting, made)),
  });
  made(node, accessible);
  return node;
}

/** A field's text is its content, and its name describes it; anything else goes by its name. */
function texts(
  accessible: Accessible,
  setting: Setting,
  editable: boolean,
): { text: string | undefined; description: string | undefined } {
  const name = nameOf(accessible, setting);
  const description = filled(accessible.description);
  if (editable) return { text: accessible.text ?? '', description: name ?? description };
  const value = accessible.value === undefined ? undefined : String(accessible.value);
  return { text: name ?? filled(accessible.text) ?? value, description };
}
