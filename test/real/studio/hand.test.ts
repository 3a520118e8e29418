import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import type { Browser } from 'playwright-core';
import type { Rule } from '@handeye/core/guard/rules';
import { eventually } from '@handeye/testing/attached';
import { openBrowser, openStudio, studioHouse } from './browser.ts';
import { boundsOf, clickOn, onPicture, phoneShows, rowsOn } from './person.ts';

const SETTINGS = 'com.android.settings';
const MAPS = 'com.example.maps';

/** Airplane mode needs a person's approval. */
const asks: Rule = {
  when: { label: 'Airplane*' },
  then: 'ask',
  why: 'it cuts the phone off',
  from: 'rule 1',
};

const click = { element_id: 'text:Airplane mode' };

/** A page and an agent in front of the switch of airplane mode. */
async function asking(t: TestContext, browser: Browser, { askLimit }: { readonly askLimit: number }) {
  const house = await studioHouse(t, { policy: { rules: [asks] }, askLimit });
  const page = await openStudio(t, house, { browser });
  const { agent } = house;
  await agent.does('run_steps', {
    steps: [
      { tool: 'open_app', arguments: { app: SETTINGS } },
      { tool: 'click_element', arguments: { element_id: 'text:Network & internet' } },
    ],
  });
  await page.getByRole('img', { name: /The screen of/ }).waitFor();
  return {
    agent,
    page,
    card: page.getByRole('alertdialog', { name: 'May the agent do this?' }),
    isOn: async () => (await agent.does('get_screen_state')).includes('[on] Airplane mode'),
  };
}

