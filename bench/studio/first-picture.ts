import type { TierName } from '@handeye/android/tier-choice';
import { type Figure, median, timed } from '../android/goals.ts';
import type { StudioPlace } from './place.ts';
import { noteShown, now, shownAfter } from './shown.ts';

const ROUNDS = 7;

/** From opening a link to the first picture, against a screenshot by the same tier. */
export async function firstPicture(place: StudioPlace, tier: TierName): Promise<Figure[]> {
  const times = { raw: [] as number[], page: [] as number[] };
  await screenshot(place);
  await opening(place);
  for (let round = 0; round < ROUNDS; round += 1) {
    times.raw.push(await timed(() => screenshot(place)));
    times.page.push(await opening(place));
  }
  const [raw, page] = [median(times.raw), median(times.page)];
  return [
    {
      what: `${tier}: link opened to first picture, against a raw screenshot`,
      measured: page / raw,
      unit: 'x',
      goal: { atMost: 1.5 },
      how: `${page.toFixed(0)} ms against ${raw.toFixed(0)} ms`,
    },
  ];
}

export function screenshot({ raw }: StudioPlace): Promise<unknown> {
  return raw(({ device }, call) => device.look({ picture: true }, call));
}

async function opening({ link, newPage }: StudioPlace): Promise<number> {
  const page = await newPage();
  await noteShown(page);
  const address = link();
  const start = now();
  await page.goto(address, { waitUntil: 'commit' });
  const shown = await shownAfter(page, start);
  await page.context().close();
  return shown - start;
}
