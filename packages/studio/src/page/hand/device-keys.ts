/** A key that was pressed on the page. */
export interface PressedKey {
  readonly key: string;
  readonly ctrlKey: boolean;
  readonly altKey: boolean;
  readonly metaKey: boolean;
  readonly shiftKey: boolean;
}

const everywhere: Readonly<Record<string, string>> = {
  Enter: 'ENTER',
  Backspace: 'DEL',
  Delete: 'FORWARD_DEL',
  ArrowUp: 'UP',
  ArrowDown: 'DOWN',
  ArrowLeft: 'LEFT',
  ArrowRight: 'RIGHT',
  PageUp: 'PAGE_UP',
  PageDown: 'PAGE_DOWN',
};

const onPhones: Readonly<Record<string, string>> = { Escape: 'BACK' };

const onDesktops: Readonly<Record<string, string>> = {
  Escape: 'ESCAPE',
  Home: 'MOVE_HOME',
  End: 'MOVE_END',
  Insert: 'INSERT',
};

/** Chords of desktops that a browser passes to the page and that do not end the hold. */
const CHORD_KEYS = 'abcdefghiklmopsuxyz0123456789/';

/**
 * The device's key for a key press here. Undefined for text, for keys that the browser uses itself, and for Tab, which leaves
 * the picture. Pasted text arrives as text.
 */
export function deviceKey(pressed: PressedKey, kind: 'phone' | 'desktop'): string | undefined {
  const { key, ctrlKey, altKey, metaKey, shiftKey } = pressed;
  const own = (kind === 'desktop' ? onDesktops : onPhones)[key] ?? everywhere[key];
  if (!ctrlKey && !altKey && !metaKey) return shiftKey && own === 'ENTER' ? undefined : own;
  if (kind !== 'desktop' || altKey || metaKey) return undefined;
  const name = own ?? (CHORD_KEYS.includes(key.toLowerCase()) ? key.toLowerCase() : undefined);
  return name === undefined ? undefined : `ctrl+${shiftKey ? 'shift+' : ''}${name}`;
}
