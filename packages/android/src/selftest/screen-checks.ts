import { type Check, CheckFailed } from './check.ts';
import { harmlessRow, listOf } from './harmless.ts';
import { fingerprintOf } from './screen-table.ts';
import type { TestedPhone } from './tested-phone.ts';

/** Tools that read the screen. The first opens Settings. */
export const screenChecks: readonly Check<TestedPhone>[] = [
  {
    name: 'get_screen_state',
    required: true,
    async run(phone, call) {
      const { rows, others } = await phone.settings(call);
      return `${rows.length} rows of Settings, ${others.length} of other windows`;
    },
  },
  {
    name: 'get_screen_state with a picture',
    needs: 'picture',
    async run(phone, call) {
      const { pictures } = await phone.tool('get_screen_state', { include_screenshot: true }, call);
      if (pictures !== 1) throw new CheckFailed('There is no picture in the answer.');
      return 'with a picture';
    },
  },
  {
    name: 'find_elements',
    async run(phone, call) {
      const { json } = await phone.tool('find_elements', { by: 'class_name', value: '.' }, call);
      const found = Array.isArray(json.elements) ? json.elements.length : 0;
      if (found === 0) throw new CheckFailed('No element has a class.');
      return `${found} elements`;
    },
  },
  {
    name: 'get_element_details',
    async run(phone, call) {
      const { id } = harmlessRow(await phone.look(call));
      const { text } = await phone.tool('get_element_details', { ids: [id] }, call);
      if (!text.includes(id)) throw new CheckFailed('The element is not in the answer.');
      if (text.includes('not_found')) throw new CheckFailed('The element was not found again.');
      return 'one element';
    },
  },
  {
    name: 'wait_for_element',
    async run(phone, call) {
      const { className } = listOf(await phone.look(call));
      const wanted = { by: 'class_name', value: className, timeout: 10_000 };
      const { json } = await phone.tool('wait_for_element', wanted, call);
      if (json.found !== true) throw new CheckFailed('The list that is on the screen was not found.');
      return `found after ${String(json.attempts)} looks`;
    },
  },
  {
    name: 'wait_for_idle',
    async run(phone, call) {
      const { json } = await phone.tool('wait_for_idle', { timeout: 10_000 }, call);
      if (json.message !== 'UI is idle')
        throw new CheckFailed('Settings did not come to rest in 10 seconds.');
      return 'the screen rests';
    },
  },
  {
    name: 'scroll',
    async run(phone, call) {
      const before = await phone.settings(call);
      listOf(before);
      await phone.tool('scroll', { direction: 'down', amount: 'large' }, call);
      await phone.mustChange(before, 'Scrolling', call);
      return 'the list moved';
    },
  },
  {
    name: 'scroll_to_element',
    async run(phone, call) {
      const before = await phone.settings(call);
      const { id } = harmlessRow(before);
      await phone.tool('scroll', { direction: 'down', amount: 'large' }, call);
      const after = await phone.mustChange(before, 'Scrolling', call);
      const wasGone = !after.rows.some((row) => row.id === id);
      await phone.tool('scroll_to_element', { element_id: id }, call);
      const back = await phone.look(call);
      if (!back.rows.some((row) => row.id === id)) throw new CheckFailed('The row is not on the screen.');
      const moved = fingerprintOf(back) === fingerprintOf(after) ? 'it was in view' : 'the list moved';
      return wasGone ? 'a row that had left the screen is back' : moved;
    },
  },
];
