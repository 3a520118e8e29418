import assert from 'node:assert/strict';
import { describe } from 'node:test';
import { onATier, house, type House, type Row } from './house.ts';

const CALCULATOR = 'com.android.calculator2';
const policy = { blockedApps: [CALCULATOR] };

type Point = readonly [x: number, y: number];

const middle = ({ bounds: { left, top, right, bottom } }: Row): Point => [
  Math.floor((left + right) / 2),
  Math.floor((top + bottom) / 2),
];

const tapAt = ([x, y]: Point, time: number) => [
  { x, y, time },
  { x, y, time: time + 50 },
];

/** The place of the calculator's 7; the calculator is closed again, and the launcher in front. */
async function keyOfCalculator({ agent, phone }: House): Promise<Point> {
  await agent.clicks('Calculator');
  await agent.sees('7');
  const key = middle(await agent.row('7'));
  await agent.does('press_home');
  await agent.sees('Calculator');
  await phone.android.spawn(`am force-stop ${CALCULATOR}`).exit;
  return key;
}

// At once: nearly all of the time is spent waiting for the phone.
describe('the policy', { concurrency: 4 }, () => {
  onATier('plain', 'a gesture that opens a blocked app does not go on in it', async (t, tier) => {
    const home = await house(t, { policy, tier });
    const { agent } = home;
    const key = await keyOfCalculator(home);
    const icon = middle(await agent.row('Calculator'));
    const apart = Array.from({ length: 9 }, (_, index) => tapAt(key, 1500 + index * 400));
    assert.match(
      await agent.fails('custom_gesture', { paths: [tapAt(icon, 0), ...apart] }, 'permission_denied'),
      /forbids acting on 'com.android.calculator2'/,
    );
    assert.doesNotMatch(await agent.state(), /7777/);
  });

  onATier(
    'companion',
    'what cannot be judged touch by touch is refused before anything is touched',
    async (t, tier) => {
      const { agent } = await house(t, { policy, tier });
      const icon = middle(await agent.row('Calculator'));
      const before = await agent.state();
      await agent.fails('double_tap', { x: icon[0], y: icon[1] }, 'permission_denied');
      const quick = [tapAt(icon, 0), tapAt(icon, 100), tapAt(icon, 200)];
      await agent.fails('custom_gesture', { paths: quick }, 'permission_denied');
      const held = [
        { x: 20, y: 300, time: 0 },
        { x: 20, y: 300, time: 3000 },
      ];
      await agent.fails(
        'custom_gesture',
        { paths: [held, tapAt(icon, 10), tapAt(icon, 2500)] },
        'permission_denied',
      );
      assert.match(await agent.state(), /^app:com\.android\.launcher3 /m);
      assert.equal((await agent.state()).split('\n').length, before.split('\n').length);
    },
  );

  onATier(
    'plain',
    'a finger that comes down just before another lifts is not let into what that one opens',
    async (t, tier) => {
      const home = await house(t, { policy, tier });
      const { agent } = home;
      const [keyX, keyY] = await keyOfCalculator(home);
      const [x, y] = middle(await agent.row('Calculator'));
      for (const time of [50, 55, 59]) {
        const opening = [
          { x, y, time: 0 },
          { x, y, time: 60 },
        ];
        const waiting = [
          { x: keyX, y: keyY, time },
          { x: keyX, y: keyY, time: 2100 },
        ];
        await agent.fails('custom_gesture', { paths: [opening, waiting] }, 'permission_denied');
      }
      assert.match(await agent.state(), /^app:com\.android\.launcher3 /m);
    },
  );

  onATier(
    'companion',
    'a blocked app is not swiped away from the recent ones, nor closed there',
    async (t, tier) => {
      const { agent } = await house(t, { policy, tier });
      await agent.clicks('Calculator');
      await agent.sees('7');
      await agent.does('press_recents');
      await agent.sees('dismiss_task', 'resource_id');
      const [x, y] = middle(await agent.row('task_view'));
      for (const to of [
        { x2: x, y2: 100 },
        { x2: 20, y2: y },
      ]) {
        assert.match(
          await agent.fails('swipe', { x1: x, y1: y, ...to }, 'permission_denied'),
          /forbids acting on 'com.android.calculator2'.*recent apps/,
        );
      }
      const { id } = await agent.row('dismiss_task');
      await agent.fails('click_element', { element_id: id }, 'permission_denied');
      await agent.fails(
        'click_element',
        { element_id: (await agent.row('clear_all')).id },
        'permission_denied',
      );
      await agent.sees('dismiss_task', 'resource_id');
    },
  );

  onATier('plain', 'other apps are swiped away while no blocked one is among them', async (t, tier) => {
    const { agent } = await house(t, { policy, tier });
    await agent.clicks('Contacts');
    await agent.sees('search_view', 'resource_id');
    await agent.does('press_recents');
    await agent.sees('dismiss_task', 'resource_id');
    const [x, y] = middle(await agent.row('task_view'));
    await agent.does('swipe', { x1: x, y1: y, x2: 20, y2: y });
    await agent.misses('dismiss_task', 'resource_id');
  });
});
