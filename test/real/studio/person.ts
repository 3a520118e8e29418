import type { Page } from 'playwright-core';
import { type Row, rowsOf } from '../android/house.ts';
import type { StudioHouse } from './browser.ts';

/** The rows of the phone's screen as it is now. */
export async function rowsOn({ agent }: StudioHouse): Promise<readonly Row[]> {
  return rowsOf(await agent.does('get_screen_state', { format: 'compact' }));
}

/** The bounds of the element with this text, description or id on the phone. */
export async function boundsOf(house: StudioHouse, what: string): Promise<Row['bounds']> {
  const rows = await rowsOn(house);
  const row = rows.find(({ text, desc, resourceId }) =>
    [text, desc, resourceId.replace(/^.*\//, '')].includes(what),
  );
  if (!row) throw new Error(`${what} is not on the screen: ${JSON.stringify(rows)}`);
  return row.bounds;
}

/** The point on the page where the live picture shows the middle of the element with this text, description or id. */
export async function onPicture(
  page: Page,
  house: StudioHouse,
  what: string,
): Promise<{ x: number; y: number }> {
  const { left, top, right, bottom } = await boundsOf(house, what);
  const { width, height } = screenOf(await house.agent.does('get_screen_state', { format: 'compact' }));
  const box = await page.getByRole('img', { name: /The screen of/ }).boundingBox();
  if (!box) throw new Error('There is no picture.');
  return {
    x: box.x + ((left + right) / 2 / width) * box.width,
    y: box.y + ((top + bottom) / 2 / height) * box.height,
  };
}

function screenOf(state: string): { width: number; height: number } {
  const [, width, height] = /^screen:(\d+)x(\d+) /m.exec(state) ?? [];
  return { width: Number(width), height: Number(height) };
}

/** Clicks the picture where it shows this. */
export async function clickOn(page: Page, house: StudioHouse, what: string): Promise<void> {
  const { x, y } = await onPicture(page, house, what);
  await page.mouse.click(x, y);
}

/** Waits until the phone shows this text. */
export async function phoneShows({ agent }: StudioHouse, text: string): Promise<void> {
  const told = await agent.does('wait_for_element', { value: text, timeout: 15_000 });
  if (!told.startsWith('found')) throw new Error(`${text} never came to the phone: ${told}`);
}
