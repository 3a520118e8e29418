import type { Bounds, UiNode } from '../ui/node.ts';
import { makeNode } from '../ui/node.ts';
import { normalisedRole } from './roles.ts';
import {
  filled,
  floats,
  isCheckable,
  isChecked,
  isEditable,
  isPassword,
  offersMenu,
  pressAction,
  scrolls,
  shownChildren,
  takesPointer,
  visiblePart,
} from './traits.ts';
import type { AxElement } from './tree.ts';

const nowhere = { left: 0, top: 0, right: 0, bottom: 0 };

/** What the nodes of a window are made with. */
export interface Making {
  /** The element that has the keyboard. Others may claim it. */
  readonly focused: AxElement | undefined;
  readonly screen: Bounds;
  /** Hears of each node, of what it stands for, and of the part of it that can be seen. */
  readonly made: (node: UiNode, element: AxElement, visible: Bounds | undefined) => void;
}

/** An element for the device tools; `clip` is what is left of the screen by all that holds it. */
export function uiNode(element: AxElement, making: Making, clip: Bounds): UiNode {
  const editable = isEditable(element);
  const around = floats(element) ? making.screen : clip;
  const visible = visiblePart(element, around);
  const inner = scrolls(element) ? (visible ?? nowhere) : around;
  const node = makeNode({
    className: normalisedRole(element),
    ...texts(element, editable),
    resourceId: element.identifier,
    hint: element.placeholder,
    bounds: element.bounds ?? nowhere,
    visible: visible !== undefined,
    enabled: element.enabled ?? true,
    // A click gives a field the focus.
    clickable: editable || pressAction(element) !== undefined || takesPointer(element),
    longClickable: offersMenu(element),
    focusable: element.focused !== undefined,
    focused: element === making.focused,
    scrollable: scrolls(element),
    editable,
    multiline: element.role === 'AXTextArea',
    password: isPassword(element),
    checkable: isCheckable(element),
    checked: isChecked(element),
    selected: element.selected ?? false,
    heading: element.role === 'AXHeading',
    children: shownChildren(element).map((child) => uiNode(child, making, inner)),
  });
  making.made(node, element, visible);
  return node;
}

interface Texts {
  readonly text: string | undefined;
  readonly description: string | undefined;
}

/** A field's text is its content, and its title describes it; anything else goes by its title, or shows its value. */
function texts(element: AxElement, editable: boolean): Texts {
  const title = filled(element.title);
  const description = filled(element.description) ?? filled(element.label) ?? filled(element.help);
  const value = element.value === undefined ? undefined : String(element.value);
  if (isPassword(element)) return { text: undefined, description: title ?? description };
  if (editable) return { text: value ?? '', description: title ?? description };
  // The value of a check box is its state, which is told by a flag.
  return { text: title ?? (isCheckable(element) ? undefined : filled(value)), description };
}
