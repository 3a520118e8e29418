import type { Reached } from './act.ts';
import { pressedBy } from './kinds/screen/pressed.ts';

/**
 * What a rule may know an element by: what it shows, and its resource. A touch on the text of a button is one on the button,
 * and a button may be named by the text that lies on it.
 */
export function labelsOf({ element }: Reached): readonly string[] {
  if (!element) return [];
  const { text = '', description = '', resourceId = '' } = element.node;
  const pressed = pressedBy(element);
  const all = [text, description, ...pressed.labels, resourceId, pressed.node.resourceId ?? ''];
  return [...new Set(all)].filter((label) => label !== '');
}
