import type { ServerContext } from '../context.ts';
import type { Direction } from '../touch/gestures.ts';
import type { UiNode } from '../screen.ts';
import type { Scrollable } from './ui-scrollable.ts';
import { select, type UiSelector } from './ui-selector.ts';

/** UiScrollable.scrollIntoView: scrolls from the beginning to the end until the wanted node is visible. */
export async function scrollTo(
  context: ServerContext,
  {
    container,
    horizontal,
    maxSwipes,
    deadZone,
  }: Omit<Scrollable, 'deadZone'> & { readonly deadZone?: number },
  wanted: UiSelector,
): Promise<UiNode | undefined> {
  const [back, forward]: readonly [Direction, Direction] = horizontal ? ['left', 'right'] : ['up', 'down'];
  const look = async () => {
    const roots = await context.screen.roots();
    const [scroller] = select(roots, container);
    return { scroller, found: scroller && select(scroller.children, wanted)[0] };
  };
  for (const direction of [back, forward]) {
    for (let swipes = 0; swipes <= maxSwipes; swipes++) {
      const { scroller, found } = await look();
      if (scroller === undefined || found !== undefined) return found;
      if (!(await context.gestures.searchStep(scroller.info.bounds, direction, { deadZone }))) break;
    }
  }
  return (await look()).found;
}
