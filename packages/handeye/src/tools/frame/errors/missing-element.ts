import { elementNotFound } from '../../../device/errors.ts';
import type { Successor } from '../../../ui/identity/successors.ts';
import { nameOf } from '../../../ui/identity/signature.ts';
import { shortId } from '../../../ui/ids.ts';
import { cut, flat } from '../../../ui/sanitize.ts';

/** A label says which element is meant; more of it would only be device text in an error. */
const LONGEST_LABEL = 40;

/** What else is known of an id that names nothing. */
export interface MissingAdvice {
  readonly successor?: Successor | undefined;
  /** It does not look like an id: it may be what is written on an element. */
  readonly isText?: boolean;
}

/** The error for an id whose element is not on the screen, with what is in its place where that is known. */
export function missingElement(id: string, { successor, isText = false }: MissingAdvice = {}): Error {
  const text = `Element '${id}' not found on the screen. Call get_screen_state or find_elements to get current ids.`;
  if (isText)
    return elementNotFound(`${text} A text on the screen is passed as text:${cut(id, LONGEST_LABEL, '…')}`);
  if (successor === undefined) return elementNotFound(text);
  const [was, is] = [named(id, successor.was), named(successor.now.id, nameOf(successor.now.node))];
  return elementNotFound(`${text} ${was} is gone; in its place: ${is}`);
}

function named(id: string, label: string): string {
  const shown = cut(flat(label), LONGEST_LABEL, '…');
  return shown === '' ? shortId(id) : `${shortId(id)} (${shown})`;
}
