import * as z from 'zod';
import { actionFailed } from '../device/errors.ts';
import type { Moment, Stroke } from '../device/port.ts';
import { acting, defineTool, moving } from './frame/define.ts';
import { coordinate, milliseconds } from './frame/parameters.ts';
import { separateTouches } from './frame/touch/separate-touches.ts';
import { pinch as pinchStrokes } from './frame/touch/strokes.ts';
import { at, scaleText, withRemarks } from './frame/words.ts';

/** A reached scale this close to the wanted one is the wanted one: fingers move on whole pixels. */
const SCALE_TOLERANCE = 0.01;

export const pinch = defineTool({
  name: 'pinch',
  title: 'Pinch',
  description: 'Zoom with two fingers around a point.',
  hints: moving,
  class: 'touch',
  needs: 'multitouch',
  input: z.strictObject({
    center_x: coordinate,
    center_y: coordinate,
    scale: z.number().positive().describe('Above 1 zooms in, below 1 out'),
    duration: milliseconds.default(300),
  }),
  limit: ({ gesture }, { duration }) => gesture + duration,
  duration: ({ duration }) => duration,
  example: { center_x: 540, center_y: 1200, scale: 2 },
  fails: {
    invalid_params:
      '`scale` is not above 0, the centre is outside the screen, `duration` is outside 1..60000.',
    permission_denied: 'The device cannot be reached, or cannot be touched with two fingers.',
    action_failed: 'There is no room for two fingers around the centre, or the device refused.',
  },
  async handle({ eyes, hands }, { center_x, center_y, scale, duration }) {
    if (scale === 1) return 'Pinch with scale 1.0 changes nothing';
    const centre = { x: center_x, y: center_y };
    await eyes.mustBeOnScreen([centre]);
    const plan = pinchStrokes(await eyes.screen(), centre, { scale, duration });
    if (!plan) {
      throw actionFailed(
        `There is no room for two fingers around ${at(centre)}. Choose a centre further from the edge.`,
      );
    }
    await hands.touchPoints(plan.strokes);
    const fits = Math.abs(plan.scale / scale - 1) <= SCALE_TOLERANCE;
    const reached = fits ? scale : Number(plan.scale.toPrecision(3));
    const zoom = scale > 1 ? 'zoom in' : 'zoom out';
    const answer = `Pinch (${zoom}) executed at ${at(centre)} with scale ${scaleText(reached)} over ${duration}ms`;
    return fits
      ? answer
      : `${answer}; scale ${scaleText(scale)} does not fit on the screen: pinch again for more`;
  },
});

const moment = z.strictObject({
  x: coordinate,
  y: coordinate,
  time: z.number().min(0).max(60_000).describe('ms from the start'),
});

const path = z
  .array(moment)
  .min(2)
  .max(100)
  .superRefine((moments, context) => {
    const late = moments.findIndex(({ time }, index) => time <= (moments[index - 1]?.time ?? -1));
    if (late === -1) return;
    context.addIssue({
      code: 'custom',
      path: [late, 'time'],
      message: 'must be later than the previous point',
    });
  });

export const customGesture = defineTool({
  name: 'custom_gesture',
  title: 'Custom gesture',
  description: 'Move one or more fingers through timed points. For what the other gestures cannot do.',
  hints: acting,
  class: 'touch',
  needs: 'touch',
  input: z.strictObject({ paths: z.array(path).min(1).max(10).describe('One per finger') }),
  // A policy may have to look at the screen before each of several touches.
  limit: ({ gesture, look }, { paths }) => gesture + timeOf(paths) + (touchesOf(paths) - 1) * look,
  duration: ({ paths }) => timeOf(paths),
  writes: ({ paths }) => touchesOf(paths),
  example: {
    paths: [
      [
        { x: 300, y: 1200, time: 0 },
        { x: 100, y: 1200, time: 400 },
      ],
      [
        { x: 700, y: 1200, time: 0 },
        { x: 900, y: 1200, time: 400 },
      ],
    ],
  },
  fails: {
    invalid_params:
      'Not 1..10 paths of 2..100 points, a point outside the screen, times that do not rise within a path or exceed 60000.',
    permission_denied: 'The device cannot be reached, or cannot be touched with that many fingers.',
    action_failed: 'The device refused the gesture.',
  },
  async handle({ eyes, hands }, { paths }) {
    for (const [at, points] of paths.entries()) {
      await eyes.mustBeOnScreen(points, (index) => `paths[${at}][${index}]`);
    }
    const remark = await hands.touchPoints(paths.flatMap(stroke));
    const points = paths.reduce((sum, moments) => sum + moments.length, 0);
    return withRemarks(
      `Custom gesture executed with ${paths.length} path(s), total ${points} point(s)`,
      remark,
    );
  },
});

/** Fingers that are on the glass together are one touch; ten taps are ten. */
function touchesOf(paths: readonly (readonly Moment[])[]): number {
  return separateTouches(paths.flatMap(stroke)).length;
}

/** Milliseconds until the last finger is lifted. */
function timeOf(paths: readonly (readonly Moment[])[]): number {
  return Math.max(...paths.map((moments) => moments.at(-1)?.time ?? 0));
}

function stroke([first, ...rest]: readonly Moment[]): Stroke[] {
  return first ? [[first, ...rest]] : [];
}
