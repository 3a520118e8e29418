import { actionFailed, elementNotFound } from '../device/errors.ts';
import { opposite, type Direction } from '../device/port.ts';
import { structuralHash } from '../ui/fingerprint.ts';
import { scrollableAncestor } from '../ui/touch/reach.ts';
import { axisOf } from '../ui/touch/scrollers.ts';
import type { Element, Snapshot } from '../ui/snapshot.ts';
import type { ToolContext } from './frame/define.ts';
import type { Eyes } from './frame/eyes.ts';
import { axisOfDirection } from './frame/scroll-path.ts';

/** The contract's number of scrolls in each direction. */
const MOST_SCROLLS = 5;

/** Scrolls until the element is in view, towards it first, then the other way; returns how often it scrolled. */
export async function findByScrolling(
  { eyes, hands }: Pick<ToolContext, 'eyes' | 'hands'>,
  id: string,
): Promise<number> {
  const start = await eyes.look();
  const element = start.element(id);
  if (element?.node.visible) return 0;
  if (element && (await hands.reveal(element)) && (await eyes.look()).element(id)?.node.visible) return 1;
  const { container, direction } = whereToLook(eyes, start, id);
  let scrolls = 0;
  let before = start;
  for (const way of [direction, opposite[direction]]) {
    for (let attempt = 0; attempt < MOST_SCROLLS; attempt += 1) {
      const list = before.element(container.id);
      if (!list)
        throw elementNotFound(`The list that contained element '${id}' is gone. Call get_screen_state.`);
      await hands.scroll({ element: list, snapshot: before }, way);
      scrolls += 1;
      const now = await eyes.look();
      if ((now.element(id) ?? eyes.foundAgain(id, now))?.node.visible) return scrolls;
      const atTheEnd = structuralHash(now) === structuralHash(before);
      before = now;
      if (atTheEnd) break;
    }
  }
  throw actionFailed(`Element '${id}' not visible after ${scrolls} scroll attempts`);
}

/** The list to scroll, and the way to try first. */
function whereToLook(
  eyes: Eyes,
  snapshot: Snapshot,
  id: string,
): { container: Element; direction: Direction } {
  const element = snapshot.element(id);
  if (element) {
    const container = scrollableAncestor(element);
    if (!container) throw actionFailed(`No scrollable container found for element '${id}'`);
    return { container, direction: alongAxis(container, towards(element, container)) };
  }
  const departed = eyes.scrolledOut(id);
  if (!departed?.container) {
    throw elementNotFound(
      `Element '${id}' not found on the screen. Call get_screen_state or find_elements to get current ids.`,
    );
  }
  return {
    container: departed.container,
    direction: alongAxis(departed.container, departed.direction ?? 'down'),
  };
}

/** The way to go first on a list that is known to go along the other axis. */
function alongAxis(list: Element, direction: Direction): Direction {
  const axis = axisOf(list);
  if (axis === undefined || axis === axisOfDirection(direction)) return direction;
  const isForward = direction === 'down' || direction === 'right';
  if (axis === 'vertical') return isForward ? 'down' : 'up';
  return isForward ? 'right' : 'left';
}

/** An element that is in the tree but out of view usually tells by its bounds on which side it lies. */
function towards({ node: { bounds } }: Element, { node: { bounds: view } }: Element): Direction {
  if (bounds.bottom <= view.top) return 'up';
  if (bounds.left >= view.right) return 'right';
  if (bounds.right <= view.left) return 'left';
  return 'down';
}
