/** Keys that write, or end what is written. */
export type EditingKey = 'ENTER' | 'DEL' | 'TAB' | 'SPACE';
export type SystemKey = 'BACK' | 'HOME' | 'RECENTS' | 'NOTIFICATIONS' | 'QUICK_SETTINGS';

/** Keys that every keyboard has, of a phone or of a desktop. */
const navigationKeys = ['UP', 'DOWN', 'LEFT', 'RIGHT', 'PAGE_UP', 'PAGE_DOWN', 'FORWARD_DEL'] as const;

/** Keys of a phone beside those of the contract. */
export const phoneKeys = [...navigationKeys, 'SEARCH', 'VOLUME_UP', 'VOLUME_DOWN'] as const;
export type PhoneKey = (typeof phoneKeys)[number];

/** Keys of a desktop beside those of the contract. HOME is a phone's button: a keyboard's is MOVE_HOME, as Android calls it. */
export const desktopKeys = [
  ...navigationKeys,
  'MOVE_HOME',
  'MOVE_END',
  'INSERT',
  'ESCAPE',
  'F1',
  'F2',
  'F3',
  'F4',
  'F5',
  'F6',
  'F7',
  'F8',
  'F9',
  'F10',
  'F11',
  'F12',
] as const;
export type DesktopKey = (typeof desktopKeys)[number];

/** Keys for the selection of the focused field. A phone and a desktop have them beside their other keys. */
export const selectionKeys = ['COPY', 'CUT', 'PASTE', 'SELECT_ALL'] as const;
export type SelectionKey = (typeof selectionKeys)[number];

export function isSelectionKey(key: Key | Chord): key is SelectionKey {
  return selectionKeys.some((one) => one === key);
}

export type Key = EditingKey | SystemKey | PhoneKey | DesktopKey | SelectionKey;

export const modifiers = ['ctrl', 'shift', 'alt', 'cmd'] as const;
/** A key that is held. `cmd` is the Mac's Command key, elsewhere the one with a window on it. */
export type Modifier = (typeof modifiers)[number];

/** A key that is pressed while others are held: `ctrl+shift+t`. */
export interface Chord {
  readonly held: readonly [Modifier, ...Modifier[]];
  /** A key, or the character on it. */
  readonly key: EditingKey | DesktopKey | { readonly character: string };
}

/** A key as the answer names it: `ctrl+shift+t`. */
export function keyText(key: Key | Chord): string {
  if (typeof key === 'string') return key;
  return [...key.held, typeof key.key === 'string' ? key.key : key.key.character].join('+');
}
