import {
  FLAG_LONG_PRESS,
  inputSources,
  isPointer,
  NO_DISPLAY,
  type KeyEvent,
  type MotionEvent,
} from '../../framework/system/input-event.ts';
import { keyCodes } from '../../framework/input/keys.ts';
import type { Framework } from '../../framework/system/framework.ts';

/** Where events of one command come from and go to; undefined is what was not said on the command line. */
export interface Origin {
  readonly source: number | undefined;
  readonly display: number | undefined;
}

export interface Point {
  readonly x: number;
  readonly y: number;
}

/** One event of one finger, or of what else points or rolls. */
export function motion(
  action: MotionEvent['action'],
  { x, y }: Point,
  { source = inputSources.touchscreen, display }: Origin,
): MotionEvent {
  return {
    kind: 'motion',
    action,
    x,
    y,
    // What rolls does not press, and neither does what was lifted.
    pressure: isPointer(source) && (action === 'down' || action === 'move') ? 1 : 0,
    source,
    display: display ?? (isPointer(source) ? 0 : NO_DISPLAY),
    mode: 'finish',
  };
}

/** The source of a key event that names none: the keyboard up to Android 10, none in the service since. */
export function keySource({ shape }: Framework, { source }: Origin): number {
  return source ?? (shape.release >= 12 ? inputSources.unknown : inputSources.keyboard);
}

export function keyEvent(
  action: KeyEvent['action'],
  code: number,
  rest: Pick<KeyEvent, 'source' | 'display'> & Partial<KeyEvent>,
): KeyEvent {
  return { kind: 'key', action, code, repeat: 0, meta: 0, flags: 0, mode: 'finish', ...rest };
}

/** A key that is pressed and let go; held, it repeats once in between. */
export function press(
  code: number,
  rest: Pick<KeyEvent, 'source' | 'display'>,
  { longPress = false } = {},
): KeyEvent[] {
  const held = keyEvent('down', code, { ...rest, repeat: 1, flags: FLAG_LONG_PRESS });
  return [keyEvent('down', code, rest), ...(longPress ? [held] : []), keyEvent('up', code, rest)];
}

/** What each modifier adds to the meta state while it is down: that it is on, and which one it is. */
const modifiers = new Map<number, number>([
  [keyCodes.ALT_LEFT, 0x12],
  [keyCodes.ALT_RIGHT, 0x22],
  [keyCodes.SHIFT_LEFT, 0x41],
  [keyCodes.SHIFT_RIGHT, 0x81],
  [keyCodes.CTRL_LEFT, 0x3000],
  [keyCodes.CTRL_RIGHT, 0x5000],
  [keyCodes.META_LEFT, 0x30000],
  [keyCodes.META_RIGHT, 0x50000],
]);

/**
 * Several keys held together. Android 12 tells no key of the others: Ctrl and A are two keys that do nothing together
 * (measured on 12 and 12L; 13 mended it).
 */
export function together(codes: readonly number[], origin: Origin, tellsMeta: boolean): KeyEvent[] {
  const source = origin.source ?? inputSources.unknown;
  const display = origin.display ?? NO_DISPLAY;
  let state = 0;
  const metaOf = (code: number) => (tellsMeta ? (modifiers.get(code) ?? 0) : 0);
  const downs = codes.map((code) => {
    const event = keyEvent('down', code, { source, display, meta: state, mode: 'async' });
    state |= metaOf(code);
    return event;
  });
  const ups = codes.map((code) => {
    const event = keyEvent('up', code, {
      source,
      display: tellsMeta ? undefined : display,
      meta: state,
      mode: 'async',
    });
    state &= ~metaOf(code);
    return event;
  });
  return [...downs, ...ups];
}
