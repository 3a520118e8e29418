import type { AttributeValue, DesktopNode } from '@handeye/screen/desktop/node';
import { shown } from '@handeye/screen/sanitize';
import { normalisedRole } from './roles.ts';
import { isPassword, nameOf } from './traits.ts';
import type { AxElement } from './tree.ts';

/** Converts an application for the desktop tools. `focused` is the element that has the keyboard. */
export function desktopNode(
  element: AxElement,
  focused: AxElement | undefined,
  onNode: (node: DesktopNode, element: AxElement) => void,
): DesktopNode {
  const node = {
    role: normalisedRole(element),
    nativeRole: shown(element.role) ?? '',
    title: shown(nameOf(element)),
    value: valueOf(element),
    identifier: shown(element.identifier),
    enabled: element.enabled ?? true,
    focused: element === focused,
    bounds: element.bounds,
    actions: element.actions.map((action) => shown(action) ?? ''),
    attributes: attributesOf(element),
    children: element.children.map((child) => desktopNode(child, focused, onNode)),
  };
  onNode(node, element);
  return node;
}

/** The bridge does not send the content of secure fields; if it ever did, it would stop here. */
function valueOf(element: AxElement): string | undefined {
  const { value } = element;
  return value === undefined || isPassword(element) ? undefined : shown(String(value));
}

/** The attributes that the element has, by AX name. */
function attributesOf(element: AxElement): Record<string, AttributeValue> {
  const attributes: Record<string, string | boolean | undefined> = {
    AXSubrole: shown(element.subrole),
    AXTitle: shown(element.title),
    AXDescription: shown(element.description),
    AXHelp: shown(element.help),
    AXPlaceholderValue: shown(element.placeholder),
    AXURL: shown(element.url),
    AXSelected: element.selected,
    AXExpanded: element.expanded,
    AXMain: element.main,
    AXMinimized: element.minimized,
    AXModal: element.modal,
    AXHidden: element.hidden,
    AXSelectedTextRange: element.selection && `${element.selection.start},${element.selection.length}`,
  };
  const given = Object.entries(attributes).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, value]],
  );
  return Object.fromEntries(given) as Record<string, AttributeValue>;
}
