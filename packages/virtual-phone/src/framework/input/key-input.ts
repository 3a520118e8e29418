import { characterOf, keyCodes } from './keys.ts';
import type { Settings } from '../system/settings.ts';
import type { TextInput } from './text-input.ts';
import type { CursorMove } from './editor.ts';

export interface KeyOptions {
  readonly shift?: boolean;
  readonly ctrl?: boolean;
  /** Held long enough to repeat. */
  readonly longPress?: boolean;
  /** It is a repetition of a held key. */
  readonly repeated?: boolean;
}

/** The phone's functions that keys reach. */
export interface KeyHost {
  readonly shape: { readonly sdk: number };
  readonly textInput: TextInput;
  readonly settings: Settings;
  back(): void;
  home(): void;
  recents(): void;
  expandNotifications(): void;
  readonly awake: boolean;
  wake(): void;
  sleep(): void;
  clickFocused(): boolean;
}

const cursorKeys = new Map<number, CursorMove>([
  [keyCodes.DPAD_LEFT, 'left'],
  [keyCodes.DPAD_RIGHT, 'right'],
  [keyCodes.DPAD_UP, 'up'],
  [keyCodes.DPAD_DOWN, 'down'],
  [keyCodes.MOVE_HOME, 'lineStart'],
  [keyCodes.MOVE_END, 'lineEnd'],
]);

const selectionKeys = new Map<number, string>([
  [keyCodes.CUT, 'x'],
  [keyCodes.COPY, 'c'],
  [keyCodes.PASTE, 'v'],
]);

/** Does the function of a hardware key. Keys without a function here are ignored, as on a phone. */
export function pressKey(host: KeyHost, code: number, options: KeyOptions = {}): void {
  if (options.repeated === true) {
    if (host.awake && !isEnter(code)) editKey(host, code, options);
    return;
  }
  if (powerKey(host, code) || !host.awake) return;
  if (systemKey(host, code) || editKey(host, code, options)) return;
  switch (code) {
    case keyCodes.TAB:
      host.textInput.moveFocus(options.shift === true ? -1 : 1);
      return;
    case keyCodes.DPAD_UP:
    case keyCodes.DPAD_LEFT:
      host.textInput.moveFocus(-1);
      return;
    case keyCodes.DPAD_DOWN:
    case keyCodes.DPAD_RIGHT:
      host.textInput.moveFocus(1);
      return;
    case keyCodes.ENTER:
    case keyCodes.NUMPAD_ENTER:
    case keyCodes.DPAD_CENTER:
      host.clickFocused();
  }
}

function isEnter(code: number): boolean {
  return code === keyCodes.ENTER || code === keyCodes.NUMPAD_ENTER;
}

function powerKey(host: KeyHost, code: number): boolean {
  if (code === keyCodes.WAKEUP) host.wake();
  else if (code === keyCodes.SLEEP) host.sleep();
  else if (code !== keyCodes.POWER) return false;
  else if (host.awake) host.sleep();
  else host.wake();
  return true;
}

function systemKey(host: KeyHost, code: number): boolean {
  switch (code) {
    case keyCodes.BACK:
      host.back();
      return true;
    case keyCodes.ESCAPE:
      if (host.textInput.shown) host.textInput.hide();
      else host.back();
      return true;
    case keyCodes.HOME:
      host.home();
      return true;
    case keyCodes.APP_SWITCH:
      host.recents();
      return true;
    case keyCodes.NOTIFICATION:
      host.expandNotifications();
      return true;
    case keyCodes.VOLUME_UP:
    case keyCodes.VOLUME_DOWN: {
      const step = code === keyCodes.VOLUME_UP ? 1 : -1;
      const volume = Math.min(15, Math.max(0, host.settings.number('system', 'volume_music', 5) + step));
      host.settings.put('system', 'volume_music', String(volume));
      return true;
    }
    default:
      return false;
  }
}

/** Text fields take the keys Cut, Copy and Paste since Android 7 (TextView.doKeyDown). */
const FIRST_SDK_WITH_SELECTION_KEYS = 24;

function editKey({ textInput: input, shape }: KeyHost, code: number, options: KeyOptions): boolean {
  if (input.target === undefined) return false;
  const move = cursorKeys.get(code);
  if (move !== undefined) return input.moveCursor(move, options.shift === true);
  switch (code) {
    case keyCodes.DEL:
      return input.erase(-1);
    case keyCodes.FORWARD_DEL:
      return input.erase(1);
    case keyCodes.ENTER:
    case keyCodes.NUMPAD_ENTER:
      return input.enter();
  }
  const letter = selectionKeys.get(code);
  if (letter !== undefined) return shape.sdk >= FIRST_SDK_WITH_SELECTION_KEYS && shortcut(input, letter);
  const character = characterOf(code, options.shift === true);
  if (character === undefined) return false;
  if (options.ctrl === true) return shortcut(input, character.toLowerCase());
  // A held key repeats: `input keyevent --longpress 29` typed aa on the recorded phone.
  return input.commit(options.longPress === true ? character.repeat(2) : character);
}

function shortcut(input: TextInput, letter: string): boolean {
  switch (letter) {
    case 'a':
      input.selectAll();
      break;
    case 'c':
      input.copy();
      break;
    case 'x':
      input.cut();
      break;
    case 'v':
      input.paste();
      break;
  }
  return true;
}
