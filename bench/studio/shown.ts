import { setTimeout } from 'node:timers/promises';
import type { Page } from '../../test/real/studio/browser.ts';

/** Deadline of a picture in milliseconds, and the interval between two checks. */
const LIMIT = 20_000;
const POLL = 25;

declare global {
  interface Window {
    /** When each frame of the device was on the screen, and each finger of the person left it; in milliseconds since 1970. */
    framesShown: number[];
    tapped: number[];
  }
}

/** Has the page note when a picture of the device becomes visible. */
export async function noteShown(page: Page): Promise<void> {
  // Functions in the page stay anonymous: tsx would wrap named ones in a helper that does not exist there.
  await page.addInitScript(() => {
    window.framesShown = [];
    window.tapped = [];
    document.addEventListener(
      'load',
      ({ target }) => {
        if (!(target instanceof HTMLImageElement) || target.closest('.live-glass') === null) return;
        // It is decoded by now, and painted with the next frame of the browser.
        requestAnimationFrame(() => window.framesShown.push(performance.timeOrigin + performance.now()));
      },
      true,
    );
    document.addEventListener(
      'pointerup',
      () => window.tapped.push(performance.timeOrigin + performance.now()),
      true,
    );
  });
}

/** When the first frame after a moment was shown. */
export async function shownAfter(page: Page, moment: number): Promise<number> {
  const end = now() + LIMIT;
  while (now() < end) {
    const shown = await page.evaluate((after) => window.framesShown.find((time) => time > after), moment);
    if (shown !== undefined) return shown;
    await setTimeout(POLL);
  }
  throw new Error('The page showed no new picture.');
}

/** The same clock as the page's. */
export function now(): number {
  return performance.timeOrigin + performance.now();
}