test('a person approves, refuses, takes over, stops and tries tools', async (t) => {
  const browser = await openBrowser(t);

  await t.test('clicks, keys, text, wheel and drags on the picture change the phone', async (t) => {
    const house = await studioHouse(t);
    const page = await openStudio(t, house, { browser });
    const { agent } = house;
    await agent.does('open_app', { app: SETTINGS });
    await page.getByRole('img', { name: /The screen of/ }).waitFor();
    await clickOn(page, house, 'Network & internet');
    // The first click only offers a take-over.
    await page.getByText('You are only looking.').waitFor();
    await phoneShows(house, 'Connected devices');
    const hand = page.getByRole('group', { name: 'Your hand' });
    await hand.getByRole('button', { name: 'Take over' }).click();
    await hand.getByRole('button', { name: 'Hand back' }).waitFor();
    assert.match(await agent.fails('press_home', {}, 'permission_denied'), /^busy: a person has taken over/);

    // A press that began before the hold ended does not continue afterwards.
    const pressed = await onPicture(page, house, 'Storage');
    await page.mouse.move(pressed.x, pressed.y);
    await page.mouse.down();
    await hand.getByRole('button', { name: 'Hand back' }).press('Enter');
    await hand.getByRole('button', { name: 'Take over' }).waitFor();
    await page.mouse.up();
    await hand.getByRole('button', { name: 'Take over' }).click();
    await hand.getByRole('button', { name: 'Hand back' }).waitFor();
    await clickOn(page, house, 'Network & internet');
    await phoneShows(house, 'Airplane mode');
    await page.keyboard.press('Escape');
    await phoneShows(house, 'Connected devices');

    const { x, y } = await onPicture(page, house, 'Storage');
    await page.mouse.move(x, y);
    for (let turn = 0; turn < 10; turn += 1) await page.mouse.wheel(0, 120);
    await phoneShows(house, 'About phone');

    // A drag: down again.
    await page.mouse.down();
    await page.mouse.move(x, y + 60, { steps: 5 });
    await page.mouse.move(x, y + 240, { steps: 5 });
    await page.mouse.up();
    await phoneShows(house, 'Network & internet');

    await clickOn(page, house, 'search_view');
    await eventually(
      async () => (await rowsOn(house)).some(({ flags }) => flags.includes('f')),
      'the field has the focus',
    );
    await page.keyboard.type('blue');
    // Text from an input method arrives at once.
    await page.keyboard.insertText('tooth 漢字');
    await phoneShows(house, 'bluetooth 漢字');

    await hand.getByRole('button', { name: 'Home' }).click();
    await phoneShows(house, 'Calculator');
    await hand.getByRole('button', { name: 'Hand back' }).click();
    await hand.getByRole('button', { name: 'Take over' }).waitFor();
    await agent.does('open_app', { app: SETTINGS });
  });

  await t.test('ctrl and wheel pinch, the right button and a resting finger press long, once', async (t) => {
    const house = await studioHouse(t);
    const page = await openStudio(t, house, { browser, hasTouch: true });
    await house.agent.does('open_app', { app: MAPS });
    const hand = page.getByRole('group', { name: 'Your hand' });
    await hand.getByRole('button', { name: 'Take over' }).click();
    await hand.getByRole('button', { name: 'Hand back' }).waitFor();
    const picture = page.getByRole('img', { name: /The screen of/ });
    await picture.waitFor();
    const { x, y } = await onPicture(page, house, 'Lantern Square');
    const distance = async () =>
      (await boundsOf(house, 'Lantern Square')).top - (await boundsOf(house, 'Copper Bridge')).top;
    const before = await distance();
    await page.mouse.move(x, y);
    await page.keyboard.down('Control');
    await page.mouse.wheel(0, -120);
    await page.keyboard.up('Control');
    await eventually(async () => (await distance()) > before * 1.5, 'the map is larger');

    await page.mouse.click(x - 50, y, { button: 'right' });
    await phoneShows(house, 'Dropped pin');

    const finger = await page.context().newCDPSession(page);
    const at = { x: x + 50, y: y + 50 };
    const pin = async () => (await boundsOf(house, 'Dropped pin')).left;
    const firstPin = await pin();
    await finger.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [at] });
    await page.waitForTimeout(600);
    // Android's browsers request a menu for a resting finger; this one has no menus.
    await picture.evaluate((element, { x: clientX, y: clientY }) => {
      const how = { bubbles: true, cancelable: true, clientX, clientY, pointerType: 'touch' };
      element.dispatchEvent(new PointerEvent('contextmenu', how));
    }, at);
    await finger.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
    await eventually(async () => (await pin()) > firstPin, 'the finger has moved the pin');
    // All other effects of the finger come before this.
    await hand.getByRole('button', { name: 'Home' }).click();
    await page.getByRole('tab', { name: 'Timeline' }).click();
    await page.getByLabel('Kind of calls').selectOption('By hand');
    await page.getByRole('option', { name: 'press_home' }).waitFor();
    const presses = await page.getByRole('option', { name: 'long_press' }).allInnerTexts();
    assert.equal(presses.length, 2, presses.join('\n'));
  });

  await t.test('an approval lets a waiting call through, a denial does not', async (t) => {
    const { agent, page, card, isOn } = await asking(t, browser, { askLimit: 60_000 });
    const refused = agent.fails('click_element', click, 'permission_denied');
    await card.getByText('it cuts the phone off').waitFor();
    await card.getByRole('img', { name: 'What it is about' }).waitFor();
    assert.match(await page.title(), /^\(1\) /);
    // It is shown only for a moment, so the wait begins before the click.
    const told = page.getByText('Refused.');
    await Promise.all([told.waitFor(), card.getByRole('button', { name: 'No', exact: true }).click()]);
    assert.match(await refused, /The user was asked, and said no/);
    assert.equal(await page.title(), 'Handeye Studio');
    assert.equal(await isOn(), false);

    const allowed = agent.does('click_element', click);
    await card.getByRole('button', { name: 'Allow once' }).and(page.locator(':enabled')).waitFor();
    await page.keyboard.press('1');
    await allowed;
    assert.equal(await isOn(), true);

    const allowedForThisRun = agent.does('click_element', click);
    await card.getByRole('button', { name: 'Allow for this run' }).click();
    await allowedForThisRun;
    assert.equal(await isOn(), false);
    // No second question: it would stay unanswered.
    await agent.does('click_element', click);
    assert.equal(await isOn(), true);
  });

  await t.test(
    'a question that nobody answers in time lets nothing through, and leaves the page',
    async (t) => {
      const { agent, card, isOn } = await asking(t, browser, { askLimit: 3_000 });
      const late = agent.fails('click_element', click, 'permission_denied');
      await card.waitFor();
      assert.match(await late, /did not answer within 3 s/);
      await card.waitFor({ state: 'detached' });
      assert.equal(await isOn(), false);
    },
  );

  await t.test(
    'a tool is tried by a form made from its schema, and Stop halts it like any other',
    async (t) => {
      const house = await studioHouse(t);
      const page = await openStudio(t, house, { browser });
      await page.getByRole('tab', { name: 'Try a tool' }).click();
      const form = (tool: string) => page.getByRole('form', { name: `Call ${tool}` });
      const answer = page.getByRole('region', { name: /^Answer of/ });
      await page.getByLabel('Tool', { exact: true }).selectOption('open_app');
      await form('open_app').getByLabel(/^app/).fill('Settings');
      await form('open_app').getByRole('button', { name: 'Call' }).click();
      await answer.getByText('OK', { exact: true }).waitFor();
      await phoneShows(house, 'Network & internet');
      await answer.getByRole('button', { name: 'Raw' }).click();
      await answer.getByText('"content": [').waitFor();

      await page.getByLabel('Tool', { exact: true }).selectOption('scroll');
      await form('scroll')
        .getByLabel(/^direction/)
        .selectOption('down');
      await form('scroll').getByRole('button', { name: 'Call' }).click();
      // The list has come to rest when the call returns.
      await page.getByRole('region', { name: 'Answer of scroll' }).waitFor();
      await phoneShows(house, 'About phone');

      const { top } = await boundsOf(house, 'About phone');
      await page.getByRole('button', { name: 'Stop' }).click();
      await page.getByRole('button', { name: 'Resume' }).waitFor();
      await form('scroll')
        .getByLabel(/^direction/)
        .selectOption('up');
      await form('scroll').getByRole('button', { name: 'Call' }).click();
      await answer.getByText('stopped: a person has stopped all writes').waitFor();
      assert.equal((await boundsOf(house, 'About phone')).top, top);
      assert.match(await house.agent.fails('press_home', {}, 'permission_denied'), /^stopped: a person/);
      await page.getByRole('button', { name: 'Resume' }).click();
      await page.getByRole('button', { name: 'Stop' }).waitFor();
      await house.agent.does('press_home');
    },
  );
});
