import { actionFailed, elementNotFound } from '../../device/errors.ts';
import { opposite, type Direction } from '../../device/port.ts';
import { targetIn } from '@handeye/screen/format/lean/targets';
import { scrollableAncestor } from '@handeye/screen/touch/reach';
import { axisOf } from '@handeye/screen/touch/scrollers';
import type { Element, Snapshot } from '@handeye/screen/snapshot';
import type { Eyes, Found } from '../frame/eyes.ts';
import { axisOfDirection } from '../frame/touch/scroll-path.ts';
import { SCROLL_TIME, type ScrollContext, scrollOn } from './loop.ts';

/** The contract's number of scrolls in each direction. */
const MOST_SCROLLS = 5;

/** How much a search does before it gives up. */
export interface SearchEffort {
  /** Goes on to both ends of the list, for as long as scrolling may take, instead of a few scrolls each way. */
  readonly thorough: boolean;
}

/** Scrolls until the element is in view, towards it first, then the other way; returns how often it scrolled. */
export async function findByScrolling(
  context: ScrollContext,
  wanted: string,
  { thorough }: SearchEffort = { thorough: false },
): Promise<number> {
  const { eyes, hands, call } = context;
  const target = targetIn(wanted);
  const { snapshot: start, element } = target
    ? await eyes.target(wanted, target, { use: 'read', offscreen: true })
    : await looked(eyes, wanted);
  const id = target && element ? element.id : wanted;
  if (element?.node.visible || eyes.foundAgain(id, start)?.node.visible) return 0;
  if (element && (await hands.reveal(element)) && (await eyes.look()).element(id)?.node.visible) return 1;
  const { container, direction } = whereToLook(eyes, start, id);
  const deadline = thorough ? call.clock.now() + SCROLL_TIME : undefined;
  let scrolls = 0;
  let at: Found = { element: container, snapshot: start };
  for (const way of [direction, opposite[direction]]) {
    const outcome = await scrollOn(context, at, {
      direction: way,
      how: { amount: thorough ? 'page' : 'large', byAction: true },
      most: thorough ? Infinity : MOST_SCROLLS,
      deadline,
      thorough,
      reached: (now) => (now.element(id) ?? eyes.foundAgain(id, now))?.node.visible === true || undefined,
      gone: () => elementNotFound(`The list that contained element '${id}' is gone. Call get_screen_state.`),
    });
    scrolls += outcome.attempts;
    if (outcome.ended === 'reached') return scrolls;
    if (outcome.ended === 'time') throw notYetVisible(id, scrolls);
    at = outcome.last;
  }
  throw actionFailed(
    `Element '${id}' not visible after ${scrolls} scroll attempts${thorough ? ': it is in no part of its list. Call get_screen_state' : ''}`,
  );
}

function notYetVisible(id: string, scrolls: number): Error {
  return actionFailed(
    `Element '${id}' not visible after ${scrolls} scroll attempts in ${SCROLL_TIME / 1000} s. Call scroll_to_element again to go on from here.`,
  );
}

async function looked(eyes: Eyes, id: string): Promise<{ snapshot: Snapshot; element: Element | undefined }> {
  const snapshot = await eyes.look();
  return { snapshot, element: snapshot.element(id) };
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

/** An element that is in the tree but out of view usually shows by its bounds on which side it lies. */
function towards({ node: { bounds } }: Element, { node: { bounds: view } }: Element): Direction {
  if (bounds.bottom <= view.top) return 'up';
  if (bounds.left >= view.right) return 'right';
  if (bounds.right <= view.left) return 'left';
  return 'down';
}
