import type { Bounds } from '@handeye/screen/node';
import type { Accessible } from '../atspi/accessible.ts';
import { interfaces, toolkits } from '../atspi/accessible.ts';
import { displayName, nonEmpty } from '../atspi/names.ts';
import type { Frame } from './frames.ts';
import { onScreen } from './frames.ts';
import { datePartsOf } from './date-parts.ts';

/** The context of an accessible: its toolkit and its window. */
export interface FrameDetails {
  readonly toolkit: string;
  readonly frame: Frame | undefined;
  /** Elements that are not where their extents say. */
  readonly misplaced?: ReadonlySet<Accessible>;
  /** Labels beside controls that have no name. */
  readonly labels?: ReadonlyMap<Accessible, string>;
}

/**
 * Returns true if a user can edit it. Some read-only texts offer EditableText, so the state must agree; a date field of
 * Chromium 150 has neither.
 */
export function isEditable(accessible: Accessible): boolean {
  const { states, interfaces: offered } = accessible;
  if (datePartsOf(accessible)) return isEnabled(accessible);
  return states.has('editable') && (offered.has(interfaces.editableText) || offered.has(interfaces.text));
}

export function isPassword({ role }: Accessible): boolean {
  return role === 'password text';
}

/**
 * `sensitive` means enabled. Chromium and GTK3 set both states, GTK4 only `sensitive`. In GTK the application itself
 * has no states, but is not disabled.
 */
export function isEnabled({ role, states }: Accessible): boolean {
  return states.has('sensitive') || states.has('enabled') || role === 'application';
}

/**
 * Returns true if it is shown now. GTK4 sets `showing` on windows only. In Firefox 153 the items of a menu that was closed stay
 * `showing` and keep their places, but are no longer `visible`.
 */
export function isShowing({ states, bounds }: Accessible, { toolkit }: FrameDetails): boolean {
  if (bounds === undefined) return false;
  if (toolkit === toolkits.gecko) return states.has('showing') && states.has('visible');
  return states.has('showing') || (toolkit === toolkits.gtk4 && states.has('visible'));
}

export function screenBounds({ bounds }: Accessible, { frame }: FrameDetails): Bounds | undefined {
  return bounds && frame ? onScreen(bounds, frame) : bounds;
}

/** The name that the user sees; undefined if it has none. */
export function nameOf({ name }: Accessible, { toolkit }: FrameDetails): string | undefined {
  return nonEmpty(displayName(name, toolkit));
}

/** GTK4 reports toggle buttons as push buttons, but only toggle buttons stay pressed. */
export function isChecked({ states }: Accessible): boolean {
  return states.has('checked') || states.has('pressed');
}
