import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import type { Page } from 'playwright-core';
import { until } from '../../../packages/studio/test/flood.ts';
import { openStudio, sharedBrowser, studioHouse } from './browser.ts';
import { sampleOf, tellAll } from './sample.ts';
import { scriptedServer } from './scripted-server.ts';

const browserOfAll = sharedBrowser();

/** A house whose phone counts how often it is looked at. */
async function counted(t: TestContext) {
  let looks = 0;
  const house = await studioHouse(t, {
    phone: {
      onCompanionRequest: (method) => {
        if (method === 'look') looks += 1;
      },
    },
  });
  return { house, looks: () => looks };
}

/** Counts the `looked` events of a page. */
function countLooked(page: Page): () => number {
  let count = 0;
  page.on('websocket', (socket) => {
    socket.on('framereceived', ({ payload }) => {
      if (String(payload).startsWith('{"event":"looked"')) count += 1;
    });
  });
  return () => count;
}

/** Waits until the phone was left alone for a second, in which a watched one is looked at five times. */
async function isLeftAlone(looks: () => number): Promise<void> {
  let [count, since] = [looks(), Date.now()];
  await until(() => {
    if (looks() !== count) [count, since] = [looks(), Date.now()];
    return Date.now() - since > 1_000;
  }, 20_000);
}

/** Hides a page, or shows it again, as far as it can tell. */
async function setVisible(page: Page, visible: boolean): Promise<void> {
  await page.evaluate(
    (state) => {
      Object.defineProperty(document, 'visibilityState', { configurable: true, value: state });
      document.dispatchEvent(new Event('visibilitychange'));
    },
    visible ? 'visible' : 'hidden',
  );
}

test('the badge says Live for two seconds after a look or a sign of life, and no longer', async (t) => {
  const sample = sampleOf({ short: 'Pixel 8', long: 'Save your changes' });
  const { device } = sample.screen;
  const server = await scriptedServer(t, sample);
  const page = await (await browserOfAll()).newPage();
  t.after(() => page.close());
  page.setDefaultTimeout(10_000);
  await page.clock.install();
  await page.goto(server.url);
  await page.getByText('Waiting for the first picture').waitFor();
  await tellAll(server, sample);
  const badge = page.locator('.freshness .badge');
  await badge.filter({ hasText: /^Live · / }).waitFor();
  const isLive = async () => (await badge.innerText()).startsWith('Live');
  /** Sends an event, and waits until the page has it: a later one is shown. */
  const tell = async (event: 'looked' | 'alive', number: number) => {
    if (event === 'looked') server.tell('looked', { device, frame: 1, milliseconds: 40 });
    else server.tell('alive', { device });
    server.tell('screen', { ...sample.screen, app: `app ${number}` });
    await page.getByText(`app ${number}`).waitFor();
  };
  await page.clock.pauseAt(Date.now() + 60_000);
  for (const [number, event] of (['looked', 'alive', 'looked'] as const).entries()) {
    await tell(event, number);
    await page.clock.runFor(1_900);
    assert.equal(await isLive(), true, event);
    await page.clock.runFor(400);
    assert.equal(await isLive(), false, event);
  }
  // Signs of life make no picture younger.
  await tell('alive', 9);
  await page.clock.runFor(1_000);
  assert.match(await badge.innerText(), /^Live · 3 s · /);
});

test('for a hidden page no phone is queried; the list is requested when the page comes to the front', async (t) => {
  const sample = sampleOf({ short: 'Pixel 8', long: 'Save your changes' });
  const server = await scriptedServer(t, sample);
  const asked = (name: string) => server.asked.some(({ request }) => request === name);
  const page = await (await browserOfAll()).newPage();
  t.after(() => page.close());
  await page.addInitScript(() => {
    Object.defineProperty(document, 'visibilityState', { configurable: true, value: 'hidden' });
  });
  await page.goto(server.url);
  // The page sends all its requests at once; these two are answered without a device.
  await until(() => asked('watch') && asked('timeline'));
  await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 200)));
  assert.equal(asked('devices'), false);
  await setVisible(page, true);
  await until(() => asked('devices'));
});

test('a phone is looked at once for all pages, and not at all for hidden pages', async (t) => {
  const { house, looks } = await counted(t);
  const browser = await browserOfAll();
  const first = await openStudio(t, house, { browser });
  const told = countLooked(first);
  await first.reload();
  await first.getByRole('img', { name: /The screen of/ }).waitFor();
  // Nothing changes on the phone: the second page gets the current screen.
  const second = await openStudio(t, house, { browser });
  await second.getByRole('img', { name: /The screen of/ }).waitFor();
  const [before, toldBefore] = [looks(), told()];
  await until(() => told() >= toldBefore + 20);
  const [more, moreTold] = [looks() - before, told() - toldBefore];
  // Looks for each page would be twice as many; the newest events may still be on their way.
  assert.ok(more <= moreTold * 1.5, `${more} looks, ${moreTold} told`);

  for (const page of [first, second]) await setVisible(page, false);
  await isLeftAlone(looks);

  await house.agent.does('open_app', { app: 'com.android.settings' });
  await setVisible(second, true);
  await second.getByRole('button', { name: 'Network & internet' }).waitFor();
  await second.close();
  await isLeftAlone(looks);
});
