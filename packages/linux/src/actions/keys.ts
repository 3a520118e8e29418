import type { Chord, Key, Modifier, SelectionKey } from '@handeye/core/device/keys';
import { keysymOf, keysyms } from '../input/keysyms.ts';

const functionKeys = Array.from({ length: 12 }, (_, index) => [`F${index + 1}`, keysyms.f1 + index] as const);

/** Keysyms of the tools' keys that exist on a desktop. */
export const keysymsOfKeys: Partial<Record<Key, number>> = {
  ENTER: keysyms.enter,
  DEL: keysyms.backSpace,
  TAB: keysyms.tab,
  SPACE: ' '.charCodeAt(0),
  UP: keysyms.up,
  DOWN: keysyms.down,
  LEFT: keysyms.left,
  RIGHT: keysyms.right,
  PAGE_UP: keysyms.pageUp,
  PAGE_DOWN: keysyms.pageDown,
  FORWARD_DEL: keysyms.delete,
  MOVE_HOME: keysyms.home,
  MOVE_END: keysyms.end,
  ESCAPE: keysyms.escape,
  INSERT: keysyms.insert,
  ...Object.fromEntries(functionKeys),
};

const heldKeys = { ctrl: 'control', shift: 'shift', alt: 'alt', cmd: 'super' } as const satisfies Record<
  Modifier,
  string
>;

/** The keysym of a chord and the keys held with it; undefined if a desktop has no such key. */
export function keysymsOfChord({ held, key }: Chord) {
  const keysym = typeof key === 'string' ? keysymsOfKeys[key] : keysymOf(key.character);
  return keysym === undefined
    ? undefined
    : { keysym, held: Object.fromEntries(held.map((one) => [heldKeys[one], true])) };
}

/** The letter that selects or uses the selection with Control held. In a terminal Control+C ends the program: Shift is held, too. */
export const lettersOfKeys = { SELECT_ALL: 'a', COPY: 'c', CUT: 'x', PASTE: 'v' } as const satisfies Record<
  SelectionKey,
  string
>;
