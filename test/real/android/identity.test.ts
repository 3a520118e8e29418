import assert from 'node:assert/strict';
import { describe, test, type TestContext } from 'node:test';
import type { AccessibilityNode, AndroidRelease, VirtualPhone } from '@handeye/virtual-phone';
import { house, type Agent, type House, type Row } from './house.ts';

/** Five hundred people, most of them out of sight. */
async function contacts(t: TestContext, release: AndroidRelease = 14): Promise<House> {
  const it = await house(t, { release });
  await it.agent.clicks('Contacts');
  await it.agent.sees('Ada Allen');
  return it;
}

/** The visible names, from the top down, with their rows' ids. */
async function people(agent: Agent): Promise<readonly Row[]> {
  return (await agent.rows()).filter(({ resourceId }) => resourceId.endsWith('cliv_name_textview'));
}

/** The name on the open card, as the phone itself knows it. */
function opened(phone: VirtualPhone): string | undefined {
  const texts = phone.framework.windows().flatMap((window) => titlesIn(window.root()));
  return texts.find((text) => text !== '');
}

function titlesIn(node: AccessibilityNode | null): string[] {
  if (node === null) return [];
  const own = node.resourceId.endsWith('large_title') ? [node.text] : [];
  return [...own, ...node.children.flatMap(titlesIn)];
}

