import { Lost } from '../meter.ts';
import type { Hands } from './hands.ts';
import type { Row } from './screen.ts';

/**
 * Turns a number picker. Its arrows are the neighbouring numbers, and their ids may die with each press; the agent
 * presses on with the id it has, looks when it has died, and when that has happened twice it taps the place instead.
 */
export async function pick(hands: Hands, at: number, wanted: number): Promise<void> {
  for (let deaths = 0; ;) {
    const { shown, less, more } = wheel(hands, at);
    if (shown === wanted) return;
    const steps = Math.abs(wanted - shown);
    // Minutes go round: 45 is nearer to 0 downwards.
    const goesUp = steps > 30 ? wanted < shown : wanted > shown;
    const arrow = goesUp ? more : less;
    for (let step = 0; step < Math.min(steps, 60 - steps); step += 1) {
      if (deaths >= 2) await hands.does('tap', { x: arrow.x, y: arrow.y });
      else if ((await hands.tries('click_element', { element_id: arrow.id })).failed) {
        deaths += 1;
        break;
      }
    }
    await hands.look();
  }
}

/** The number of a wheel, counted from the left, and its neighbours above and below. */
function wheel(hands: Hands, at: number): { shown: number; less: Row; more: Row } {
  const { rows, text } = hands.screen;
  const middles = rows.flatMap(({ res }, place) => (res === 'numberpicker_input' ? [place] : []));
  const place = middles[at] ?? -1;
  const [less, middle, more] = [rows[place - 1], rows[place], rows[place + 1]];
  if (less === undefined || middle === undefined || more === undefined)
    throw new Lost(`no picker in\n${text}`);
  return { shown: Number(middle.text), less, more };
}
