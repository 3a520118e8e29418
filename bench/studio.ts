/**
 * npm run bench:studio: how long a person waits at the page, on a virtual phone and in a real Chromium: from opening the link to
 * the first picture, and from a tap on the page until it shows; each against the same without the page, on the same tier.
 * Both sides are measured in turns, so that a busy machine slows both; the ratios count.
 */
import { table } from './android/goals.ts';
import { firstPicture } from './studio/first-picture.ts';
import { atStudio } from './studio/place.ts';
import { tapEcho } from './studio/tap-echo.ts';

const tiers = ['companion', 'plain'] as const;

for (const tier of tiers) {
  const figures = await atStudio(tier, async (place) => [
    ...(await firstPicture(place, tier)),
    ...(await tapEcho(place, tier)),
  ]);
  console.log(`${table(figures)}\n`);
}
