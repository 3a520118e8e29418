import assert from 'node:assert/strict';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { eventually, scratchFolder } from '@handeye/testing/attached';
import { openStudio, sharedBrowser, studioHouse } from './browser.ts';
import { openRecording, pickFolder } from './recorded.ts';
import { sampleOf } from './sample.ts';
import { scriptedServer } from './scripted-server.ts';

const browserOfAll = sharedBrowser();

/** Shows a view of the page. */
async function show(page: Page, view: string): Promise<void> {
  await page.getByRole('tab', { name: view, exact: true }).click();
}

test('the timeline shows every call with its cost, its answer and pictures; it filters, searches and jumps', async (t) => {
  const house = await studioHouse(t);
  const page = await openStudio(t, house, { browser: await browserOfAll() });
  await page
    .getByRole('img', { name: /The screen of/ })
    .first()
    .waitFor();
  await show(page, 'Timeline');
  await page.getByText('No call yet').waitFor();
  const list = page.getByRole('listbox', { name: /Calls/ });
  const details = page.getByRole('region', { name: 'Call 1', exact: true });
  const after = details.getByRole('img', { name: 'After call 1' });
  await house.agent.does('open_app', { app: 'com.android.settings' });
  // The effect of a call is what was seen before the next one began.
  await list.getByRole('option', { name: /#1 open_app/ }).click();
  await after.waitFor();
  await house.agent.does('get_screen_state', {});
  await house.agent.fails('click_element', { element_id: 'text:No such thing' }, 'element_not_found');
  const failed = list.getByRole('option', { name: /#3 click_element/ });
  await failed.getByText('element not found').waitFor();
  assert.equal(await list.getByRole('option').count(), 3);
  assert.match(
    await list.getByRole('option', { name: /#2 get_screen_state/ }).innerText(),
    /\d m?s · \d+ tok/,
  );

  await list.getByRole('option', { name: /#1 open_app/ }).click();
  await details.getByRole('region', { name: 'Arguments' }).getByText('com.android.settings').waitFor();
  await details.getByRole('img', { name: 'Before call 1' }).waitFor();
  await after.waitFor();
  await page.waitForFunction(() =>
    [...document.querySelectorAll('img')].every((image) => image.naturalWidth > 0),
  );
  await details.getByRole('region', { name: 'Answer, part 1' }).waitFor();

  await list.focus();
  await page.keyboard.press('ArrowUp');
  await page.getByRole('region', { name: 'Call 2', exact: true }).waitFor();
  await page.keyboard.press('Home');
  await page
    .getByRole('region', { name: 'Call 3', exact: true })
    .getByText(/No such thing/)
    .first()
    .waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('region', { name: 'Call 3', exact: true }).waitFor({ state: 'detached' });

  await page.getByLabel('Kind of calls').selectOption('Failed');
  await page.waitForFunction(() => document.querySelectorAll('[role=option]').length === 1);
  await page.getByLabel('Kind of calls').selectOption('All calls');
  // The server finds a text that is only in the answer of the second call.
  await page.getByLabel('Search calls').fill('Network & internet');
  await list.getByRole('option', { name: /#2/ }).waitFor();
  await list.getByRole('option', { name: /#3/ }).waitFor({ state: 'detached' });
  await page.getByLabel('Search calls').fill('#1');
  await page.getByRole('region', { name: 'Call 1', exact: true }).waitFor();
  await page.getByLabel('Search calls').fill('#99');
  await page.getByText('There is no #99: the newest is #3.').waitFor();
  await page.getByLabel('Search calls').fill('#3');
  await page.getByText('There is no').waitFor({ state: 'detached' });
  await page.getByRole('region', { name: 'Call 3', exact: true }).waitFor();
  const totals = page.getByRole('region', { name: 'Totals' }).getByRole('row').nth(1);
  assert.match(await totals.innerText(), /\s3\s+1\s/);

  // A call during a search is found, too.
  await page.getByLabel('Search calls').fill('Network & internet');
  await list.getByRole('option', { name: /#3/ }).waitFor({ state: 'detached' });
  await list.getByRole('option', { name: /#2/ }).waitFor();
  await house.agent.does('get_screen_state', {});
  await list.getByRole('option', { name: /#4 get_screen_state/ }).waitFor();
});

test('what --record wrote is opened in the page, with answers and pictures; the live calls go on behind it', async (t) => {
  const record = await scratchFolder(t);
  const house = await studioHouse(t, { record });
  await house.agent.does('open_app', { app: 'com.android.settings' });
  await house.agent.does('get_screen_state', {});
  await house.agent.fails('click_element', { element_id: 'text:No such thing' }, 'element_not_found');
  const [run = ''] = await readdir(record);
  // The effect of a call is awaited before it is written.
  await eventually(
    async () => (await readFile(join(record, run, 'calls.jsonl'), 'utf8')).split('\n').length > 3,
    'the calls are written',
  );
  const page = await openStudio(t, house, { browser: await browserOfAll() });
  const list = page.getByRole('listbox', { name: /Calls/ });
  await openRecording(page, record);
  await list.getByRole('option', { name: /#1 open_app/ }).click();
  const first = page.getByRole('region', { name: 'Call 1', exact: true });
  await first.getByRole('region', { name: 'Arguments' }).getByText('com.android.settings').waitFor();
  await first.getByRole('img', { name: 'After call 1' }).waitFor();
  await page.waitForFunction(() =>
    [...document.querySelectorAll('.call-details img')].every(
      (image) => image instanceof HTMLImageElement && image.naturalWidth > 0,
    ),
  );
  // A text that is only in the answer of the second call.
  await page.getByLabel('Search calls').fill('Network & internet');
  await list.getByRole('option', { name: /#1/ }).waitFor({ state: 'detached' });
  await list.getByRole('option', { name: /#2 get_screen_state/ }).waitFor();
  await page.getByLabel('Search calls').fill('#9');
  await page.getByText('There is no #9: the newest is #3.').waitFor();

  await house.agent.does('press_home', {});
  await page.getByRole('button', { name: 'Back to live calls' }).click();
  await list.getByRole('option', { name: /#4 press_home/ }).waitFor();
  await pickFolder(page, await scratchFolder(t));
  await page.getByRole('alert').getByText('There is no calls.jsonl in this folder').waitFor();
  await list.getByRole('option', { name: /#4 press_home/ }).waitFor();
});

test('a failed call says what its element was and on which screen; it can be corrected and made again by its form', async (t) => {
  const house = await studioHouse(t);
  const page = await openStudio(t, house, { browser: await browserOfAll() });
  await page
    .getByRole('img', { name: /The screen of/ })
    .first()
    .waitFor();
  await house.agent.does('open_app', { app: 'com.android.settings' });
  const settings = await house.agent.does('get_screen_state', {});
  const id = /^ *(\d+).*Network & internet/m.exec(settings)?.[1] ?? '';
  await house.agent.does('press_home', {});
  await house.agent.fails('click_element', { element_id: id }, 'element_not_found');
  await page.getByRole('option', { name: /#4 click_element/ }).click();
  const details = page.getByRole('region', { name: 'Call 4', exact: true });
  await details
    .getByRole('list', { name: 'Elements it names' })
    .getByText(/^was “Network & internet/)
    .waitFor();
  const screen = details.getByRole('region', { name: 'Screen it was made on' });
  assert.doesNotMatch(await screen.innerText(), /Network & internet/);

  await details.getByRole('button', { name: 'Open in Try a tool' }).click();
  const form = page.getByRole('form', { name: 'Call click_element' });
  const field = form.getByRole('textbox', { name: /element_id/ });
  assert.equal(await field.inputValue(), id);
  await page.getByText('Filled in from call #4; nothing was sent yet.').waitFor();
  await house.agent.does('open_app', { app: 'com.android.settings' });
  await field.fill('text:Network & internet');
  await form.getByRole('button', { name: 'Call', exact: true }).click();
  await page.getByText('Airplane mode').first().waitFor();
});

test('the form of a call asks again for what the timeline does not tell, and names what the tool does not take', async (t) => {
  const sample = sampleOf({ short: 'Pixel 8', long: 'short' });
  const [call] = sample.calls;
  const args = { element_id: '[8 characters]', times: 2, typo: 1 };
  const entry = call && { ...call, arguments: JSON.stringify(args), hidden: ['element_id'] };
  const server = await scriptedServer(t, {
    ...sample,
    answers: { ...sample.answers, ...(entry && { entry }) },
  });
  const browser = await browserOfAll();
  const page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
  t.after(() => page.close());
  await page.goto(server.url);
  await page.getByRole('option', { name: /#1 / }).click();
  await page.getByRole('button', { name: 'Open in Try a tool' }).click();
  const form = page.getByRole('form', { name: 'Call click_element' });
  assert.equal(await form.getByRole('spinbutton', { name: /times/ }).inputValue(), '2');
  await page.getByText('does not tell element_id: enter it again. The tool does not take typo').waitFor();
  await form.getByRole('button', { name: 'Call', exact: true }).click();
  await form.getByText('element_id is hidden in the timeline: enter it again.').waitFor();
  assert.equal(await page.getByLabel('Text of the answer').count(), 0);
  await form.getByRole('textbox', { name: /element_id/ }).fill('node_1');
  await form.getByRole('button', { name: 'Call', exact: true }).click();
  await page.getByLabel('Text of the answer').waitFor();
});

test('the wall shows each device with a picture, its state, its tier and who has it', async (t) => {
  const house = await studioHouse(t);
  const page = await openStudio(t, house, { browser: await browserOfAll() });
  await show(page, 'Devices');
  const card = page.getByRole('listitem', { name: 'Handeye Virtual Phone' });
  await card.getByRole('img', { name: /The screen of Handeye Virtual Phone/ }).waitFor();
  await card.getByText('ready', { exact: true }).waitFor();
  await card.getByText('Served by companion').waitFor();
  assert.equal(await card.getByRole('button', { name: 'Watched' }).isDisabled(), true);
});
