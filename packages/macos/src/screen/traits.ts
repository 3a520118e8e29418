import { area, intersect } from '@handeye/screen/bounds';
import type { Bounds } from '@handeye/screen/node';
import type { AxElement } from './tree.ts';

/** The text, or undefined if it is empty. */
export function nonEmpty(text: string | undefined): string | undefined {
  return text === '' ? undefined : text;
}

const fieldRoles: ReadonlySet<string> = new Set(['AXTextField', 'AXTextArea', 'AXComboBox']);

/** Whether a user can edit it. */
export function isEditable({ role, settable, enabled }: AxElement): boolean {
  return fieldRoles.has(role) && settable === true && enabled !== false;
}

export function isPassword({ subrole }: AxElement): boolean {
  return subrole === 'AXSecureTextField';
}

/** Actions that a click performs, best first. AXOpen (double click) and AXConfirm (Enter) are not among them. */
const clickActions = ['AXPress', 'AXPick'];

/** The action that a click performs, if the element offers one. */
export function clickAction({ actions }: AxElement): string | undefined {
  return clickActions.find((action) => actions.includes(action));
}

export const MENU_ACTION = 'AXShowMenu';

export function hasContextMenu({ actions }: AxElement): boolean {
  return actions.includes(MENU_ACTION);
}

/** Whether it needs a mouse click: AppKit gives rows no action that selects them. */
export function needsMouseClick({ role }: AxElement): boolean {
  return role === 'AXRow';
}

const checkRoles: ReadonlySet<string> = new Set(['AXCheckBox', 'AXRadioButton']);

export function isCheckable({ role }: AxElement): boolean {
  return checkRoles.has(role);
}

/** The value of a check box is 0, 1, or 2 for mixed. */
export function isChecked(element: AxElement): boolean {
  return isCheckable(element) && (element.value === 1 || element.value === true);
}

/** Its title, or what VoiceOver would read instead. */
export function nameOf({ title, description, label }: AxElement): string | undefined {
  return nonEmpty(title) ?? nonEmpty(description) ?? nonEmpty(label);
}

/** The part of it inside `clip`, the visible area of its ancestors. */
export function visiblePart({ bounds, hidden }: AxElement, clip: Bounds): Bounds | undefined {
  if (bounds === undefined || hidden === true || area(bounds) === 0) return undefined;
  return intersect(bounds, clip);
}

const scrollRoles: ReadonlySet<string> = new Set(['AXScrollArea', 'AXWebArea']);

/** Whether it scrolls, and so clips its children to its own bounds. */
export function isScrollable({ role }: AxElement): boolean {
  return scrollRoles.has(role);
}

const popupRoles: ReadonlySet<string> = new Set(['AXMenu', 'AXPopover', 'AXHelpTag']);

/** Whether it is drawn above its window and may extend beyond it. */
export function isPopup({ role }: AxElement): boolean {
  return popupRoles.has(role);
}

/** Its children without scroll bars: the scroll area itself can be scrolled. */
export function relevantChildren({ children }: AxElement): readonly AxElement[] {
  return children.filter(({ role }) => role !== 'AXScrollBar');
}
