import type { AttributeValue, DesktopNode } from '../ui/desktop-node.ts';
import { shown } from '../ui/sanitize.ts';
import type { Accessible } from './atspi/accessible.ts';
import { normalisedRole } from './atspi/roles.ts';
import type { Frame } from './frames.ts';
import { isEnabled, isPassword, nameOf, placeOf } from './traits.ts';

/** What the tree of an application is made with. */
export interface Making {
  readonly toolkit: string;
  readonly frames: readonly Frame[];
  /** The element that has the keyboard. Others may claim it, in windows that are not active. */
  readonly focused: Accessible | undefined;
  /** Hears of each node and of what it stands for. */
  readonly made: (node: DesktopNode, accessible: Accessible) => void;
}

/** An application for the desktop tools, with everything below it. */
export function desktopNode(accessible: Accessible, making: Making, frame?: Frame): DesktopNode {
  const setting = { toolkit: making.toolkit, frame };
  const frameOf = (child: Accessible) => frame ?? making.frames.find((one) => one.accessible === child);
  const node = {
    role: normalisedRole(accessible),
    nativeRole: accessible.role,
    title: shown(nameOf(accessible, setting)),
    value: valueOf(accessible),
    identifier: shown(accessible.identifier),
    enabled: isEnabled(accessible),
    focused: accessible === making.focused,
    bounds: placeOf(accessible, setting),
    actions: accessible.actions.map((action) => shown(action) ?? ''),
    attributes: attributesOf(accessible),
    children: accessible.children.map((child) => desktopNode(child, making, frameOf(child))),
  };
  making.made(node, accessible);
  return node;
}

function valueOf(accessible: Accessible): string | undefined {
  const { text, value } = accessible;
  if (text !== undefined) return isPassword(accessible) ? bullets(text) : shown(text);
  return value === undefined ? undefined : String(value);
}

/** A password is never shown; how long it is may be. */
function bullets(text: string): string {
  return '•'.repeat(Array.from(text).length);
}

function attributesOf({
  description,
  states,
  attributes,
  reference,
}: Accessible): Record<string, AttributeValue> {
  const own = Object.entries(attributes).map(([name, value]) => [shown(name) ?? '', shown(value) ?? '']);
  return {
    ...(Object.fromEntries(own) as Record<string, string>),
    ...(description !== '' && { description: shown(description) ?? '' }),
    states: states.names().join(' '),
    objectPath: reference.path,
  };
}
