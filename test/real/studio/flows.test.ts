import assert from 'node:assert/strict';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { scratchFolder } from '@handeye/testing/attached';
import { openStudio, type Page, studioHouse } from './browser.ts';

const CALCULATOR = 'com.android.calculator2';

/** The key 7 has another id and no description that the flow knows. */
const RENAMED = `description: <img src=x onerror="document.title='pwned'">
appId: ${CALCULATOR}
---
- launchApp
- tapOn: {text: '7', id: digit_seven, timeout: 300}
- tapOn: {text: '3', id: digit_3, expect: {changes: {id: formula}, to: {text: '73'}}}
`;

const ENDLESS = `appId: ${CALCULATOR}
---
- launchApp
- extendedWaitUntil: {visible: Never, timeout: 600000}
`;

test('a person saves, runs, stops, mends and accepts flows', async (t) => {
  const folder = join(await scratchFolder(t), 'flows');
  await mkdir(folder);
  const house = await studioHouse(t, { flows: folder });
  const { agent, phone } = house;
  const page = await openStudio(t, house);
  await page.getByRole('img', { name: /The screen of/ }).waitFor();
  await page.keyboard.press('f');
  await page.getByText('No flow yet').waitFor();

  await t.test('calls of the timeline are picked by keyboard and saved', async () => {
    await agent.does('open_app', { app: CALCULATOR });
    await agent.does('click_element', { element_id: 'text:7' });
    await agent.does('click_element', { element_id: 'text:3' });
    await page.keyboard.press('t');
    await page.getByRole('option', { name: /#3 click_element/ }).waitFor();
    await page.getByRole('button', { name: 'Save as flow' }).click();
    await page.getByRole('textbox', { name: 'Name of the flow' }).fill('seventy-three');
    const list = page.getByRole('listbox', { name: /^Calls/ });
    await list.focus();
    await page.keyboard.press('End');
    await page.keyboard.press('Space');
    await page.keyboard.press('Shift+Home');
    assert.equal(await list.getByRole('option', { selected: true }).count(), 3);
    // The newest is not wanted after all.
    await page.keyboard.press('Space');
    await page.getByRole('button', { name: 'Save (2)' }).click();
    const answer = page
      .getByRole('form', { name: 'Save as flow' })
      .getByRole('status')
      .getByRole('paragraph');
    assert.match(await answer.innerText(), /^Saved seventy-three\.flow\.yaml: 2 steps of 2 acts/);
    const text = await readFile(join(folder, 'seventy-three.flow.yaml'), 'utf8');
    assert.match(text, /digit_7/);
    assert.doesNotMatch(text, /digit_3/);
    await page.getByRole('button', { name: 'Show the flow' }).click();
    await page.getByRole('heading', { name: 'seventy-three' }).waitFor();
  });

  await t.test('while it runs, its line and its target are marked', async () => {
    phone.reset();
    await watchMarks(page);
    await page.getByRole('button', { name: 'Run', exact: true }).click();
    await outcome(page, 'passed');
    const lines = page.getByRole('list', { name: 'Text of the flow' });
    assert.equal(await lines.getByRole('img', { name: 'passed' }).count(), 2);
    assert.deepEqual(await page.evaluate(() => document.body.dataset.marks?.split(' ').toSorted()), [
      'line',
      'target',
    ]);
  });

  await t.test('a step whose target was renamed is mended by hand, gone on with, and accepted', async () => {
    await writeFile(join(folder, 'renamed.flow.yaml'), RENAMED);
    await page.getByRole('button', { name: 'All flows' }).click();
    await page.keyboard.press('t');
    await page.keyboard.press('f');
    // A description is a text.
    await page.getByText('onerror').waitFor();
    await page.getByRole('button', { name: /^renamed/ }).click();
    await page.getByRole('button', { name: 'Run', exact: true }).click();
    await outcome(page, 'failed');
    const divergence = page.getByRole('region', { name: 'Divergence' });
    await divergence.getByRole('heading', { name: /renamed\.flow\.yaml:5/ }).waitFor();
    await divergence.getByRole('img', { name: 'When it failed' }).waitFor();
    await divergence.getByRole('button', { name: 'Use this: candidate 1' }).click();
    const diff = page.getByRole('region', { name: 'Difference to the flow' });
    await diff.getByText(/^\+.*id: digit_7/).waitFor();
    assert.equal(await readFile(join(folder, 'renamed.flow.yaml'), 'utf8'), RENAMED);
    await page.getByRole('button', { name: 'Go on with the healed flow' }).click();
    await outcome(page, 'passed');
    await page.getByRole('button', { name: 'Accept' }).click();
    await diff.waitFor({ state: 'detached' });
    assert.match(await readFile(join(folder, 'renamed.flow.yaml'), 'utf8'), /id: digit_7/);
    const flows = (await readdir(folder)).filter((name) => name.endsWith('.yaml'));
    assert.deepEqual(flows.toSorted(), ['renamed.flow.yaml', 'seventy-three.flow.yaml']);
    assert.equal(await page.title().then((title) => title.includes('pwned')), false);
  });

  await t.test('a flow that runs is stopped', async () => {
    await writeFile(join(folder, 'endless.flow.yaml'), ENDLESS);
    await page.getByRole('button', { name: 'All flows' }).click();
    await page.keyboard.press('t');
    await page.keyboard.press('f');
    await page.getByRole('button', { name: /^endless/ }).click();
    await page.getByRole('button', { name: 'Run', exact: true }).click();
    await page
      .getByRole('listitem')
      .filter({ has: page.getByRole('img', { name: 'running' }) })
      .filter({ hasText: 'extendedWaitUntil' })
      .waitFor();
    await page.getByRole('button', { name: 'Stop this flow' }).click();
    await outcome(page, 'cancelled');
  });
});

async function outcome(page: Page, status: string): Promise<void> {
  await page.locator('.flow-status strong', { hasText: status }).waitFor({ timeout: 60_000 });
}

/** Notes in the page which marks it ever shows. */
async function watchMarks(page: Page): Promise<void> {
  await page.evaluate(() => {
    const seen = new Set<string>();
    new MutationObserver(() => {
      if (document.querySelector('.flow-lines [aria-current="step"]')) seen.add('line');
      if (document.querySelector('.box.is-target')) seen.add('target');
      document.body.dataset.marks = [...seen].join(' ');
    }).observe(document.querySelector('.studio') ?? document.body, {
      subtree: true,
      childList: true,
      attributes: true,
    });
  });
}
