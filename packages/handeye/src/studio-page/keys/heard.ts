/** A key that was pressed, as far as it tells which key of the page it is. */
export interface KeyPress {
  readonly key: string;
  readonly code: string;
  readonly ctrlKey: boolean;
  readonly altKey: boolean;
  readonly metaKey: boolean;
  readonly shiftKey: boolean;
}

/**
 * Where a key is pressed: where text is typed; where a choice or a dialog has keys of its own; in the card of a question;
 * anywhere else.
 */
export type KeyPlace = 'text' | 'choice' | 'question' | 'page';

export interface KeyState {
  readonly place: KeyPlace;
  /** It answers a question or stops everything. */
  readonly isUrgent: boolean;
  /** The person types on the device. */
  readonly lettersRest: boolean;
}

/** What chords of the page begin with: neither a browser nor a device wants these. */
const CHORD = 'Alt+Shift+';

/** The key's name among those of the page: `s`, `?`, `Escape`, `Alt+Shift+S`; undefined for chords that are not the page's. */
export function keyName({ key, code, ctrlKey, altKey, metaKey, shiftKey }: KeyPress): string | undefined {
  if (ctrlKey || metaKey || (altKey && !shiftKey)) return undefined;
  if (!altKey) return key;
  // A Mac makes another letter of it: there the place on the keyboard tells.
  const letter = /^[a-z]$/i.test(key) ? key : /^Key([A-Z])$/.exec(code)?.[1];
  return letter === undefined ? undefined : CHORD + letter.toUpperCase();
}

/** Whether a key that is pressed there is for the page. */
export function isHeard(name: string, { place, isUrgent, lettersRest }: KeyState): boolean {
  if (name.startsWith(CHORD) || place === 'question') return true;
  // What is meant for the device must not answer, stop or open anything, wherever the focus is.
  if (place === 'text' || (lettersRest && /^[a-z\d]$/i.test(name))) return false;
  return place === 'page' || isUrgent;
}
