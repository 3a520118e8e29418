import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { test } from 'node:test';
import { promisify } from 'node:util';
import type { Locator, Page } from 'playwright-core';
import { openStudio, type StudioHouse, studioHouse } from './browser.ts';

const ROW = 'Network & internet';

test('the picture and the text are one, and show what a model gets', async (t) => {
  const house = await studioHouse(t);
  const page = await openStudio(t, house, { permissions: ['clipboard-read', 'clipboard-write'] });
  await page.getByRole('img', { name: /The screen of/ }).waitFor();
  // The code of the link has left the address bar.
  assert.equal(new URL(page.url()).pathname, '/studio/');
  await house.agent.does('open_app', { app: 'com.android.settings' });
  const text = page.getByRole('list', { name: 'Lean text' });
  const line = text.getByRole('button', { name: ROW });
  await line.waitFor();

  await t.test('the texts are those that tools give, and their costs stand side by side', async () => {
    await shows(page, 'Lean text', () => house.agent.does('get_screen_state', { format: 'lean' }));
    await page.getByRole('tab', { name: /Compact/ }).click();
    await shows(page, 'Compact text', () => house.agent.does('get_screen_state', { format: 'compact' }));
    await page.getByRole('tab', { name: /Lean/ }).click();
    assert.match((await page.getByRole('tab', { name: /Lean/ }).textContent()) ?? '', /Lean ≈\d+/);
    await page.getByRole('tab', { name: 'Compare' }).click();
    for (const name of ['Lean text', 'Compact text']) await page.getByRole('list', { name }).waitFor();
    await page.getByRole('tab', { name: /Lean/ }).click();
  });

  await t.test('hovering a line lights up its box where the element is', async () => {
    await line.hover();
    const lit = page.locator('.box.is-lit');
    await lit.waitFor();
    const [glass, shown] = [await page.locator('.live-glass').boundingBox(), await lit.boundingBox()];
    const { left, top, right, bottom } = await boundsOf(house, ROW);
    assert.ok(glass && shown);
    const scale = glass.width / 1080;
    assert.ok(Math.abs(shown.x - glass.x - left * scale) < 2, JSON.stringify({ glass, shown, left }));
    assert.ok(Math.abs(shown.y - glass.y - top * scale) < 2);
    assert.ok(Math.abs(shown.width - (right - left) * scale) < 2);
    assert.ok(Math.abs(shown.height - (bottom - top) * scale) < 2);
  });

  await t.test('hovering the picture finds the line, a click pins it, Escape lets it go', async () => {
    await pointAt(page, house, ROW);
    await text.locator('.line.is-lit', { hasText: ROW }).waitFor();
    await page.mouse.down();
    await page.mouse.up();
    await page.mouse.move(5, 5);
    assert.equal(await line.getAttribute('aria-pressed'), 'true');
    const details = page.getByRole('region', { name: 'The pinned element' });
    await details.getByText(`text:${ROW}`, { exact: true }).waitFor();
    await details
      .getByRole('list', { name: 'History of the id' })
      .getByText(/first seen as/)
      .waitFor();
    await page.keyboard.press('Escape');
    await details.waitFor({ state: 'detached' });
    assert.equal(await line.getAttribute('aria-pressed'), 'false');
  });

  await t.test('lines are walked by arrow keys and pinned by Enter', async () => {
    await line.focus();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await page.getByRole('region', { name: 'The pinned element' }).waitFor();
    assert.equal(await line.getAttribute('aria-pressed'), 'false');
    await page.keyboard.press('Escape');
  });

  await t.test('what is copied as curl and as a tool call does what it says', async () => {
    await line.click();
    const details = page.getByRole('region', { name: 'The pinned element' });
    await details.getByRole('radio', { name: `text:${ROW}` }).check();
    const click = details.getByRole('listitem').filter({ hasText: /^click_element/ });
    const call = JSON.parse(await copiedBy(click.getByRole('button', { name: 'Copy as tool call' }))) as {
      name: string;
      arguments: Record<string, unknown>;
    };
    assert.deepEqual(call, { name: 'click_element', arguments: { element_id: `text:${ROW}` } });
    const command = await copiedBy(click.getByRole('button', { name: 'Copy as curl' }));
    assert.doesNotMatch(command, /a-token-of-the-tests/);
    const env = { ...process.env, HANDEYE_TOKEN: 'a-token-of-the-tests' };
    const { stdout } = await promisify(execFile)('sh', ['-c', command], { env });
    assert.match(stdout, /Click performed/);
    await details.getByText('not on the screen now').waitFor();
    await page.keyboard.press('Escape');
  });

  await t.test('changes are told since the screen before', async () => {
    const since = stateIn(await house.agent.state());
    await house.agent.does('click_element', { element_id: 'text:Airplane mode', observe: 'none' });
    await page.getByRole('tab', { name: /Changes/ }).click();
    const told = page.getByRole('list', { name: 'Changes text' });
    await told.getByText(/Airplane mode.*was off/).waitFor();
    await shows(page, 'Changes text', () => house.agent.does('get_screen_state', { since }));
  });

  await t.test('a protected screen is drawn from its text, and a sleeping one says so', async () => {
    house.phone.faults.apply({ kind: 'secure' });
    await page.getByText('This screen is protected').waitFor();
    await page.getByRole('img', { name: /The screen of/ }).waitFor({ state: 'detached' });
    await page.locator('.wireframe').getByText('Airplane mode').waitFor();
    house.phone.framework.sleep();
    await page.getByText('The display is asleep.').waitFor();
  });
});

