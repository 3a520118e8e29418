import type { Reached } from './act.ts';
import { pressedBy } from './kinds/screen/pressed.ts';

/**
 * The names that a rule may know an element by: its texts, and its resource. A touch on the text of a button is one on the
 * button, and a button may be named by the text that lies on it.
 */
export function labelsOf({ element, button }: Reached): readonly string[] {
  if (!element) return button === undefined ? [] : [button];
  const { text = '', description = '', resourceId = '' } = element.node;
  const pressed = pressedBy(element);
  const all = [text, description, ...pressed.labels, resourceId, pressed.node.resourceId ?? ''];
  return [...new Set(all)].filter((label) => label !== '');
}

/** The name of an element for a person. A field is not named by its content, and of a resource the last word is enough. */
export function shownLabelOf(reached: Reached): string | undefined {
  const { node } = reached.element ?? {};
  if (!node) return reached.button;
  const { editable, hint, description, containerTitle, resourceId } = node;
  const [label] = editable
    ? [hint, description, containerTitle, resourceId].filter((name) => name !== undefined && name !== '')
    : labelsOf(reached);
  return label === undefined || label !== resourceId ? label : label.slice(label.lastIndexOf('/') + 1);
}
