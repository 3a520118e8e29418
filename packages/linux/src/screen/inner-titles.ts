import type { Accessible } from '../atspi/accessible.ts';
import { nonEmpty } from '../atspi/names.ts';
import type { FrameDetails } from './traits.ts';
import { isShowing, nameOf } from './traits.ts';

/** Roles that only hold other elements. */
const containerRoles: ReadonlySet<string> = new Set(['panel', 'filler', 'tool bar', 'grouping', 'section']);

/** Roles of controls: a nameless one gets the title of its container. */
const controlRoles: ReadonlySet<string> = new Set([
  ...['push button', 'toggle button', 'check box', 'radio button', 'push button menu'],
  ...['text', 'entry', 'password text', 'spin button', 'combo box', 'slider'],
]);

/** A field and the button that opens its list. */
const MOST_CONTROLS = 2;
/** The largest container that is the frame of one control. */
const MOST_PARTS = 40;

/**
 * The title of a container as a name for the nameless controls in it; undefined if it is the title of a group. GIMP's tools
 * (GTK 2) are nameless buttons in panels that have the tooltip, LibreOffice's (7.4) nameless fields in named panels.
 */
export function titleForControls(container: Accessible, details: FrameDetails): string | undefined {
  if (!containerRoles.has(container.role)) return undefined;
  const title = nameOf(container, details) ?? nonEmpty(container.description);
  if (title === undefined) return undefined;
  const parts = shownParts(container, details);
  if (parts === undefined || parts.some((part) => isNamed(part, details))) return undefined;
  const controls = parts.filter(({ role }) => controlRoles.has(role));
  return controls.length > 0 && controls.length <= MOST_CONTROLS ? title : undefined;
}

export function isNamelessControl(accessible: Accessible, details: FrameDetails): boolean {
  return controlRoles.has(accessible.role) && !isNamed(accessible, details);
}

function isNamed(accessible: Accessible, details: FrameDetails): boolean {
  const isText = !controlRoles.has(accessible.role) && accessible.text !== undefined;
  return isText || nameOf(accessible, details) !== undefined || accessible.description !== '';
}

/** Everything shown inside; undefined if it is more than a control has. */
function shownParts(container: Accessible, details: FrameDetails): readonly Accessible[] | undefined {
  const parts: Accessible[] = [];
  const open = [...container.children];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (parts.length >= MOST_PARTS) return undefined;
    if (!isShowing(next, details)) continue;
    parts.push(next);
    open.push(...next.children);
  }
  return parts;
}
