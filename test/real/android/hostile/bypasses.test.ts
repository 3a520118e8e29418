/**
 * Known ways around a policy stay closed, under rules of a policy file as under flags. The flags have tests in
 * ../policy.test.ts, ../text-entry.test.ts and packages/handeye/test/config/config.test.ts (`--block-app ""`).
 */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { toolsetsOf } from '../../../../packages/handeye/src/cli/served-toolsets.ts';
import { defaultPolicy } from '@handeye/core/guard/policy';
import { parsePolicy, PolicyProblems } from '@handeye/core/guard/policy-file';
import { type PhoneTools, phoneTools } from '../phone-tools.ts';
import { rowsOf } from '../house.ts';
import { tiers } from './stage.ts';

const CALCULATOR = 'com.android.calculator2';

/** A bank is not to be touched, regardless of the rest of the file. */
const file = {
  rules: [
    { when: { app: 'com.android.calc*' }, then: 'deny', why: 'Not this one.' },
    { when: { kind: 'sign-in' }, then: 'deny' },
    // An answer is a message; the button that sends it is judged by itself.
    { when: { app: 'com.android.messaging', kind: 'send' }, then: 'allow' },
    { when: { app: 'com.android.messaging', kind: 'payment' }, then: 'deny', why: 'It pays nothing.' },
  ],
};

const policy = { ...defaultPolicy, writesPerSecond: 1000, ...parsePolicy(JSON.stringify(file), []) };

const tapAt = (x: number, y: number, time: number) => [
  { x, y, time },
  { x, y, time: time + 50 },
];

async function pointOf(tools: PhoneTools, what: string): Promise<[x: number, y: number]> {
  const row = rowsOf(await tools.text('get_screen_state')).find(({ text, desc, resourceId }) =>
    [text, desc, resourceId.replace(/^.*\//, '')].includes(what),
  );
  assert.ok(row, `${what} is not on the screen`);
  const { left, top, right, bottom } = row.bounds;
  return [Math.floor((left + right) / 2), Math.floor((top + bottom) / 2)];
}

// At once: nearly all of the time is spent waiting for the phone.
describe('ways around a rule', { concurrency: 4 }, () => {
  for (const tier of tiers) {
    test(`what a rule of a file denies is not reached by strokes, double taps, Recents or line breaks (${tier})`, async (t) => {
      const tools = await phoneTools(t, {
        tier,
        frame: { policy, toolsets: toolsetsOf({ toolset: ['all'], device: [] }) },
      });
      const { phone } = tools;
      await tools.open(`${CALCULATOR}/.Calculator`);
      const [keyX, keyY] = await pointOf(tools, '7');
      await tools.text('press_home');

      await t.test('strokes of one gesture that open an app and then touch it', async () => {
        phone.framework.forceStop(CALCULATOR);
        const [x, y] = await pointOf(tools, 'Calculator');
        const taps = Array.from({ length: 4 }, (_, index) => tapAt(keyX, keyY, 1500 + index * 400));
        const paths = [tapAt(x, y, 0), ...taps];
        assert.match(await tools.fails('custom_gesture', { paths }, 'permission_denied'), /Not this one/);
        assert.doesNotMatch(await tools.text('get_screen_state'), /\t777/);
      });

      await t.test('a double tap on its icon', async () => {
        phone.framework.forceStop(CALCULATOR);
        phone.framework.home();
        const [x, y] = await pointOf(tools, 'Calculator');
        await tools.fails('double_tap', { x, y }, 'permission_denied');
        assert.notEqual(phone.framework.resumedActivity()?.package, CALCULATOR);
      });

      await t.test('Recents, where it could be dismissed', async () => {
        await tools.open(`${CALCULATOR}/.Calculator`);
        await tools.text('press_recents');
        await tools.json('wait_for_element', { by: 'resource_id', value: 'dismiss_task', timeout: 10_000 });
        const [x, y] = await pointOf(tools, 'task_view');
        await tools.fails('swipe', { x1: x, y1: y, x2: x, y2: 100 }, 'permission_denied');
        const id = await tools.idOf('dismiss_task');
        await tools.fails('click_element', { element_id: id }, 'permission_denied');
        assert.ok(phone.framework.tasks().some(({ package: name }) => name === CALCULATOR));
      });

      await t.test('the button of a notification, which the system draws', async () => {
        await tools.text('press_home');
        let paid = 0;
        phone.framework.notifications.post({
          id: 5,
          package: 'com.android.messaging',
          title: 'Mina',
          text: 'You owe me 49 €',
          time: phone.framework.clock.now(),
          actions: [
            { title: 'Pay 49 €', run: () => (paid += 1) },
            { title: 'Later', run: () => undefined },
          ],
        });
        const listed = await tools.text('notification_list');
        const idOf = (title: string) => new RegExp(`([0-9a-f]{6})[^\\n]{0,3}${title}`).exec(listed)?.[1];
        const press = (title: string) => ({ action_id: idOf(title) });
        const refusal = await tools.fails('notification_action', press('Pay 49 €'), 'permission_denied');
        assert.match(refusal, /'com\.android\.messaging|'Messages'/);
        assert.match(refusal, /It pays nothing/);
        const answer = { ...press('Pay 49 €'), text: 'ok' };
        assert.match(await tools.fails('notification_reply', answer, 'permission_denied'), /It pays nothing/);
        assert.equal(paid, 0);
        await tools.text('open_notifications');
        await tools.json('wait_for_element', { by: 'text', value: 'Pay 49 €', timeout: 10_000 });
        const pay = { element_id: await tools.idOf('Pay 49 €') };
        assert.match(await tools.fails('click_element', pay, 'permission_denied'), /It pays nothing/);
        assert.equal(paid, 0);
        await tools.text('press_back');
        await tools.text('notification_action', press('Later'));
      });

      await t.test('a text with a line break that would go on in the password', async () => {
        await tools.open('com.example.login/.LoginActivity');
        const id = await tools.idOf('username');
        const result = await tools.call('set_text', { element_id: id, text: 'demo\nsecret123\n' });
        assert.equal(result.isError, true);
        assert.equal(phone.framework.resumedActivity()?.short, '.LoginActivity');
        const password = await tools.idOf('password');
        await tools.fails('set_text', { element_id: password, text: 'secret123' }, 'permission_denied');
      });
    });
  }

  test('a rule with an empty name is a problem, and no rule for everything', () => {
    for (const when of [{ app: '' }, { app: ' ' }, { label: '' }, { tool: '' }]) {
      const text = JSON.stringify({ rules: [{ when, then: 'deny' }] });
      assert.throws(
        () => parsePolicy(text, [{ name: 'tap', class: 'touch' }]),
        PolicyProblems,
        JSON.stringify(when),
      );
    }
  });
});
