/** Events as programs inject them (InputManager.injectInputEvent), with the words and numbers of Android's own. */

/** InputDevice's sources. */
export const inputSources = {
  unknown: 0,
  keyboard: 0x101,
  dpad: 0x201,
  gamepad: 0x401,
  touchscreen: 0x1002,
  mouse: 0x2002,
  stylus: 0x4002,
  trackball: 0x10004,
  touchpad: 0x100008,
  touchnavigation: 0x200000,
  joystick: 0x1000010,
} as const;

/** MotionEvent's tool types. */
export const toolTypes = { unknown: 0, finger: 1, stylus: 2, mouse: 3 } as const;

/** Every source that points at a position on the display has this bit. */
const SOURCE_CLASS_POINTER = 0x2;

export function isPointer(source: number): boolean {
  return (source & SOURCE_CLASS_POINTER) !== 0;
}

/** KeyEvent's meta states that the phone evaluates. */
export const metaStates = { shift: 0x1, ctrl: 0x1000 } as const;
/** KeyEvent.FLAG_LONG_PRESS */
export const FLAG_LONG_PRESS = 0x80;

/** The injector's wait mode: none, or until the event was handled. */
export type InjectionMode = 'async' | 'finish';

/** The display of a key event that names none: the focused one. */
export const NO_DISPLAY = -1;

export interface MotionEvent {
  readonly kind: 'motion';
  readonly action: 'down' | 'move' | 'up' | 'cancel';
  readonly x: number;
  readonly y: number;
  readonly pressure: number;
  readonly tool: number;
  readonly source: number;
  readonly display: number;
  readonly mode: InjectionMode;
}

export interface KeyEvent {
  readonly kind: 'key';
  readonly action: 'down' | 'up';
  readonly code: number;
  readonly repeat: number;
  readonly meta: number;
  readonly flags: number;
  readonly source: number;
  /** Undefined if the injector does not set it. */
  readonly display: number | undefined;
  readonly mode: InjectionMode;
}

export type InputEvent = MotionEvent | KeyEvent;
