import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import type { Page } from 'playwright-core';
import type { Tier } from '../android/house.ts';
import { openBrowser, openStudio, studioHouse } from './browser.ts';

/** A house whose phone counts how often it is looked at. */
async function counted(t: TestContext, tier: Tier) {
  let looks = 0;
  const house = await studioHouse(t, {
    tier,
    phone: {
      onCompanionRequest: (method) => {
        if (method === 'look') looks += 1;
      },
      onCommand: ([program]) => {
        if (program === 'uiautomator') looks += 1;
      },
    },
  });
  return { house, looks: () => looks };
}

/** Counts what the server tells a page of looks. */
function countLooked(page: Page): () => number {
  let count = 0;
  page.on('websocket', (socket) => {
    socket.on('framereceived', ({ payload }) => {
      if (String(payload).startsWith('{"event":"looked"')) count += 1;
    });
  });
  return () => count;
}

async function until(isSo: () => boolean, page: Page): Promise<void> {
  while (!isSo()) await page.waitForTimeout(50);
}

/** Puts a page behind others, or in front again, as far as it can tell. */
async function setVisible(page: Page, visible: boolean): Promise<void> {
  await page.evaluate(
    (state) => {
      Object.defineProperty(document, 'visibilityState', { configurable: true, value: state });
      document.dispatchEvent(new Event('visibilitychange'));
    },
    visible ? 'visible' : 'hidden',
  );
}

test('a phone is looked at once for all pages, and not at all for pages that nobody sees', async (t) => {
  const { house, looks } = await counted(t, 'companion');
  const browser = await openBrowser(t);
  const first = await openStudio(t, house, { browser });
  const told = countLooked(first);
  await first.reload();
  await first.getByRole('img', { name: /The screen of/ }).waitFor();
  // Nothing changes on the phone: the second page is shown what there is.
  const second = await openStudio(t, house, { browser });
  await second.getByRole('img', { name: /The screen of/ }).waitFor();
  const [before, toldBefore] = [looks(), told()];
  await until(() => told() >= toldBefore + 10, first);
  assert.ok(
    looks() - before <= told() - toldBefore + 2,
    `${looks() - before} looks, ${told() - toldBefore} told`,
  );

  for (const page of [first, second]) await setVisible(page, false);
  // One may be under way.
  await first.waitForTimeout(500);
  const hidden = looks();
  await first.waitForTimeout(1_500);
  assert.equal(looks(), hidden);

  await house.agent.does('open_app', { app: 'com.android.settings' });
  await setVisible(second, true);
  await second.getByRole('button', { name: 'Network & internet' }).waitFor();
  await second.close();
  await first.waitForTimeout(500);
  const closed = looks();
  await first.waitForTimeout(1_500);
  assert.equal(looks(), closed);
});

test('on plain ADB the page looks once a second, and says what serves the phone', async (t) => {
  const { house, looks } = await counted(t, 'plain');
  const page = await openStudio(t, house);
  const told = countLooked(page);
  await page.reload();
  await page.getByText(/Live · \d+ s · plain ADB/).waitFor();
  const [start, before, toldBefore] = [Date.now(), looks(), told()];
  await until(() => told() >= toldBefore + 3, page);
  const seconds = (Date.now() - start) / 1_000;
  assert.ok(looks() - before <= seconds + 1, `${looks() - before} looks in ${seconds} seconds`);
});
