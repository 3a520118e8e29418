import { area, intersect } from '../ui/bounds.ts';
import type { Bounds } from '../ui/node.ts';
import type { AxElement } from './tree.ts';

/** A text that says something; an empty one says nothing. */
export function filled(text: string | undefined): string | undefined {
  return text === '' ? undefined : text;
}

const fieldRoles: ReadonlySet<string> = new Set(['AXTextField', 'AXTextArea', 'AXComboBox']);

/** Whether it takes text from a person. */
export function isEditable({ role, settable, enabled }: AxElement): boolean {
  return fieldRoles.has(role) && settable === true && enabled !== false;
}

export function isPassword({ subrole }: AxElement): boolean {
  return subrole === 'AXSecureTextField';
}

/** What a click stands for, best first. AXOpen is a double click, AXConfirm the Enter key: neither is one. */
const presses = ['AXPress', 'AXPick'];

/** The action that a click stands for, if the element offers it. */
export function pressAction({ actions }: AxElement): string | undefined {
  return presses.find((action) => actions.includes(action));
}

export const menuAction = 'AXShowMenu';

export function offersMenu({ actions }: AxElement): boolean {
  return actions.includes(menuAction);
}

/** Rows are chosen by a click of the mouse: AppKit gives them no action for it. */
export function takesPointer({ role }: AxElement): boolean {
  return role === 'AXRow';
}

const checkRoles: ReadonlySet<string> = new Set(['AXCheckBox', 'AXRadioButton']);

export function isCheckable({ role }: AxElement): boolean {
  return checkRoles.has(role);
}

/** A check box holds 0, 1, or 2 where it is neither on nor off. */
export function isChecked(element: AxElement): boolean {
  return isCheckable(element) && (element.value === 1 || element.value === true);
}

/** What it goes by: its title, or what VoiceOver would say in its place. */
export function nameOf({ title, description, label }: AxElement): string | undefined {
  return filled(title) ?? filled(description) ?? filled(label);
}

/** The part of it that lies within `clip`, which all that holds it leaves of the screen. */
export function visiblePart({ bounds, hidden }: AxElement, clip: Bounds): Bounds | undefined {
  if (bounds === undefined || hidden === true || area(bounds) === 0) return undefined;
  return intersect(bounds, clip);
}

const clipping: ReadonlySet<string> = new Set(['AXScrollArea', 'AXWebArea']);

/** Whether it scrolls, and shows of what it holds only the part within its own bounds. */
export function scrolls({ role }: AxElement): boolean {
  return clipping.has(role);
}

const floating: ReadonlySet<string> = new Set(['AXMenu', 'AXPopover', 'AXHelpTag']);

/** Whether it lies above the window of what it belongs to, and may reach beyond it. */
export function floats({ role }: AxElement): boolean {
  return floating.has(role);
}

/** What an element shows of its children. Nobody uses a scroll bar who can scroll what it belongs to. */
export function shownChildren({ children }: AxElement): readonly AxElement[] {
  return children.filter(({ role }) => role !== 'AXScrollBar');
}

/** The innermost element that claims the keyboard: what holds it often claims it, too. */
export function claimsFocus(element: AxElement): AxElement | undefined {
  for (const child of element.children) {
    const found = claimsFocus(child);
    if (found) return found;
  }
  return element.focused === true ? element : undefined;
}
