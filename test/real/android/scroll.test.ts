import assert from 'node:assert/strict';
import { test } from 'node:test';
import { house, onATier } from './house.ts';

const CONTACTS = 'am start -W -n com.android.contacts/.activities.PeopleActivity';

onATier('plain', 'scroll left or right on a list of contacts is refused and opens none', async (t, tier) => {
  const { agent, phone } = await house(t, { tier });
  await phone.android.spawn(CONTACTS).exit;
  await agent.sees('cliv_name_textview', 'resource_id');
  const before = await agent.state();
  for (const direction of ['left', 'right']) {
    assert.match(
      await agent.fails('scroll', { direction }, 'action_failed'),
      /the RecyclerView 'node_\d+' scrolls up and down only/,
    );
  }
  assert.equal(await agent.state(), before);
  assert.equal(await agent.does('scroll', { direction: 'down' }), 'Scroll down (medium) executed');
  assert.notEqual(await agent.state(), before);
});

test('scroll left or right on a ListView of Android 5 is refused and opens none', async (t) => {
  const { agent, phone } = await house(t, { release: 5 });
  await phone.android.spawn(CONTACTS).exit;
  await agent.sees('cliv_name_textview', 'resource_id');
  assert.match(await agent.fails('scroll', { direction: 'left' }, 'action_failed'), /the ListView '/);
  assert.match(await agent.state(), /PeopleActivity/);
});
