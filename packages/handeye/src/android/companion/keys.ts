import type { Key } from '../../device/keys.ts';
import { phoneKeycodes } from '../input/keys.ts';

const key = (code: number) => ({ do: 'key', codes: [code], meta: 0 });
const systemAction = (action: string) => ({ do: 'global', action });
type KeyRequest = ReturnType<typeof key> | ReturnType<typeof systemAction>;

/** By Android's numbers for keys; the system's own actions need no key, and work where keys are not let through. */
export const keyRequests: Partial<Record<Key, KeyRequest>> = {
  ...Object.fromEntries(Object.entries(phoneKeycodes).map(([name, code]) => [name, key(code)])),
  ENTER: key(66),
  DEL: key(67),
  SPACE: key(62),
  BACK: systemAction('back'),
  HOME: systemAction('home'),
  RECENTS: systemAction('recents'),
  NOTIFICATIONS: systemAction('notifications'),
  QUICK_SETTINGS: systemAction('quickSettings'),
};

/** The key alone: in a field a tab is a character instead. */
export const tabKey = key(61);
