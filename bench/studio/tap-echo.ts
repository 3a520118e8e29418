import { setTimeout } from 'node:timers/promises';
import type { Page } from '../../test/real/studio/browser.ts';
import type { TierName } from '@handeye/android/tier-choice';
import { type Figure, median, timed } from '../android/goals.ts';
import { screenshot } from './first-picture.ts';
import type { StudioPlace } from './place.ts';
import { noteShown, now, shownAfter } from './shown.ts';

const ROUNDS = 9;
/** Milliseconds that a finger of Handeye stays down. */
const TAP_TIME = 50;
/** Pixels of the virtual phone. */
const SCREEN_WIDTH = 1080;

/** Milliseconds for all other effects of a tap to be shown. */
const REST = 500;

interface Point {
  readonly x: number;
  readonly y: number;
}

/** From a tap on the page until the page shows its effect, against a tap and a screenshot by the same tier. */
export async function tapEcho(place: StudioPlace, tier: TierName): Promise<Figure[]> {
  const { tools, newPage, link } = place;
  await tools.text('click_element', { element_id: await tools.idOf('Calculator') });
  await tools.json('wait_for_element', { by: 'text', value: '7', timeout: 10_000 });
  // One types a digit, the other deletes it, so that each changes the screen.
  const [digit, remove] = [await placeOf(place, 'digit_7'), await placeOf(place, 'del')];
  const page = await newPage();
  await noteShown(page);
  await page.goto(link());
  await page.getByRole('button', { name: 'Take over' }).click();
  await page.getByRole('button', { name: 'Hand back' }).waitFor();
  const times = { raw: [] as number[], page: [] as number[] };
  for (let round = 0; round < ROUNDS; round += 1) {
    const start = now();
    times.raw.push(await timed(() => rawTap(place, digit)));
    await shownAfter(page, start);
    await setTimeout(REST);
    times.page.push(await echo(page, remove));
    await setTimeout(REST);
  }
  await page.context().close();
  const [raw, shown] = [median(times.raw), median(times.page)];
  return [
    {
      what: `${tier}: tap on the page to its echo, against a raw tap and screenshot`,
      measured: shown / raw,
      unit: 'x',
      goal: { atMost: 2 },
      how: `${shown.toFixed(0)} ms against ${raw.toFixed(0)} ms`,
    },
  ];
}

async function rawTap(place: StudioPlace, { x, y }: Point): Promise<void> {
  const finger = [
    { x, y, time: 0 },
    { x, y, time: TAP_TIME },
  ] as const;
  await place.raw(({ device }, call) => device.touch([finger], call));
  await screenshot(place);
}

/** Milliseconds from the lifting of the person's finger to the picture of the effect. */
async function echo(page: Page, point: Point): Promise<number> {
  const shown = await page.getByRole('img', { name: /The screen of/ }).boundingBox();
  if (!shown) throw new Error('The page shows no picture.');
  const scale = shown.width / SCREEN_WIDTH;
  await page.mouse.click(shown.x + point.x * scale, shown.y + point.y * scale);
  const tapped = await page.evaluate(() => window.tapped.at(-1) ?? NaN);
  return (await shownAfter(page, tapped)) - tapped;
}

/** The middle of an element. */
async function placeOf({ raw }: StudioPlace, id: string): Promise<Point> {
  const { elements } = await raw((session, call) => session.look({ picture: false }, call));
  const found = elements.find(({ node }) => node.resourceId?.endsWith(`/${id}`) === true);
  if (!found) throw new Error(`The screen has no ${id}.`);
  const { left, top, right, bottom } = found.node.bounds;
  return { x: (left + right) / 2, y: (top + bottom) / 2 };
}
