import type { Chord, Key, Modifier } from '@handeye/core/device/keys';
import type { ModifierKey } from '../bridge/protocol.ts';

/**
 * Virtual key codes (kVK_… of HIToolbox's Events.h) of keys that are the same on every keyboard. Letters are positions
 * on a US keyboard: where it has A, a French one has Q, and Command-Q does not select all.
 */
export const keyCodes = {
  enter: 0x24,
  tab: 0x30,
  space: 0x31,
  delete: 0x33,
  escape: 0x35,
  forwardDelete: 0x75,
  home: 0x73,
  end: 0x77,
  /** Where other keyboards have Insert. */
  help: 0x72,
  pageUp: 0x74,
  pageDown: 0x79,
  left: 0x7b,
  right: 0x7c,
  down: 0x7d,
  up: 0x7e,
} as const;

/** kVK_F1 to kVK_F12, which are in no order. */
const functionKeys = [0x7a, 0x78, 0x63, 0x76, 0x60, 0x61, 0x62, 0x64, 0x65, 0x6d, 0x67, 0x6f];

/** The tools' keys that exist on a Mac. */
export const codesOfKeys: Partial<Record<Key, number>> = {
  ENTER: keyCodes.enter,
  DEL: keyCodes.delete,
  TAB: keyCodes.tab,
  SPACE: keyCodes.space,
  UP: keyCodes.up,
  DOWN: keyCodes.down,
  LEFT: keyCodes.left,
  RIGHT: keyCodes.right,
  PAGE_UP: keyCodes.pageUp,
  PAGE_DOWN: keyCodes.pageDown,
  FORWARD_DEL: keyCodes.forwardDelete,
  MOVE_HOME: keyCodes.home,
  MOVE_END: keyCodes.end,
  ESCAPE: keyCodes.escape,
  INSERT: keyCodes.help,
  ...Object.fromEntries(functionKeys.map((code, index) => [`F${index + 1}`, code])),
};

const heldKeys = {
  ctrl: 'control',
  shift: 'shift',
  alt: 'option',
  cmd: 'command',
} as const satisfies Record<Modifier, ModifierKey>;

/** The keys that are held during a chord. */
export function modifiersOf({ held }: Chord): readonly ModifierKey[] {
  return held.map((one) => heldKeys[one]);
}
