import assert from 'node:assert/strict';
import { describe, test, type TestContext } from 'node:test';
import { apps, type AndroidRelease } from '@handeye/virtual-phone';
import { type Agent, house, onATier, onEachTier, type Tier } from './house.ts';
import { values } from './value-app.ts';

/** The id in the first line of find_elements' answer. */
async function idOf(agent: Agent, value: string, by = 'any'): Promise<string> {
  const answer = await agent.does('find_elements', { by, value });
  const [, id] = /^(\d+) /.exec(answer) ?? [];
  assert.ok(id, answer);
  return id;
}

async function opened(
  t: TestContext,
  component: string,
  options: { tier?: Tier; release?: AndroidRelease; extras?: Record<string, string> } = {},
) {
  const { extras = {}, ...rest } = options;
  const { phone, agent } = await house(t, { screen: 'lean', apps: [...apps, values], ...rest });
  phone.framework.start({ component, extras });
  return { phone, agent };
}

const display = { extras: { page: 'display' } };
const SETTINGS = 'com.android.settings/.SubSettings';

// At once: nearly all of the time is spent waiting for the phone.
describe('values', { concurrency: 4 }, () => {
  describe('set_value on a slider', () => {
    onEachTier('sets the brightness in Settings to a percentage', async (t, tier) => {
      const { phone, agent } = await opened(t, SETTINGS, { ...display, tier });
      const id = await idOf(agent, 'seekbar', 'resource_id');
      const answer = await agent.does('set_value', { element_id: id, value: '40%' });
      const level = phone.framework.settings.number('system', 'screen_brightness', 0);
      // 1 to 255, by whole percents, with a finger within two of them.
      assert.ok(Math.abs(level - 102.6) <= (tier === 'companion' ? 1.5 : 5), String(level));
      assert.equal(
        answer,
        tier === 'companion'
          ? `Value set on element '${id}': 40 %`
          : `Value set on element '${id}': touched at 40 %, but it cannot be read back`,
      );
      for (const [value, end] of [
        ['0%', 1],
        ['100%', 255],
      ] as const) {
        await agent.does('set_value', { element_id: id, value });
        assert.equal(phone.framework.settings.number('system', 'screen_brightness', 0), end);
      }
    });

    for (const release of [5, 9, 12] as const) {
      test(`works with the companion on Android ${release}, which tells ranges since 7`, async (t) => {
        const { phone, agent } = await opened(t, SETTINGS, { ...display, tier: 'companion', release });
        const id = await idOf(agent, 'Brightness level');
        const answer = await agent.does('set_value', { element_id: id, value: '70%' });
        const level = phone.framework.settings.number('system', 'screen_brightness', 0);
        assert.ok(Math.abs(level - 178.8) <= 5, String(level));
        if (release > 5) assert.equal(answer, `Value set on element '${id}': 70 %`);
        else assert.match(answer, /touched at 70 %, but it cannot be read back$/);
      });
    }

    test('takes numbers where the scale is known, and refuses what is not on it', async (t) => {
      const { phone, agent } = await opened(t, SETTINGS, { ...display, tier: 'companion' });
      const id = await idOf(agent, 'Brightness level');
      assert.equal(
        await agent.does('set_value', { element_id: id, value: 25 }),
        `Value set on element '${id}': 25 %`,
      );
      const before = phone.framework.settings.number('system', 'screen_brightness', 0);
      for (const value of ['101', '-1', '120%'])
        assert.match(
          await agent.fails('set_value', { element_id: id, value }, 'action_failed'),
          /goes from 0( %)? to 100/,
        );
      await agent.fails('set_value', { element_id: id, value: 'bright' }, 'invalid_params');
      assert.equal(phone.framework.settings.number('system', 'screen_brightness', 0), before);
    });

    test('asks for a percentage where the scale cannot be read', async (t) => {
      const { phone, agent } = await opened(t, SETTINGS, display);
      const before = phone.framework.settings.number('system', 'screen_brightness', 0);
      const id = await idOf(agent, 'Brightness level');
      assert.match(
        await agent.fails('set_value', { element_id: id, value: '25' }, 'action_failed'),
        /Give a percentage, such as '40%'/,
      );
      assert.equal(phone.framework.settings.number('system', 'screen_brightness', 0), before);
    });

    test('that runs from right to left and takes a finger only is corrected until it is right', async (t) => {
      const { agent } = await opened(t, 'test.values/.Main', { tier: 'companion' });
      const id = await idOf(agent, 'mirrored');
      for (const wanted of [80, 13, 0, 100, 50])
        assert.equal(
          await agent.does('set_value', { element_id: id, value: `${wanted}%` }),
          `Value set on element '${id}': ${wanted} %`,
        );
    });

    test('is named by the error of set_text', async (t) => {
      const { agent } = await opened(t, SETTINGS, display);
      const id = await idOf(agent, 'Brightness level');
      assert.match(
        await agent.fails('set_text', { element_id: id, text: '40' }, 'action_failed'),
        /is not editable, but has a value\. Use set_value\.$/,
      );
    });
  });

  describe('set_value on a rating', () => {
    onEachTier('gives four stars', async (t, tier) => {
      const { agent } = await opened(t, 'test.values/.Main', { tier });
      const id = await idOf(agent, 'Stars');
      await agent.does('set_value', { element_id: id, value: '4' });
      assert.match(await agent.does('get_screen_state'), /stars 4,/);
    });
  });

  describe('set_value on a picker', () => {
    onATier('plain', 'sets the time of an alarm', async (t, tier) => {
      const { agent } = await opened(t, 'com.android.deskclock/.DeskClock', { tier });
      await agent.does('click_element', { element_id: await idOf(agent, 'Alarm', 'text') });
      await agent.does('click_element', { element_id: await idOf(agent, '06:30') });
      const id = await idOf(agent, 'timePicker');
      assert.equal(
        await agent.does('set_value', { element_id: id, value: '23:07' }),
        `Value set on element '${id}': 23:07`,
      );
      await agent.does('click_element', { element_id: await idOf(agent, 'OK', 'text') });
      assert.match(await agent.does('wait_for_element', { value: '23:07', timeout: 5000 }), /^found: /);
    });

    onEachTier('writes into the field of a number picker and submits it', async (t, tier) => {
      const { agent } = await opened(t, 'test.values/.Main', { tier });
      const id = await idOf(agent, 'guests', 'resource_id');
      assert.equal(
        await agent.does('set_value', { element_id: id, value: '12' }),
        `Value set on element '${id}': 12`,
      );
      assert.match(await agent.does('get_screen_state'), /guests 12/);
      assert.match(
        await agent.fails('set_value', { element_id: id, value: '40' }, 'action_failed'),
        /stopped at '20'/,
      );
    });

    onATier(
      'companion',
      'sets a time on twelve hours, and a date by the names of its months',
      async (t, tier) => {
        const { agent } = await opened(t, 'test.values/.Main', { tier });
        const time = await idOf(agent, 'timePicker');
        assert.equal(
          await agent.does('set_value', { element_id: time, value: '14:01' }),
          `Value set on element '${time}': 02:01 PM`,
        );
        const date = await idOf(agent, 'datePicker');
        assert.equal(
          await agent.does('set_value', { element_id: date, value: '2028-11-02' }),
          `Value set on element '${date}': 2 Nov 2028`,
        );
        await agent.fails('set_value', { element_id: date, value: '2028-02-30' }, 'invalid_params');
        await agent.fails('set_value', { element_id: time, value: '25:00' }, 'invalid_params');
      },
    );
  });

  test('what has no value is told what to do instead', async (t) => {
    const { agent } = await opened(t, 'com.example.login/.LoginActivity', { tier: 'companion' });
    const set = async (name: string) =>
      agent.fails('set_value', { element_id: await idOf(agent, name), value: '1' }, 'action_failed');
    assert.match(await set('user'), /is a text field\. Use set_text/);
    assert.match(await set('remember'), /is on or off\. Use click_element/);
    assert.match(await set('Europe'), /Click it, then click the choice/);
  });
});
