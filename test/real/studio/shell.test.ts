import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import { openBrowser } from './browser.ts';
import { sampleOf, tellAll } from './sample.ts';
import { scriptedServer, type ScriptedServer } from './scripted-server.ts';
import { throughViews } from './views.ts';

const sample = sampleOf({ short: 'Pixel 8', long: 'Save your changes before you leave this page.' });

async function openAt(browser: Browser, server: ScriptedServer, width: number, height = 800): Promise<Page> {
  const context = await browser.newContext({ viewport: { width, height } });
  const page = await context.newPage();
  page.setDefaultTimeout(10_000);
  await page.goto(server.url);
  await page.getByText('Waiting for the first picture').waitFor();
  return page;
}

async function placesOf(page: Page): Promise<string[]> {
  const parts = await page.locator('.bar, .bar > *, .panes > *, .tab-list').all();
  const boxes = await Promise.all(parts.map((part) => part.boundingBox()));
  return boxes.map((box) => JSON.stringify(box));
}

interface Place {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

function overlap(one: Place, other: Place): boolean {
  const isBeside = one.x + one.width <= other.x || other.x + other.width <= one.x;
  const isAbove = one.y + one.height <= other.y || other.y + other.height <= one.y;
  return !isBeside && !isAbove;
}

test('the page around the views', async (t) => {
  const browser = await openBrowser(t);

  await t.test('each view is reached by its key, and the help lists the key', async (t) => {
    const server = await scriptedServer(t, sample);
    const page = await openAt(browser, server, 1280);
    const reached: Readonly<Record<string, string>> = {
      t: 'Timeline',
      y: 'Try a tool',
      d: 'Devices',
      p: 'Phone',
    };
    for (const [key, name] of Object.entries(reached)) {
      await page.keyboard.press(key);
      await page.getByRole('tab', { name, selected: true }).waitFor();
      const panel = page.getByRole('tabpanel', { name });
      await page.waitForFunction(
        (element) => element === document.activeElement,
        await panel.elementHandle(),
      );
    }
    await page.keyboard.press('?');
    const help = page.getByRole('dialog', { name: 'Help and keys' });
    for (const key of [...Object.keys(reached), 'l', 'm', 'c', '?'])
      await help.getByText(key, { exact: true }).first().waitFor();
    // The phone is shown: the keys of hidden views are listed all the same.
    const others = [
      'Search the calls; #12 goes to call 12',
      'While a question waits: allow it once',
      'No, for this run',
      'Show the box of every element',
      'In a field: make the call',
    ];
    for (const about of others) await help.getByText(about).waitFor();
    await page.keyboard.press('d');
    await page.keyboard.press('Escape');
    await help.waitFor({ state: 'detached' });
    await page.getByRole('tab', { name: 'Phone', selected: true }).waitFor();
  });

  await t.test('arrow keys walk along tabs', async (t) => {
    const server = await scriptedServer(t, sample);
    const page = await openAt(browser, server, 1280);
    await page.getByRole('tab', { name: 'Timeline' }).focus();
    await page.keyboard.press('ArrowLeft');
    await page.getByRole('tab', { name: 'Phone', selected: true }).waitFor();
    await page.keyboard.press('Home');
    await page.getByRole('tab', { name: 'Timeline', selected: true }).waitFor();
  });

  await t.test('a theme that was chosen stays', async (t) => {
    const server = await scriptedServer(t, sample);
    const page = await openAt(browser, server, 1280);
    const ground = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
    const light = await ground();
    await page.keyboard.press('?');
    await page.getByRole('radio', { name: 'dark' }).check();
    const dark = await ground();
    assert.notEqual(dark, light);
    await page.reload();
    await page.getByText('Waiting for the first picture').waitFor();
    assert.equal(await ground(), dark);
  });

  for (const [width, view] of [
    [1280, 'Lean'],
    [1280, 'Compare'],
    [920, 'Compare'],
    [390, undefined],
  ] as const) {
    const where = `${width} pixels${view === undefined ? '' : `, ${view}`}`;
    await t.test(`a question leaves all tabs and controls in reach (${where})`, async (t) => {
      const server = await scriptedServer(t, sample);
      const page = await openAt(browser, server, width);
      await tellAll(server, sample);
      if (view !== undefined) await page.getByRole('tab', { name: view }).click();
      server.tell('question', sample.question);
      const card = await page.getByRole('alertdialog').boundingBox();
      assert.ok(card && card.x >= 0 && card.x + card.width <= width && card.height > 100);
      for (const part of await page.locator('[role=tab], .bar button, .bar select').all()) {
        const box = await part.boundingBox();
        assert.ok(box && !overlap(card, box), await part.innerText());
      }
      if (view === undefined) return;
      const side = await page.locator('.side').boundingBox();
      assert.ok(side && !overlap(card, side) && side.width >= 330, `the timeline has ${side?.width} pixels`);
    });
  }

  for (const width of [1280, 390]) {
    await t.test(`all tabs of the text are in sight beside a wide screen at ${width} pixels`, async (t) => {
      const server = await scriptedServer(t, sample);
      const page = await openAt(browser, server, width);
      await tellAll(server, { ...sample, screen: { ...sample.screen, width: 2400, height: 1080 } });
      if (width < 900) await page.getByRole('tab', { name: 'Text', exact: true }).click();
      const texts = page.getByRole('tablist', { name: 'What the model gets' });
      await page.getByText('1234 tokens, estimated').waitFor();
      const hidden = await texts.evaluate((list) => list.scrollWidth - list.clientWidth);
      assert.equal(hidden, 0);
    });

    await t.test(`nothing jumps, and nothing is wider than the page, at ${width} pixels`, async (t) => {
      const server = await scriptedServer(t, sample);
      const page = await openAt(browser, server, width);
      await tellAll(server, sample);
      await page.getByRole('img', { name: /The screen of/ }).waitFor();
      const places = await placesOf(page);
      server.tell('screen', { ...sample.screen, app: 'com.example.a.much.longer.name', frame: 2 });
      server.tell('unseen', { device: sample.screen.device, message: 'It is gone. '.repeat(20) });
      await page.getByText('It is gone.').waitFor();
      assert.deepEqual(await placesOf(page), places);
      await throughViews(page, async (view) => {
        const overhang = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
        assert.ok(overhang <= 0, `${view} is ${overhang} pixels too wide`);
      });
    });
  }

  // 1280 x 720, 1440 x 900 and 1024 x 768 pixels at 200 % zoom.
  for (const [width, height] of [
    [640, 360],
    [720, 450],
    [512, 384],
  ] as const) {
    await t.test(`zoomed to ${width} x ${height}, the picture stays beside the text`, async (t) => {
      const server = await scriptedServer(t, sample);
      const page = await openAt(browser, server, width, height);
      for (const size of [
        { width: 1080, height: 2400 },
        { width: 2400, height: 1080 },
      ]) {
        await tellAll(server, { ...sample, screen: { ...sample.screen, ...size } });
        await page.getByRole('tab', { name: 'Text', exact: true }).click();
        await page.getByRole('tab', { name: /^Lean/ }).click();
        const picture = await page.getByRole('img', { name: /The screen of/ }).boundingBox();
        const text = await page.getByRole('list', { name: 'Lean text' }).boundingBox();
        assert.ok(picture && text && picture.width >= 100 && text.width >= 200);
        assert.ok(picture.x + picture.width <= text.x && picture.y + picture.height <= height);
        assert.ok(text.y < height - 80, `the text begins at ${text.y}`);
        await throughViews(page, async (view) => {
          const overhangs = await page.evaluate(() => {
            const { scrollWidth, scrollHeight } = document.documentElement;
            // Below that the tabs are scrolled.
            const lists = innerWidth < 640 ? [] : [...document.querySelectorAll('.tab-list')];
            const hidden = lists.map((list) => list.scrollWidth - list.clientWidth);
            return [scrollWidth - innerWidth, scrollHeight - innerHeight, ...hidden];
          });
          assert.ok(Math.max(...overhangs) <= 0, `${view}: ${overhangs.join()}`);
          assert.deepEqual(
            await page.getByRole('img', { name: /The screen of/ }).boundingBox(),
            picture,
            view,
          );
        });
      }
      await page.keyboard.press('l');
      await page.locator('.live:focus').waitFor();
      await page.keyboard.press('t');
      await page.getByRole('tabpanel', { name: 'Timeline' }).and(page.locator(':focus')).waitFor();
      server.tell('question', { ...sample.question, hasPlace: true });
      const card = await page.getByRole('alertdialog').boundingBox();
      assert.ok(card && card.y + card.height <= height);
      for (const part of await page
        .locator('.bar button, .bar select, .live, .is-split > .tabs > .tab-list')
        .all()) {
        const box = await part.boundingBox();
        assert.ok(box && !overlap(card, box), await part.innerText());
      }
      const facts = await page.locator('.question-body').boundingBox();
      for (const button of await page.locator('.question-answers button').all()) {
        const box = await button.boundingBox();
        assert.ok(box && facts && !overlap(facts, box) && facts.height >= 60 && box.y + box.height <= height);
      }
    });
  }
});
