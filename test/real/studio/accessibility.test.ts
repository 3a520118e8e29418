import assert from 'node:assert/strict';
import { test } from 'node:test';
import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from 'playwright-core';
import { openBrowser } from './browser.ts';
import { openRecording, recordedFolder } from './recorded.ts';
import { sampleOf, tellAll } from './sample.ts';
import { scriptedServer } from './scripted-server.ts';
import { throughDetails, throughViews } from './views.ts';

const sample = sampleOf({ short: 'Pixel 8', long: 'Save your changes before you leave this page.' });

test('no view has a fault that axe finds, in either theme, wide or narrow', async (t) => {
  const browser = await openBrowser(t);
  for (const [width, height] of [
    [1280, 800],
    [390, 800],
    [640, 360],
  ] as const) {
    await t.test(`${width} x ${height} pixels`, async (t) => {
      const server = await scriptedServer(t, sample);
      const context = await browser.newContext({ viewport: { width, height } });
      const page = await context.newPage();
      page.setDefaultTimeout(10_000);
      await page.goto(server.url);
      await page.getByText('Waiting for the first picture').waitFor();
      await withoutFaults(page, 'nothing seen yet');
      await tellAll(server, sample);
      await page.getByRole('img', { name: /The screen of/ }).waitFor();
      await throughViews(page, (view) => withoutFaults(page, view));
      if (width > 900) await throughDetails(page, (details) => withoutFaults(page, details));
      await page.keyboard.press('t');
      await openRecording(page, await recordedFolder(t, sample.calls));
      await page.getByRole('option', { name: /#1/ }).click();
      await page.getByRole('img', { name: 'After call 1' }).waitFor();
      await withoutFaults(page, 'a recording');
      await page.keyboard.press('l');
      server.tell('unseen', { device: sample.screen.device, message: 'It has not allowed this computer.' });
      await page.getByText('It has not allowed this computer.').waitFor();
      await withoutFaults(page, 'a device that cannot be seen');
      await page.keyboard.press('?');
      await page.getByRole('dialog').waitFor();
      await withoutFaults(page, 'help');
      await page.keyboard.press('Escape');
      server.tell('question', sample.question);
      await page.getByRole('alertdialog').waitFor();
      await withoutFaults(page, 'a question');
      await context.close();
    });
  }
});

/** Both themes have the same elements: in the second one only colours are checked. */
async function withoutFaults(page: Page, view: string): Promise<void> {
  await page.emulateMedia({ colorScheme: 'light' });
  const light = await axe(page).analyze();
  await page.emulateMedia({ colorScheme: 'dark' });
  const dark = await axe(page).withRules(['color-contrast']).analyze();
  const told = [...light.violations, ...dark.violations].map(
    ({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`,
  );
  assert.deepEqual(told, [], view);
}

/** The page has no frames, so axe needs no extra page to combine results. */
function axe(page: Page): AxeBuilder {
  return new AxeBuilder({ page }).setLegacyMode();
}