/**
 * Waits until the page shows what a tool returns. The page may be a look behind, and the phone's clock goes on: a text that
 * differs is compared again.
 */
async function shows(page: Page, name: string, given: () => Promise<string>): Promise<void> {
  const end = Date.now() + 10_000;
  let texts = [await linesOf(page, name), await given()];
  while (texts[0] !== texts[1] && Date.now() < end) {
    await page.waitForTimeout(200);
    texts = [await linesOf(page, name), await given()];
  }
  assert.equal(texts[0], texts[1]);
}

async function linesOf(page: Page, name: string): Promise<string> {
  const list = page.getByRole('list', { name });
  await list.waitFor();
  return (await list.locator('.line').allTextContents()).join('\n');
}

/** The text that a button copies. */
async function copiedBy(button: Locator): Promise<string> {
  const page = button.page();
  await page.evaluate(() => navigator.clipboard.writeText(''));
  await button.click();
  await page.waitForFunction(async () => (await navigator.clipboard.readText()) !== '');
  return page.evaluate(() => navigator.clipboard.readText());
}

/** The bounds of the row that takes a click on this text, by the tools. */
async function boundsOf({ agent }: StudioHouse, text: string) {
  const { left, top, right, bottom } = (await lineBounds(agent, text)) ?? assert.fail(`no ${text}`);
  return { left, top, right, bottom };
}

async function lineBounds(agent: StudioHouse['agent'], text: string) {
  const lean = await agent.does('get_screen_state', { format: 'lean' });
  const id = lean
    .split('\n')
    .find((line) => line.includes(text))
    ?.trim()
    .split(' ')[0];
  const compact = await agent.does('get_screen_state', { format: 'compact' });
  const row = compact.split('\n').find((line) => line.startsWith(`node_${id ?? ''}\t`));
  const [left = 0, top = 0, right = 0, bottom = 0] = (row?.split('\t')[5] ?? '').split(',').map(Number);
  return row === undefined ? undefined : { left, top, right, bottom };
}

function stateIn(lean: string): string {
  return /^\S+ (s[0-9a-f]+)/.exec(lean)?.[1] ?? assert.fail(lean);
}

async function pointAt(page: Page, house: StudioHouse, text: string): Promise<void> {
  const { left, top, right, bottom } = await boundsOf(house, text);
  const glass = (await page.locator('.live-glass').boundingBox()) ?? assert.fail();
  const scale = glass.width / 1080;
  await page.mouse.move(glass.x + ((left + right) / 2) * scale, glass.y + ((top + bottom) / 2) * scale);
}
