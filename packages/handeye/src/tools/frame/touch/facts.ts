import type { Key } from '../../../device/port.ts';

/** A finger's tap and its long press, in milliseconds on the glass. */
export const TAP_TIME = 50;
export const LONG_PRESS_TIME = 1_000;

export const SCROLLED_BLIND =
  'The screen could not be read first, so the finger moved without knowing what is under it. Look at the screen: ' +
  'one thing that lies under its whole way, such as a game, may have taken it for a press';

export const RIGHT_BUTTON = 'The right mouse button was clicked, which is the long press of a desktop';

/**
 * Keys that the system handles itself: they reach no application, so no blocked one either. Those for the volume do: the
 * application in front hears of them first, and a camera takes a picture.
 */
export const systemKeys: ReadonlySet<Key> = new Set(['HOME', 'RECENTS', 'NOTIFICATIONS', 'QUICK_SETTINGS']);
