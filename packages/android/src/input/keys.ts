import { permissionDenied } from '@handeye/core/device/errors';
import type { Key, PhoneKey, SelectionKey, SystemKey } from '@handeye/core/device/keys';
import type { Size } from '../screen/display.ts';

export type Argv = readonly string[];

/** KeyEvent's numbers. Numbers, because names are ignored without an error where a version does not know them. */
export const keycodes = {
  ENTER: 66,
  DEL: 67,
  TAB: 61,
  SPACE: 62,
  BACK: 4,
  HOME: 3,
  RECENTS: 187,
  WAKEUP: 224,
  MOVE_END: 123,
  CTRL_LEFT: 113,
  A: 29,
} as const;

/** KeyEvent's numbers of the keys that a phone has beside those of the contract. */
export const phoneKeycodes = {
  UP: 19,
  DOWN: 20,
  LEFT: 21,
  RIGHT: 22,
  PAGE_UP: 92,
  PAGE_DOWN: 93,
  FORWARD_DEL: 112,
  SEARCH: 84,
  VOLUME_UP: 24,
  VOLUME_DOWN: 25,
} as const satisfies Record<PhoneKey, number>;

const pressed: Partial<Record<Key, number>> = {
  ...phoneKeycodes,
  ENTER: keycodes.ENTER,
  DEL: keycodes.DEL,
  TAB: keycodes.TAB,
  SPACE: keycodes.SPACE,
  BACK: keycodes.BACK,
  HOME: keycodes.HOME,
  RECENTS: keycodes.RECENTS,
};

/** The command that presses a key of the phone or of its keyboard. */
export function pressCommand(key: Key): Argv {
  const code = pressed[key];
  if (code === undefined) throw permissionDenied(NOT_A_PHONES_KEY);
  return keyevent(code);
}

/** For a caller that did not check which keys the device has. */
export const NOT_A_PHONES_KEY = 'A phone has no such key.';

/** Android 7, the first whose fields take KEYCODE_CUT, KEYCODE_COPY and KEYCODE_PASTE. */
const FIRST_SDK_WITH_SELECTION_KEYS = 24;

/** KeyEvent's numbers of the keys that use the selection, and the letters that do the same with Ctrl. */
export const selectionKeycodes = {
  CUT: { code: 277, letter: 52 },
  COPY: { code: 278, letter: 31 },
  PASTE: { code: 279, letter: 50 },
} as const satisfies Record<Exclude<SelectionKey, 'SELECT_ALL'>, { code: number; letter: number }>;

/** The command for a key that selects or uses the selection, or why this version has none; `advice` says what has. */
export function selectionCommand(key: SelectionKey, { sdk, advice }: { sdk: number; advice: string }): Argv {
  if (key === 'SELECT_ALL') {
    if (sdk >= FIRST_SDK_WITH_COMBINATIONS) return withControl(keycodes.A);
    throw permissionDenied(`Before Android 13 the shell has no way to select a text. ${advice}`);
  }
  if (sdk >= FIRST_SDK_WITH_SELECTION_KEYS) return keyevent(selectionKeycodes[key].code);
  throw permissionDenied(`Before Android 7 the shell has no key for ${key}. ${advice}`);
}

/** Wakes a sleeping display; an awake one stays as it is (unlike the power key). */
export const wakeCommand: Argv = keyevent(keycodes.WAKEUP);

/**
 * Android 13, the first whose `input keycombination` sets Ctrl's meta state. 12 and 12L have the command, too, but there Ctrl
 * and A are two keys that do nothing together.
 */
const FIRST_SDK_WITH_COMBINATIONS = 33;

/** Moves the cursor to the end of the focused field; before Android 13 only to the end of its line. */
export function moveToEndCommand(sdk: number): Argv {
  return sdk >= FIRST_SDK_WITH_COMBINATIONS ? withControl(keycodes.MOVE_END) : keyevent(keycodes.MOVE_END);
}

/** 302 codes in one call work on Android 5.1. */
const MOST_CODES = 300;

/** The content of a field that is to be cleared. */
export interface Content {
  /** The number of characters, undefined if it is unknown (a password). */
  readonly length: number | undefined;
  /** It holds line breaks, or may hold them. */
  readonly multiline: boolean;
}

/** More than a password is likely to hold; deleting in an empty field does nothing. */
const UNKNOWN_LENGTH = 64;

/** The commands that empty the focused field. */
export function clearCommands({ length, multiline }: Content, sdk: number): Argv[] {
  if (length === 0) return [];
  if (sdk >= FIRST_SDK_WITH_COMBINATIONS) {
    return [withControl(keycodes.A), keyevent(keycodes.DEL)];
  }
  const count = length ?? UNKNOWN_LENGTH;
  const codes = [keycodes.MOVE_END, ...repeated(keycodes.DEL, count)];
  // MOVE_END stops at the end of the line: the lines below it are deleted forwards.
  if (multiline) codes.push(...repeated(phoneKeycodes.FORWARD_DEL, count));
  return inCalls(codes);
}

/** The first Android with `cmd statusbar`. */
const FIRST_SDK_WITH_CMD = 24;

/** The commands that open the notifications or the quick settings. */
export function panelCommands(
  panel: Extract<SystemKey, 'NOTIFICATIONS' | 'QUICK_SETTINGS'>,
  { sdk, screen }: { readonly sdk: number; readonly screen: Size },
): Argv[] {
  if (sdk >= FIRST_SDK_WITH_CMD) {
    return [['cmd', 'statusbar', panel === 'NOTIFICATIONS' ? 'expand-notifications' : 'expand-settings']];
  }
  // IStatusBarService's first call is expandNotificationsPanel on 5 and 6; its call for the settings has another
  // number on each, but a second pull on the open panel shows them.
  const notifications = ['service', 'call', 'statusbar', '1'];
  return panel === 'NOTIFICATIONS' ? [notifications] : [notifications, pullDown(screen)];
}

/** The swipe that opens the status bar where it takes no command (`service call` answered with an error). */
export function pullDown({ width, height }: Size): Argv {
  const x = String(Math.floor(width / 2));
  return ['input', 'swipe', x, '1', x, String(Math.floor(height * 0.7)), '300'];
}

/** Whether `service call` was understood: its exit code is 0 in either case. */
export function serviceCallFailed(output: string): boolean {
  return /Parcel\(Error|does not exist|not found/.test(output);
}

function keyevent(...codes: readonly number[]): Argv {
  return ['input', 'keyevent', ...codes.map(String)];
}

function withControl(code: number): Argv {
  return ['input', 'keycombination', String(keycodes.CTRL_LEFT), String(code)];
}

function repeated(code: number, count: number): number[] {
  return Array.from({ length: count }, () => code);
}

function inCalls(codes: readonly number[]): Argv[] {
  const calls: Argv[] = [];
  for (let at = 0; at < codes.length; at += MOST_CODES)
    calls.push(keyevent(...codes.slice(at, at + MOST_CODES)));
  return calls;
}
