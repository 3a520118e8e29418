import {
  FLAG_LONG_PRESS,
  inputSources,
  toolTypes,
  isPointer,
  NO_DISPLAY,
  type KeyEvent,
  type MotionEvent,
} from '../../framework/system/input-event.ts';
import { keyCodes } from '../../framework/input/keys.ts';
import type { Framework } from '../../framework/system/framework.ts';

/** Source and display of a command's events; undefined if the command line has none. */
export interface Origin {
  readonly source: number | undefined;
  readonly display: number | undefined;
}

export interface Point {
  readonly x: number;
  readonly y: number;
}

/** One event of one finger, or of a trackball or other pointer. */
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
    pressure: action === 'down' || action === 'move' ? 1 : 0,
    tool: toolOf(source),
    source,
    display: display ?? (isPointer(source) ? 0 : NO_DISPLAY),
    mode: 'finish',
  };
}

/** The tool that the service of Android 12 and later names for a source. Older programs name none. */
function toolOf(source: number): number {
  switch (source) {
    case inputSources.mouse:
    case inputSources.trackball:
      return toolTypes.mouse;
    case inputSources.stylus:
      return toolTypes.stylus;
    case inputSources.touchpad:
    case inputSources.touchscreen:
    case inputSources.touchnavigation:
      return toolTypes.finger;
    default:
      return toolTypes.unknown;
  }
}

/** The default source of a key event: the keyboard up to Android 10, none in the service since then. */
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

/** A key that is pressed and released; if held, it repeats once in between. */
export function press(
  code: number,
  rest: Pick<KeyEvent, 'source' | 'display'>,
  { longPress = false } = {},
): KeyEvent[] {
  const held = keyEvent('down', code, { ...rest, repeat: 1, flags: FLAG_LONG_PRESS });
  return [keyEvent('down', code, rest), ...(longPress ? [held] : []), keyEvent('up', code, rest)];
}

/** The meta state of each modifier while it is down: the general bit, and the one for left or right. */
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
 * Several keys held together. Android 12 does not combine them: Ctrl and A are two keys without a combined effect
 * (measured on 12 and 12L; fixed in 13).
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
