import { centre } from '@handeye/screen/bounds';
import type { Check } from './check.ts';
import { Skip } from './check.ts';
import { harmlessRow, idlePoint, listOf } from './harmless.ts';
import type { TestedPhone } from './tested-phone.ts';

/** Fingers on the first page of Settings: on rows that only open a page, or where nothing reacts. */
export const touchChecks: readonly Check<TestedPhone>[] = [
  {
    name: 'tap',
    needs: 'touch',
    async run(phone, call) {
      const before = await phone.settings(call);
      await phone.tool('tap', { ...centre(harmlessRow(before).bounds) }, call);
      await phone.mustChange(before, 'The tap', call);
      return 'a page opened';
    },
  },
  {
    name: 'swipe',
    needs: 'touch',
    async run(phone, call) {
      const before = await phone.settings(call);
      const { x, from, to } = lane(listOf(before));
      await phone.tool('swipe', { x1: x, y1: from, x2: x, y2: to, duration: 400 }, call);
      await phone.mustChange(before, 'The swipe', call);
      return 'the list moved';
    },
  },
  {
    name: 'long_press',
    needs: 'touch',
    async run(phone, call) {
      const page = await phone.settings(call);
      await phone.tool('long_press', { ...idlePoint(page), duration: 800 }, call);
      await phone.mustStillBeIn(page, call);
      return 'where nothing reacts';
    },
  },
  {
    name: 'double_tap',
    needs: 'touch',
    async run(phone, call) {
      const page = await phone.settings(call);
      await phone.tool('double_tap', { ...idlePoint(page) }, call);
      await phone.mustStillBeIn(page, call);
      return 'where nothing reacts';
    },
  },
  {
    name: 'pinch',
    needs: 'multitouch',
    async run(phone, call) {
      const page = await phone.settings(call);
      const { x, y } = centre(harmlessRow(page).bounds);
      await phone.tool('pinch', { center_x: x, center_y: y, scale: 1.5 }, call);
      await phone.mustStillBeIn(page, call);
      return 'two fingers apart on the list';
    },
  },
  {
    name: 'custom_gesture',
    needs: 'multitouch',
    async run(phone, call) {
      const page = await phone.settings(call);
      const { x, from, to } = lane(listOf(page));
      const finger = (at: number) => [
        { x: at, y: from, time: 0 },
        { x: at, y: to, time: 400 },
      ];
      await phone.tool('custom_gesture', { paths: [finger(x), finger(Math.round(x / 2))] }, call);
      await phone.mustStillBeIn(page, call);
      return 'two fingers along the list';
    },
  },
];

/** Elements of Settings that are used by their ids. */
export const elementChecks: readonly Check<TestedPhone>[] = [
  {
    name: 'click_element',
    async run(phone, call) {
      const before = await phone.settings(call);
      await phone.tool('click_element', { element_id: harmlessRow(before).id }, call);
      await phone.mustChange(before, 'The click', call);
      return 'a page opened';
    },
  },
  {
    name: 'long_click_element',
    async run(phone, call) {
      const page = await phone.settings(call);
      // A text field only shows its menu. Rows of lists may start to drag or to select.
      const field = page.rows.find(({ flags }) => flags.includes('l') && flags.includes('e'));
      if (!field) throw new Skip('No text field of the page can be long-clicked.');
      await phone.tool('long_click_element', { element_id: field.id }, call);
      await phone.mustStillBeIn(page, call);
      return 'on a text field';
    },
  },
];

/** A point where a finger may move up along a list. */
function lane({ bounds: { left, top, right, bottom } }: ReturnType<typeof listOf>) {
  const height = bottom - top;
  return {
    x: Math.round((left + right) / 2),
    from: Math.round(top + height * 0.75),
    to: Math.round(top + height * 0.35),
  };
}
