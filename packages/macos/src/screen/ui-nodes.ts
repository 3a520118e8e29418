import type { Bounds, UiNode } from '@handeye/screen/node';
import { makeNode } from '@handeye/screen/node';
import { normalisedRole } from './roles.ts';
import {
  clickAction,
  hasContextMenu,
  isCheckable,
  isChecked,
  isEditable,
  isPassword,
  isPopup,
  isScrollable,
  needsMouseClick,
  nonEmpty,
  relevantChildren,
  visiblePart,
} from './traits.ts';
import type { AxElement } from './tree.ts';
import { emptyBounds } from './tree.ts';

/** The facts of a window that `uiNode` needs. */
export interface UiNodeOptions {
  /** The focused element. Its containers may be marked as focused too. */
  readonly focused: AxElement | undefined;
  readonly screen: Bounds;
  /** Called for each node with its visible part. */
  readonly onNode: (node: UiNode, element: AxElement, visible: Bounds | undefined) => void;
}

/** Converts an element and everything below it for the device tools. `clip` is the visible area of its ancestors. */
export function uiNode(element: AxElement, options: UiNodeOptions, clip: Bounds): UiNode {
  const editable = isEditable(element);
  const area = isPopup(element) ? options.screen : clip;
  const visible = visiblePart(element, area);
  const childClip = isScrollable(element) ? (visible ?? emptyBounds) : area;
  const node = makeNode({
    className: normalisedRole(element),
    ...texts(element, editable),
    resourceId: element.identifier,
    hint: element.placeholder,
    bounds: element.bounds ?? emptyBounds,
    visible: visible !== undefined,
    enabled: element.enabled ?? true,
    // A click focuses a field.
    clickable: editable || clickAction(element) !== undefined || needsMouseClick(element),
    longClickable: hasContextMenu(element),
    focusable: element.focused !== undefined,
    focused: element === options.focused,
    scrollable: isScrollable(element),
    editable,
    multiline: element.role === 'AXTextArea',
    password: isPassword(element),
    checkable: isCheckable(element),
    checked: isChecked(element),
    // AXValue of a check box: 0 off, 1 on, 2 mixed.
    mixed: isCheckable(element) && element.value === 2,
    selected: element.selected ?? false,
    selection: element.selection && {
      start: element.selection.start,
      end: element.selection.start + element.selection.length,
    },
    heading: element.role === 'AXHeading',
    children: relevantChildren(element).map((child) => uiNode(child, options, childClip)),
  });
  options.onNode(node, element, visible);
  return node;
}

interface Texts {
  readonly text: string | undefined;
  readonly description: string | undefined;
}

/** The text of a field is its content and its title describes it. The text of anything else is its title or value. */
function texts(element: AxElement, editable: boolean): Texts {
  const title = nonEmpty(element.title);
  const description = nonEmpty(element.description) ?? nonEmpty(element.label) ?? nonEmpty(element.help);
  const value = element.value === undefined ? undefined : String(element.value);
  if (isPassword(element)) return { text: undefined, description: title ?? description };
  if (editable) return { text: value ?? '', description: title ?? description };
  // A check box's value is its state, which has a flag of its own.
  return { text: title ?? (isCheckable(element) ? undefined : nonEmpty(value)), description };
}
