import type { Key } from '../../device/port.ts';

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
  down: 0x7d,
  up: 0x7e,
} as const;

/** The tools' keys that exist on a Mac. */
export const editingKeys: Partial<Record<Key, number>> = {
  ENTER: keyCodes.enter,
  DEL: keyCodes.delete,
  TAB: keyCodes.tab,
  SPACE: keyCodes.space,
};
