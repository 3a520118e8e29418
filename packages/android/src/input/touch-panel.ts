import type { Point } from '@handeye/core/device/port';
import type { Size } from '../screen/display.ts';
import type { Frame } from './frames.ts';

/** Linux's numbers for a touch panel's events (linux/input-event-codes.h). */
export const evdev = {
  SYN: 0,
  KEY: 1,
  ABS: 3,
  SYN_REPORT: 0,
  SYN_MT_REPORT: 2,
  BTN_TOUCH: 330,
  ABS_MT_SLOT: 47,
  ABS_MT_POSITION_X: 53,
  ABS_MT_POSITION_Y: 54,
  ABS_MT_TRACKING_ID: 57,
} as const;

/** One event: type, code, value. */
export type InputEvent = readonly [type: number, code: number, value: number];

export interface Axis {
  readonly min: number;
  readonly max: number;
}

/** The units of a panel, and the position of the screen on it. */
export interface Panel {
  readonly x: Axis;
  readonly y: Axis;
  /** The screen in its natural rotation. */
  readonly natural: Size;
  /** Quarter turns of the screen: a panel does not rotate with it. */
  readonly rotation: number;
  /** Whether it identifies its fingers by slots (protocol B) or reports all of them each time (A). */
  readonly slots: boolean;
}

/** A point of the rotated screen as a point of the screen in its natural rotation. */
export function toNatural({ x, y }: Point, { width, height }: Size, rotation: number): Point {
  switch (rotation) {
    case 1:
      return { x: width - 1 - y, y: x };
    case 2:
      return { x: width - 1 - x, y: height - 1 - y };
    case 3:
      return { x: y, y: height - 1 - x };
    default:
      return { x, y };
  }
}

/** The events of each frame, ended by a report, for a panel of either protocol. */
export function panelEvents(
  frames: readonly Frame[],
  panel: Panel,
): { time: number; events: InputEvent[] }[] {
  const down = new Map<number, Point>();
  return frames.map(({ time, changes }) => {
    const before = down.size;
    const events: InputEvent[] = [];
    for (const { finger, kind, at } of changes) {
      const point = onPanel(at, panel);
      if (panel.slots) events.push(...slotEvents(finger, kind, point));
      if (kind === 'up') down.delete(finger);
      else down.set(finger, point);
    }
    if (!panel.slots) events.push(...allFingers(down));
    if (before === 0 && down.size > 0) events.push([evdev.KEY, evdev.BTN_TOUCH, 1]);
    if (before > 0 && down.size === 0) events.push([evdev.KEY, evdev.BTN_TOUCH, 0]);
    events.push([evdev.SYN, evdev.SYN_REPORT, 0]);
    return { time, events };
  });
}

function slotEvents(finger: number, kind: 'down' | 'move' | 'up', { x, y }: Point): InputEvent[] {
  const slot: InputEvent = [evdev.ABS, evdev.ABS_MT_SLOT, finger];
  if (kind === 'up') return [slot, [evdev.ABS, evdev.ABS_MT_TRACKING_ID, -1]];
  const place: InputEvent[] = [
    [evdev.ABS, evdev.ABS_MT_POSITION_X, x],
    [evdev.ABS, evdev.ABS_MT_POSITION_Y, y],
  ];
  return kind === 'down'
    ? [slot, [evdev.ABS, evdev.ABS_MT_TRACKING_ID, finger + 1], ...place]
    : [slot, ...place];
}

/** Protocol A has no memory: every finger that is down, each ended by its own report; none is an empty report. */
function allFingers(down: ReadonlyMap<number, Point>): InputEvent[] {
  const separator: InputEvent = [evdev.SYN, evdev.SYN_MT_REPORT, 0];
  if (down.size === 0) return [separator];
  return [...down].flatMap(([finger, { x, y }]): InputEvent[] => [
    [evdev.ABS, evdev.ABS_MT_TRACKING_ID, finger],
    [evdev.ABS, evdev.ABS_MT_POSITION_X, x],
    [evdev.ABS, evdev.ABS_MT_POSITION_Y, y],
    separator,
  ]);
}

function onPanel(at: Point, { x, y, natural, rotation }: Panel): Point {
  const point = toNatural(at, natural, rotation);
  return { x: scaled(point.x, natural.width, x), y: scaled(point.y, natural.height, y) };
}

function scaled(value: number, size: number, { min, max }: Axis): number {
  const part = size > 1 ? Math.min(1, Math.max(0, value / (size - 1))) : 0;
  return Math.round(min + part * (max - min));
}
