import type { Act, Reached } from '../act.ts';
import { isLauncher } from './apps.ts';
import { pressedBy } from './screen/pressed.ts';
import { factsOf } from './screen/window-facts.ts';
import { cancels } from './text/label-meaning.ts';
import { isInUnknownScript } from './text/scripts.ts';
import { presses, submits } from './typing.ts';

/** A text of a card or of a page is longer than the name of a button. */
const LONGEST_NAME = 60;

/**
 * Whether a write presses a button whose label, or whose whole window, is in a script that no word list is written in: it may do
 * anything. Rows, tabs and switches lead somewhere or can be put back.
 */
export function pressesUnknownScript(act: Act, { id, name, element, typed }: Reached): boolean {
  // Icons are named after applications.
  if (!element || typed !== undefined || isLauncher(id ?? name)) return false;
  const facts = factsOf(element.window);
  if (act.toolClass === 'type' && !(presses(act) && !element.node.editable)) {
    return submits(act, element.node) && facts.isInUnknownScript;
  }
  const { node, control, labels } = pressedBy(element);
  // A picture of the system's bars is no button of an application.
  const isNamedPicture =
    control === 'other' &&
    node.clickable &&
    element.window.type !== 'system' &&
    labels.every((label) => label.length <= LONGEST_NAME);
  if (control !== 'button' && !isNamedPicture) return false;
  return (
    labels.some((label) => isInUnknownScript([label])) || (facts.isInUnknownScript && !labels.some(cancels))
  );
}
