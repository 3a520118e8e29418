import assert from 'node:assert/strict';
import { describe } from 'node:test';
import type { ToolResult } from '@handeye/core/tools/frame/toolbox';
import { idsIn, labelsOf, seen } from '../../../../packages/core/test/tools/marks/labels.ts';
import { type Agent, house, onEachTier } from '../house.ts';

/** Asks for the screen; the whole answer, its picture decoded. */
async function looked(agent: Agent, args: Readonly<Record<string, unknown>>) {
  const text = await agent.does('get_screen_state', args);
  const answer = JSON.parse(agent.heard.at(-1) ?? '') as ToolResult; // the client's latest answer
  return { text, image: await seen(answer) };
}

/** The id of the line that ends with this text. */
function idOf(text: string, ending: string): string {
  const [, id] = /^ *(\d+) /.exec(text.split('\n').find((line) => line.endsWith(ending)) ?? '') ?? [];
  assert.ok(id, `no line ends with ${ending}: ${text}`);
  return id;
}

// At once: nearly all of the time is spent waiting for the phone.
describe('marks', { concurrency: 4 }, () => {
  onEachTier(
    'the ids of a screen are drawn on what they name, and a key alone fills a picture',
    async (t, tier) => {
      const { agent } = await house(t, { tier, screen: 'lean' });
      await agent.does('click_element', { element_id: idOf(await agent.state(), ' Calculator') });
      await agent.does('wait_for_element', { by: 'resource_id', value: 'digit_7', timeout: 15_000 });
      const { text, image } = await looked(agent, { marks: true });
      const ids = idsIn(text);
      assert.ok(ids.length >= 20, text);
      assert.deepEqual(
        ids.map((id) => labelsOf(image, id).length),
        ids.map(() => 1),
      );
      const seven = idOf(text, ' 7');
      const { image: key } = await looked(agent, { crop: seven, marks: true });
      assert.ok(key.width > 100 && key.width < 300, `${key.width} pixels across`);
      assert.deepEqual(
        ids.filter((id) => labelsOf(key, id).length > 0),
        [seven],
      );
      assert.equal(
        await agent.fails('get_screen_state', { crop: '1' }, 'element_not_found'),
        "Element '1' not found on the screen. Call get_screen_state or find_elements to get current ids.",
      );
    },
  );
});
