import assert from 'node:assert/strict';
import { describe, test, type TestContext } from 'node:test';
import { house, type HouseOptions, onEachTier, releases } from './house.ts';

const USER = { element_id: 'res:username' };

/** A phone whose user name field holds a text and has the focus. */
async function typed(t: TestContext, options: HouseOptions) {
  const { phone, agent } = await house(t, { screen: 'lean', ...options });
  phone.framework.start({ component: 'com.example.login/.LoginActivity' });
  await agent.does('input_text', { ...USER, text: 'Groceries for Sunday' });
  const holds = async () => /= (.*)$/m.exec(await agent.does('find_elements', { value: 'username' }))?.[1];
  const press = (key: string) => agent.does('press_key', { key });
  const { textInput, clipboard } = phone.framework;
  // What the field itself holds: where a hint reads like content, an empty one cannot be told by looking.
  const content = () => textInput.target?.editing.text;
  return { phone, agent, holds, press, content, copied: () => clipboard.text };
}

// At once: nearly all of the time is spent waiting for the phone.
describe('selecting, copying, cutting and pasting', { concurrency: 4 }, () => {
  for (const release of releases) {
    test(`companion, Android ${release}: a part is selected by its words, copied, cut, and pasted elsewhere`, async (t) => {
      const { agent, holds, press, copied } = await typed(t, { tier: 'companion', release });
      assert.match(
        await agent.fails('press_key', { key: 'COPY' }, 'action_failed'),
        /Nothing is selected in the field\. Select a part with select_text/,
      );
      if (release >= 9)
        assert.match(
          await agent.fails('press_key', { key: 'PASTE' }, 'action_failed'),
          /The clipboard holds no text/,
        );
      await agent.does('select_text', { ...USER, text: 'Sunday' });
      assert.equal(await holds(), 'Groceries for Sunday | selected 14-20: Sunday');
      await press('COPY');
      assert.equal(copied(), 'Sunday');
      assert.equal(await holds(), 'Groceries for Sunday');
      await agent.does('select_text', { ...USER, from: 0, to: 10 });
      await press('CUT');
      assert.deepEqual([copied(), await holds()], ['Groceries ', 'for Sunday']);
      await press('SELECT_ALL');
      assert.equal(await holds(), 'for Sunday | selected: all');
      await press('PASTE');
      assert.equal(await holds(), 'Groceries');
      if (release < 9) return; // There an empty field reads like one that holds its hint.
      await agent.does('clear_text', USER);
      for (const key of ['SELECT_ALL', 'COPY', 'CUT'])
        assert.match(await agent.fails('press_key', { key }, 'action_failed'), /The field is empty/);
      assert.equal(copied(), 'Groceries ');
    });

    test(`companion, Android ${release}: the toolbar of a selection is on the screen and works`, async (t) => {
      const { agent, content, copied } = await typed(t, { tier: 'companion', release });
      await agent.does('get_screen_state');
      await agent.does('long_click_element', USER);
      const told = agent.heard.at(-1) ?? '';
      // On Android 5 it is a bar in the window itself.
      if (release > 5) assert.match(told, /\\ntoolbar: \d+ .*: Cut \| Copy/);
      assert.doesNotMatch(told, /now:|Sign in/);
      assert.match(await agent.does('get_screen_state'), /^ *\d+ Cut$/m);
      await agent.does('click_element', { element_id: 'text:Select all' });
      await agent.does('click_element', { element_id: 'text:Cut' });
      assert.deepEqual([copied(), content()], ['Groceries for Sunday', '']);
      assert.doesNotMatch(await agent.does('get_screen_state'), /^ *\d+ (Cut|Copy)$/m);
    });
  }

  test('plain ADB, Android 14: keys copy, cut and paste, and a part cannot be selected', async (t) => {
    const { agent, content, press, copied } = await typed(t, { tier: 'plain', release: 14 });
    assert.match(
      await agent.fails('select_text', { ...USER, text: 'Sunday' }, 'permission_denied'),
      /^Android's shell cannot select a part of a text\. /,
    );
    await press('SELECT_ALL');
    await press('CUT');
    assert.deepEqual([copied(), content()], ['Groceries for Sunday', '']);
    await press('PASTE');
    await press('PASTE');
    assert.equal(content(), 'Groceries for SundayGroceries for Sunday');
  });

  test('plain ADB, older releases: the keys that they lack are one clear error', async (t) => {
    const nine = await typed(t, { tier: 'plain', release: 9 });
    const why = await nine.agent.fails('press_key', { key: 'SELECT_ALL' }, 'permission_denied');
    assert.match(why, /^Before Android 13 the shell has no way to select a text\. /);
    nine.phone.framework.clipboard.text = '!';
    await nine.press('PASTE');
    assert.equal(nine.content(), 'Groceries for Sunday!');
    const five = await typed(t, { tier: 'plain', release: 5 });
    for (const key of ['COPY', 'CUT', 'PASTE'])
      assert.match(
        await five.agent.fails('press_key', { key }, 'permission_denied'),
        new RegExp(`^Before Android 7 the shell has no key for ${key}\\. `),
      );
  });

  test('what was pasted into a password is not said to be nothing', async (t) => {
    const { agent, press } = await typed(t, { tier: 'companion' });
    await agent.does('set_clipboard', { text: 'another' });
    await agent.does('click_element', { element_id: 'res:password' });
    assert.match(await press('PASTE'), /password field: its content cannot be read back/);
  });

  onEachTier('a password is neither copied nor cut', async (t, tier) => {
    const { agent, press, copied } = await typed(t, { tier });
    await agent.does('input_text', { element_id: 'res:password', text: 'CANARY-4821' });
    await press('SELECT_ALL');
    for (const key of ['COPY', 'CUT'])
      assert.match(await agent.fails('press_key', { key }, 'permission_denied'), /^A password cannot be /);
    assert.equal(copied(), '');
  });
});
