/** The parts of a keyboard event that identify a key of the page. */
export interface KeyPress {
  readonly key: string;
  readonly code: string;
  readonly ctrlKey: boolean;
  readonly altKey: boolean;
  readonly metaKey: boolean;
  readonly shiftKey: boolean;
}

/** The place of a key press: a text input; a choice or a dialog with its own keys; the card of a question; or anywhere else. */
export type KeyPlace = 'text' | 'choice' | 'question' | 'page';

export interface KeyState {
  readonly place: KeyPlace;
  /** It answers a question or stops all writes. */
  readonly isUrgent: boolean;
  /** The person types on the device. */
  readonly lettersRest: boolean;
}

/** The modifiers of the page's chords: neither browsers nor devices use them. */
const CHORD = 'Alt+Shift+';

/** The key's name on the page: `s`, `?`, `Escape`, `Alt+Shift+S`; undefined for other chords. */
export function keyName({ key, code, ctrlKey, altKey, metaKey, shiftKey }: KeyPress): string | undefined {
  if (ctrlKey || metaKey || (altKey && !shiftKey)) return undefined;
  if (!altKey) return key;
  // On a Mac alt changes the letter: there the position on the keyboard counts.
  const letter = /^[a-z]$/i.test(key) ? key : /^Key([A-Z])$/.exec(code)?.[1];
  return letter === undefined ? undefined : CHORD + letter.toUpperCase();
}

/** Whether a key pressed there is for the page. */
export function isHeard(name: string, { place, isUrgent, lettersRest }: KeyState): boolean {
  if (name.startsWith(CHORD) || place === 'question') return true;
  // A key for the device must not answer, stop or open anything, wherever the focus is.
  if (place === 'text' || (lettersRest && /^[a-z\d]$/i.test(name))) return false;
  return place === 'page' || isUrgent;
}
