import type { Stroke } from '@handeye/core/device/port';
import type { Size } from '../screen/display.ts';
import { framesOf } from './frames.ts';
import { type Axis, panelEvents } from './touch-panel.ts';

/** The phone's own touch panel, as `getevent -p` lists it. */
export interface TouchDevice {
  /** `/dev/input/event1` */
  readonly path: string;
  readonly x: Axis;
  readonly y: Axis;
  readonly slots: boolean;
}

/** Commands to run one after the other at one time of a gesture. */
export interface TimedCommands {
  readonly time: number;
  readonly commands: readonly (readonly string[])[];
}

/** A process for each event: fewer reports than a real panel gives. */
const REPORT_INTERVAL = 24;

/** Finds the touch panel in the output of `getevent -p` (codes as numbers) or `getevent -lp` (as names). */
export function parseTouchDevice(output: string): TouchDevice | undefined {
  for (const piece of output.split(/^add device \d+: /m).slice(1)) {
    const path = /^\/dev\/input\/event\d+/.exec(piece)?.[0];
    const x = axisIn(piece, '0035|ABS_MT_POSITION_X');
    const y = axisIn(piece, '0036|ABS_MT_POSITION_Y');
    if (path === undefined || x === undefined || y === undefined) continue;
    return { path, x, y, slots: axisIn(piece, '002f|ABS_MT_SLOT') !== undefined };
  }
  return undefined;
}

/**
 * The gesture as writes to the phone's own panel. Only if the shell may write there: many phones up to Android 9 allow it,
 * later ones do not.
 */
export function sendeventGesture(
  strokes: readonly Stroke[],
  device: TouchDevice,
  screen: { readonly natural: Size; readonly rotation: number },
): TimedCommands[] {
  const panel = { ...device, ...screen };
  return panelEvents(framesOf(strokes, REPORT_INTERVAL), panel).map(({ time, events }) => ({
    time,
    commands: events.map((event) => ['sendevent', device.path, ...event.map(String)]),
  }));
}

function axisIn(piece: string, code: string): Axis | undefined {
  const pattern = new RegExp(String.raw`\b(?:${code})\s*: value -?\d+, min (-?\d+), max (-?\d+)`);
  const [, min, max] = pattern.exec(piece) ?? [];
  if (min === undefined || max === undefined) return undefined;
  return { min: Number(min), max: Number(max) };
}
