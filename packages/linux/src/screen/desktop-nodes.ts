import type { AttributeValue, DesktopNode } from '@handeye/screen/desktop/node';
import { shownText } from '@handeye/screen/node';
import { shown } from '@handeye/screen/sanitize';
import type { Accessible } from '../atspi/accessible.ts';
import { normalisedRole } from '../atspi/roles.ts';
import type { Frame } from './frames.ts';
import { isEnabled, isPassword, nameOf, screenBounds } from './traits.ts';

/** The facts about an application that `desktopNode` needs. */
export interface DesktopNodeOptions {
  readonly toolkit: string;
  readonly frames: readonly Frame[];
  /** The focused element. Elements of inactive windows may have the state `focused` too. */
  readonly focused: Accessible | undefined;
  /** Called for each node. */
  readonly onNode: (node: DesktopNode, accessible: Accessible) => void;
}

/** Converts an accessible and everything below it for the desktop tools. */
export function desktopNode(accessible: Accessible, options: DesktopNodeOptions, frame?: Frame): DesktopNode {
  const details = { toolkit: options.toolkit, frame };
  const frameOf = (child: Accessible) =>
    frame ?? options.frames.find((candidate) => candidate.accessible === child);
  const node = {
    role: normalisedRole(accessible),
    nativeRole: accessible.role,
    title: shown(nameOf(accessible, details)),
    value: valueOf(accessible),
    identifier: shown(accessible.identifier),
    enabled: isEnabled(accessible),
    focused: accessible === options.focused,
    bounds: screenBounds(accessible, details),
    actions: accessible.actions.map((action) => shown(action) ?? ''),
    attributes: attributesOf(accessible),
    ...(accessible.whole && { childCount: accessible.whole.childCount }),
    children: accessible.children.map((child) => desktopNode(child, options, frameOf(child))),
  };
  options.onNode(node, accessible);
  return node;
}

function valueOf(accessible: Accessible): string | undefined {
  const { text, value } = accessible;
  if (text !== undefined) return shownText({ password: isPassword(accessible), text: shown(text) });
  return value === undefined ? undefined : String(value);
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
