import type { Direction, Point } from '../device/port.ts';
import { centre, contains } from '../ui/bounds.ts';
import type { Bounds } from '../ui/node.ts';
import type { Accessible } from './atspi/accessible.ts';
import { chromium } from './atspi/chromium.ts';
import { moved } from './frames.ts';
import type { Origin } from './look.ts';

/** One turn of the wheel never scrolls further than this many notches. */
const MOST_NOTCHES = 20;
/** What a notch scrolls, in pixels, measured with Chromium 150; elsewhere it is Qt's three lines, about. */
const CHROMIUM_NOTCH = 120;
const USUAL_NOTCH = 60;

/** How often the wheel clicks for a share of what an area shows: rather less than more, so that no row is passed over. */
export function notchesFor(
  area: Bounds,
  how: { direction: Direction; share: number; toolkit: string },
): number {
  const vertical = how.direction === 'up' || how.direction === 'down';
  const page = vertical ? area.bottom - area.top : area.right - area.left;
  const wanted = Math.floor((how.share * page) / pixelsANotch(page, how.toolkit));
  return Math.min(MOST_NOTCHES, Math.max(1, wanted));
}

/** GTK scrolls the further the more is shown: by the page's size to the power of two thirds (3 and 4 alike). */
function pixelsANotch(page: number, toolkit: string): number {
  if (toolkit.toLowerCase() === 'gtk') return Math.cbrt(page) ** 2;
  return toolkit === chromium ? CHROMIUM_NOTCH : USUAL_NOTCH;
}

type Held = Pick<Origin, 'accessible' | 'frame'>;

/** Where the wheel does something else than scroll: it would turn the value, or scroll a smaller area. */
const turning: ReadonlySet<string> = new Set([
  ...['slider', 'spin button', 'combo box', 'dial', 'scroll bar', 'page tab list', 'scroll pane'],
]);

/** Steps from the middle to the edges, in parts of the whole, at which a place for the pointer is looked for. */
const steps = [0.5, 0.4, 0.6, 0.3, 0.7, 0.2, 0.8, 0.1, 0.9];

/** Where to put the pointer so that the wheel scrolls this area: its middle, or beside what would take the wheel. */
export function wheelPoint(area: Bounds, { accessible, frame }: Held): Point {
  const traps = trapsIn(accessible).map((trap) => moved(trap, frame.offset));
  const points = steps.flatMap((y) => steps.map((x) => within(area, { x, y })));
  return points.find((point) => !traps.some((trap) => contains(trap, point))) ?? centre(area);
}

function within({ left, top, right, bottom }: Bounds, { x, y }: Point): Point {
  return { x: Math.floor(left + x * (right - left)), y: Math.floor(top + y * (bottom - top)) };
}

function trapsIn({ children }: Accessible): Bounds[] {
  return children.flatMap((child) => {
    const { role, bounds, states } = child;
    const isTrap = bounds !== undefined && states.has('visible') && turning.has(role);
    return isTrap ? [bounds] : trapsIn(child);
  });
}

/** The innermost element under a point: what moves when its area is scrolled. */
export function elementUnder(point: Point, { accessible, frame }: Held): Accessible | undefined {
  const isUnder = ({ bounds }: Accessible) =>
    bounds !== undefined && contains(moved(bounds, frame.offset), point);
  const under = accessible.children.find(isUnder);
  return under && (elementUnder(point, { accessible: under, frame }) ?? under);
}
