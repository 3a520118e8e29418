import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import { eventually } from '@handeye/testing/attached';
import { openBrowser } from './browser.ts';
import { sampleOf, tellAll } from './sample.ts';
import { scriptedServer } from './scripted-server.ts';

const sample = sampleOf({ short: 'Pixel 8', long: 'Save your changes before you leave this page.' });
const { device } = sample.screen;

/** A page with a phone, the test's questions, and the list of the page's requests. */
async function asking(t: TestContext, browser: Browser) {
  const answers = { ...sample.answers, answer: undefined, stop: undefined, handBack: undefined };
  const server = await scriptedServer(t, { hello: sample.hello, answers });
  const page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
  page.setDefaultTimeout(10_000);
  await page.goto(server.url);
  await page.getByText('Waiting for the first picture').waitFor();
  await tellAll(server, { ...sample, answers });
  await page.getByRole('img', { name: /The screen of/ }).waitFor();
  const card = page.getByRole('alertdialog');
  const counted = (request: string) => server.asked.filter((one) => one.request === request);
  return {
    page,
    card,
    takesOver: async () => {
      server.tell('hands', { stopped: false, takenOver: [device] });
      await page.getByText('You have the device').waitFor();
    },
    question: (number: number) => {
      server.tell('question', { ...sample.question, number, label: `Question ${number}` });
    },
    over: (question: number) => {
      server.tell('questionOver', { question, how: 'Refused.' });
    },
    /** Waits until the card can be answered. */
    readable: (number: number) =>
      card
        .filter({ hasText: `Question ${number}` })
        .getByRole('button', { name: 'No', exact: true, disabled: false })
        .waitFor(),
    asked: (request: string) =>
      eventually(() => Promise.resolve(counted(request).length > 0), `the page asks for ${request}`),
    answers: () => counted('answer').map(({ takes }) => takes),
    answered: (question: number, answer: string) =>
      eventually(
        () => Promise.resolve(counted('answer').some(({ takes }) => sameAnswer(takes, question, answer))),
        `question ${question} is answered: ${answer}`,
      ),
  };
}

function sameAnswer(takes: unknown, question: number, answer: string): boolean {
  return JSON.stringify(takes) === JSON.stringify({ question, answer });
}

/** Waits until all pressed keys were handled, and their requests sent. */
async function settled(page: Page): Promise<void> {
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(resolve)));
}

test('keys go where they are meant to', async (t) => {
  const browser = await openBrowser(t);

  await t.test(
    'a question that waited behind another one is not answered before it can be read',
    async (t) => {
      const { page, card, question, over, readable, answers, answered } = await asking(t, browser);
      await page.clock.install();
      question(1);
      question(2);
      await readable(1);
      await page.keyboard.press('1');
      await answered(1, 'once');
      // The page's time stands still, so that all keys are pressed in the card's first moments on any machine.
      await page.clock.pauseAt(Date.now() + 1_000);
      over(1);
      await card.getByText('Question 2').waitFor();
      // It hears keys once it is drawn.
      await page.clock.runFor(100);
      for (const key of ['1', '2', 'n', 'x']) await page.keyboard.press(key);
      await page.clock.runFor(100);
      assert.equal(answers().length, 1);
      await page.clock.resume();
      await readable(2);
      await page.keyboard.down('1');
      await answered(2, 'once');
      // A key that is still held belongs to the question that is gone.
      question(3);
      over(2);
      await readable(3);
      await page.keyboard.down('1');
      await page.keyboard.up('1');
      await settled(page);
      assert.equal(answers().length, 2);
      await page.keyboard.press('n');
      await answered(3, 'no');
      await page.close();
    },
  );

  await t.test('a question closes the help, and stays above one that is opened then', async (t) => {
    const { page, card, question, over, readable, answered } = await asking(t, browser);
    const help = page.getByRole('dialog', { name: 'Help and keys' });
    await page.keyboard.press('?');
    await help.waitFor();
    question(1);
    await help.waitFor({ state: 'detached' });
    await readable(1);
    await page.keyboard.press('?');
    await help.waitFor();
    await card.getByRole('button', { name: 'Allow once' }).click({ trial: true });
    await page.keyboard.press('n');
    await answered(1, 'no');
    over(1);
    await help.getByRole('button', { name: 'Close' }).press('Escape');
    await help.waitFor({ state: 'detached' });
    await page.close();
  });

  await t.test(
    'after a take over, letters and digits are for the device, and a question for its card',
    async (t) => {
      const { page, card, question, over, readable, answers, answered, asked, takesOver } = await asking(
        t,
        browser,
      );
      await takesOver();
      question(1);
      await readable(1);
      await page.getByLabel(`Type on ${device}`).focus();
      await page.keyboard.type('1n');
      await asked('call');
      const tab = page.getByRole('tab', { name: 'Devices' });
      for (const key of ['1', '2', 'n', 's', 'o']) await tab.press(key);
      await settled(page);
      assert.deepEqual(answers(), []);
      await card.focus();
      await page.keyboard.press('n');
      await answered(1, 'no');
      over(1);
      await tab.focus();
      question(2);
      await readable(2);
      await page.keyboard.press('2');
      await answered(2, 'for this run');
      over(2);
      question(3);
      await readable(3);
      await page.keyboard.press('x');
      await answered(3, 'no, for this run');
      over(3);

      const stop = page.getByRole('button', { name: 'Stop' });
      assert.equal(await stop.getAttribute('aria-keyshortcuts'), 'Alt+Shift+S');
      await page.getByLabel(`Type on ${device}`).press('Alt+Shift+S');
      await asked('stop');
      assert.match(
        (await page.getByRole('button', { name: 'Hand back' }).getAttribute('title')) ?? '',
        /Alt\+Shift\+O/,
      );
      await page.getByLabel(`Type on ${device}`).press('Alt+Shift+O');
      await asked('handBack');
      await page.close();
    },
  );

  await t.test('a take-over in another tab does not take the focus from a field in use', async (t) => {
    const { page, takesOver } = await asking(t, browser);
    const search = page.getByLabel('Search calls');
    await search.focus();
    await takesOver();
    await settled(page);
    await page.keyboard.type('tap');
    assert.equal(await search.inputValue(), 'tap');
    await page.close();
  });

  await t.test('a check box and a choice leave Stop and questions their keys', async (t) => {
    const { page, question, over, readable, answers, answered, asked } = await asking(t, browser);
    await page.getByLabel('All boxes').click();
    await page.keyboard.press('s');
    await asked('stop');
    question(1);
    await readable(1);
    await page.keyboard.press('n');
    await answered(1, 'no');
    over(1);
    const kind = page.getByLabel('Kind of calls');
    await kind.focus();
    question(2);
    await readable(2);
    await page.keyboard.press('d');
    await page.keyboard.press('1');
    await answered(2, 'once');
    over(2);
    // A choice keeps its own keys, and a field all of them.
    await page.getByRole('tab', { name: 'Timeline', selected: true }).waitFor();
    question(3);
    await readable(3);
    await page.getByLabel('Search calls').fill('');
    await page.keyboard.type('1n');
    assert.equal(await page.getByLabel('Search calls').inputValue(), '1n');
    assert.equal(answers().length, 2);
    await page.close();
  });
});