// At once: nearly all of the time is spent waiting for the phone.
describe('the id of a row', { concurrency: 4 }, () => {
  for (const release of [14, 5] as const) {
    test(`Android ${release}: an id given before a scroll never clicks another row, and scroll_to_element brings its own back`, async (t) => {
      const { agent, phone } = await contacts(t, release);
      const before = await people(agent);
      assert.ok(before.length >= 8, 'a screen full of people');
      for (const amount of ['small', 'large', 'large', 'medium']) {
        await agent.does('scroll', { direction: 'down', amount });
      }
      const names = new Set((await people(agent)).map(({ text }) => text));
      const gone = before.filter(({ text }) => !names.has(text));
      assert.equal(gone.length, before.length, 'all of them have left');
      for (const { id } of gone.slice(0, 3)) {
        const why = await agent.fails('click_element', { element_id: id }, 'element_not_found');
        assert.match(why, /left the screen by scrolling\. Call scroll_to_element/);
      }
      assert.equal(opened(phone), undefined, 'nothing was opened');
      const wanted = before[2];
      assert.ok(wanted);
      assert.match(
        await agent.does('scroll_to_element', { element_id: wanted.id }),
        /^Scrolled to element '\S+' \(\d scroll\(s\)\)$/,
      );
      await agent.does('click_element', { element_id: wanted.id });
      await agent.sees('large_title', 'resource_id');
      assert.equal(opened(phone), wanted.text);
    });
  }

  test('a row that a scroll has moved is clicked where it now is', async (t) => {
    const { agent, phone } = await contacts(t);
    const before = await people(agent);
    await agent.does('scroll', { direction: 'down', amount: 'small' });
    const after = await people(agent);
    const kept = after.filter(({ id }) => before.some((row) => row.id === id));
    assert.ok(kept.length > 3, 'rows that stay in sight keep their ids');
    for (const { id, text } of kept) assert.equal(before.find((row) => row.id === id)?.text, text);
    const [wanted] = kept.slice(1);
    assert.ok(wanted);
    await agent.does('click_element', { element_id: wanted.id });
    await agent.sees('large_title', 'resource_id');
    assert.equal(opened(phone), wanted.text);
  });

  test('ids of rows stay true over many scrolls there and back', async (t) => {
    const { agent } = await contacts(t);
    const known = new Map<string, string>();
    for (const direction of ['down', 'down', 'up', 'up', 'down', 'up']) {
      for (const { id, text } of await people(agent)) {
        assert.equal(known.get(id) ?? text, text, `${id} was ${known.get(id)} and is now shown for ${text}`);
        known.set(id, text);
      }
      await agent.does('scroll', { direction, amount: 'medium' });
    }
    assert.ok(known.size >= 20, `${known.size} people were seen`);
  });

  test('a fling leaves no id that clicks another row', async (t) => {
    const { agent, phone } = await contacts(t);
    const before = await people(agent);
    await agent.does('swipe', { x1: 540, y1: 2000, x2: 540, y2: 500, duration: 100 });
    await agent.does('wait_for_idle', { timeout: 20_000 });
    for (const { id } of before.slice(0, 3)) {
      await agent.fails('click_element', { element_id: id }, 'element_not_found');
    }
    assert.equal(opened(phone), undefined);
  });

  test('filtering the list under the agent gives no id to another person', async (t) => {
    const { agent } = await contacts(t);
    const before = new Map((await people(agent)).map(({ id, text }) => [id, text]));
    const search = (await agent.rows()).find(({ flags }) => flags.includes('e'));
    await agent.does('input_text', { element_id: search?.id ?? '', text: 'hopper' });
    await agent.sees('Grace Hopper');
    for (const { id, text } of await people(agent)) assert.equal(before.get(id) ?? text, text);
    const [gone] = [...before].find(([, name]) => !name.includes('Hopper')) ?? [];
    await agent.fails('click_element', { element_id: gone }, 'element_not_found');
  });

  test('click_element after the keyboard opened hits the element where it has moved to', async (t) => {
    // As on a real phone, a look waits for longer than a keyboard takes to slide in.
    const { agent, phone } = await house(t, { idleWaitMs: 400 });
    await agent.clicks('Messages');
    await agent.clicks('Landlady');
    await agent.sees('compose_message_text', 'resource_id');
    const closed = await agent.row('send_message_button');
    const field = await agent.row('compose_message_text');
    await agent.does('input_text', { element_id: field.id, text: 'Hello' });
    const open = await agent.row('send_message_button');
    assert.equal(open.id, closed.id, 'the button keeps its id');
    assert.ok(open.bounds.bottom < closed.bounds.top, 'the keyboard has pushed it up');
    await agent.does('click_element', { element_id: closed.id });
    await agent.sees('Hello');
    assert.equal(
      phone.framework.textInput.shown,
      true,
      'no key of the keyboard was hit, and nothing closed it',
    );
    assert.match(await agent.state(), /^window:keyboard /m);
    assert.equal((await agent.row('Hello')).resourceId, 'com.android.messaging:id/message_text');
  });

  test('an id survives the turning of the phone, and the click lands on the turned screen', async (t) => {
    const { agent, phone } = await house(t);
    await agent.clicks('Calculator');
    await agent.sees('digit_7', 'resource_id');
    const upright = await agent.row('7');
    phone.framework.settings.put('system', 'accelerometer_rotation', '1');
    for (const [held, orientation] of [
      [1, 'landscape'],
      [3, 'landscape'],
      [0, 'portrait'],
    ] as const) {
      phone.framework.hold(held);
      await agent.does('wait_for_idle', { timeout: 20_000 });
      const turned = await agent.row('7');
      assert.equal(turned.id, upright.id);
      assert.match(await agent.state(), new RegExp(`orientation:${orientation}$`, 'm'));
      await agent.does('click_element', { element_id: upright.id });
    }
    assert.equal((await agent.row('formula')).text, '777');
  });

  test('two fingers on a turned screen pinch what lies under them', async (t) => {
    const { agent, phone } = await house(t);
    await agent.clicks('Maps');
    await agent.sees('Scale 1.00');
    phone.framework.settings.put('system', 'accelerometer_rotation', '1');
    phone.framework.hold(1);
    await agent.does('wait_for_idle', { timeout: 20_000 });
    const photo = await agent.picture();
    assert.equal(photo.size, '700x315');
    await agent.does('pinch', { center_x: 1200, center_y: 540, scale: 2 });
    await agent.sees('Scale 2.0');
  });
});
