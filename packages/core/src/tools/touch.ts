import { isSlider, isSurface } from '@handeye/screen/format/lean/kinds';
import type { Snapshot } from '@handeye/screen/snapshot';
import { elementsAt } from '@handeye/screen/touch/hit-test';
import * as z from 'zod';
import type { Point } from '../device/port.ts';
import { Acted, acting, defineTool, moving } from './frame/define.ts';
import { coordinate, milliseconds } from './frame/parameters.ts';
import { doubleTap as doubleTapStrokes, hold, swipe as swipeStroke } from './frame/touch/strokes.ts';
import { at } from './frame/words.ts';

/** When a touch fails. */
export const touchFails = {
  invalid_params: 'A coordinate is missing, negative or outside the screen; a duration is outside 1..60000.',
  permission_denied: 'The device cannot be reached, or the policy forbids touching this app.',
  action_failed: 'The device refused the touch.',
} as const;

export const tap = defineTool({
  name: 'tap',
  title: 'Tap',
  description: 'Tap a point of the screen. Prefer click_element for a listed element.',
  hints: acting,
  class: 'touch',
  needs: 'touch',
  input: z.strictObject({ x: coordinate, y: coordinate }),
  limit: ({ action }) => action,
  example: { x: 500, y: 1000 },
  fails: touchFails,
  async handle({ hands }, point) {
    await hands.touchPoints([hold(point, 50)]);
    return new Acted(`Tap executed at ${at(point)}`, { hit: point });
  },
});

export const longPress = defineTool({
  name: 'long_press',
  title: 'Long press',
  description: 'Press and hold a point of the screen. Prefer long_click_element for a listed element.',
  hints: acting,
  class: 'touch',
  needs: 'touch',
  input: z.strictObject({ x: coordinate, y: coordinate, duration: milliseconds.default(1000) }),
  limit: ({ gesture }, { duration }) => gesture + duration,
  example: { x: 500, y: 1000, duration: 2000 },
  fails: touchFails,
  async handle({ hands }, { x, y, duration }) {
    const remark = await hands.longPress({ x, y }, duration);
    return new Acted(`Long press executed at ${at({ x, y })} for ${duration}ms`, {
      remarks: [remark],
      hit: { x, y },
    });
  },
});

export const doubleTap = defineTool({
  name: 'double_tap',
  title: 'Double tap',
  description: 'Tap a point twice, quickly.',
  hints: acting,
  class: 'touch',
  needs: 'touch',
  input: z.strictObject({ x: coordinate, y: coordinate }),
  limit: ({ action }) => action,
  writes: () => 2,
  example: { x: 500, y: 1000 },
  fails: {
    ...touchFails,
    permission_denied: `${touchFails.permission_denied} With blocked apps it is always refused: the second tap cannot be checked.`,
  },
  async handle({ hands }, point) {
    await hands.touchPoints(doubleTapStrokes(point));
    return new Acted(`Double tap executed at ${at(point)}`, { hit: point });
  },
});

export const swipe = defineTool({
  name: 'swipe',
  title: 'Swipe',
  description:
    'Move one finger in a straight line. A short duration flings. To page through a list, prefer scroll.',
  hints: moving,
  class: 'touch',
  needs: 'touch',
  input: z.strictObject({
    x1: coordinate,
    y1: coordinate,
    x2: coordinate,
    y2: coordinate,
    duration: milliseconds.default(300),
  }),
  limit: ({ gesture }, { duration }) => gesture + duration,
  example: { x1: 500, y1: 1500, x2: 500, y2: 500 },
  fails: touchFails,
  async handle({ eyes, hands }, { x1, y1, x2, y2, duration }) {
    const [from, to] = [
      { x: x1, y: y1 },
      { x: x2, y: y2 },
    ];
    const readable = eyes.isPatient ? await eyes.lookIfReadable() : undefined;
    if (readable && !takesMoves(readable, from)) await eyes.lookUntil((now) => takesMoves(now, from));
    await hands.touchPoints([swipeStroke(from, to, duration)]);
    return `Swipe executed from ${at(from)} to ${at(to)} over ${duration}ms`;
  },
});

/** Whether something at a point may take a finger that moves. On a page that is still opening, nothing does. */
function takesMoves(now: Snapshot, point: Point): boolean {
  return elementsAt(now, point).some(
    ({ node }) =>
      node.scrollable ||
      isSlider(node) ||
      isSurface(node, now.screen) ||
      node.actions?.includes('dismiss') === true,
  );
}
