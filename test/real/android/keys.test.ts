import assert from 'node:assert/strict';
import { describe } from 'node:test';
import { house, onEachTier } from './house.ts';

// At once: nearly all of the time is spent waiting for the phone.
describe('keys', { concurrency: 4 }, () => {
  onEachTier('keys beyond the contract reach the field and the system', async (t, tier) => {
    const { phone, agent } = await house(t, { screen: 'lean', tier });
    phone.framework.start({ component: 'com.example.login/.LoginActivity' });
    const [, id = ''] = /^(\d+) /.exec(await agent.does('find_elements', { value: 'user' })) ?? [];
    await agent.does('input_text', { element_id: id, text: 'abcd' });
    for (const key of ['LEFT', 'LEFT', 'FORWARD_DEL', 'DEL', 'RIGHT'])
      assert.equal(await agent.does('press_key', { key }), `Key '${key}' pressed successfully`);
    assert.match(await agent.does('get_element_details', { ids: [id] }), /\tad\t/);
    const volume = () => phone.framework.settings.number('system', 'volume_music', 5);
    const before = volume();
    await agent.does('press_key', { key: 'volume_up' });
    await agent.does('press_key', { key: 'VOLUME_UP' });
    await agent.does('press_key', { key: 'VOLUME_DOWN' });
    assert.equal(volume(), before + 1);
    for (const key of ['UP', 'DOWN', 'PAGE_UP', 'PAGE_DOWN', 'SEARCH'])
      await agent.does('press_key', { key });
    assert.match(
      await agent.fails('press_key', { key: 'F5' }, 'invalid_params'),
      /This phone takes: ENTER, /,
    );
  });
});
