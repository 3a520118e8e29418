import { filled } from './filled.ts';
import type { Bounds } from '../ui/node.ts';
import type { Accessible } from './atspi/accessible.ts';
import { interfaces } from './atspi/accessible.ts';
import { properName } from './atspi/names.ts';
import type { Frame } from './frames.ts';
import { moved } from './frames.ts';

/** What it takes to understand an accessible: where its window lies, and whose widgets these are. */
export interface Setting {
  readonly toolkit: string;
  readonly frame: Frame | undefined;
  /** Elements that are not where their extents say. */
  readonly displaced?: ReadonlySet<Accessible>;
}

/** Whether it takes text from a person. Some read-only texts offer the interface for it, so the state must agree. */
export function isEditable({ states, interfaces: offered }: Accessible): boolean {
  return states.has('editable') && (offered.has(interfaces.editableText) || offered.has(interfaces.text));
}

export function isPassword({ role }: Accessible): boolean {
  return role === 'password text';
}

/**
 * Sensitive is what a person calls enabled; Chromium and GTK3 say both, GTK4 only the first. The application itself has
 * no states at all in GTK, and is not disabled.
 */
export function isEnabled({ role, states }: Accessible): boolean {
  return states.has('sensitive') || states.has('enabled') || role === 'application';
}

/** Whether it can be seen now. GTK4 says `showing` of windows only. */
export function isShowing({ states, bounds }: Accessible, { toolkit }: Setting): boolean {
  if (bounds === undefined) return false;
  return states.has('showing') || (toolkit === 'GTK' && states.has('visible'));
}

/** Where it lies on the screen. */
export function placeOf({ bounds }: Accessible, { frame }: Setting): Bounds | undefined {
  return bounds && frame ? moved(bounds, frame.offset) : bounds;
}

/** Its name as a person would say it. */
export function nameOf({ name }: Accessible, { toolkit }: Setting): string | undefined {
  return filled(properName(name, toolkit));
}

/** GTK4 calls a toggle button a push button, but only the toggles stay pressed. */
export function isChecked({ states }: Accessible): boolean {
  return states.has('checked') || states.has('pressed');
}
