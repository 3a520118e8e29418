import type { Direction, Point } from '@handeye/core/device/port';
import { centre, contains } from '@handeye/screen/bounds';
import type { Bounds } from '@handeye/screen/node';
import type { Accessible } from '../atspi/accessible.ts';
import { toolkits } from '../atspi/accessible.ts';
import { onScreen } from '../screen/frames.ts';
import type { Origin } from '../screen/look.ts';

/** A single scroll turns the wheel by no more than this. */
const MAX_NOTCHES = 20;
/** Pixels per notch. Chromium's was measured with version 150; the default is about Qt's three lines. */
const CHROMIUM_PIXELS_PER_NOTCH = 120;
const DEFAULT_PIXELS_PER_NOTCH = 60;

const QT_ROWS_PER_NOTCH = 3;
const MOST_ROWS_MEASURED = 100;

/** Elements over which the wheel changes a value or scrolls something else. */
const wheelTrapRoles: ReadonlySet<string> = new Set([
  ...['slider', 'spin button', 'combo box', 'dial', 'scroll bar', 'page tab list', 'scroll pane'],
]);

/** Where the pointer may go, as fractions of the area: the middle first. */
const candidatePositions = [0.5, 0.4, 0.6, 0.3, 0.7, 0.2, 0.8, 0.1, 0.9];

/** Number of wheel notches for a share of the visible area. Rounded down, so that no row is skipped. */
export function notchesFor(
  area: Bounds,
  {
    direction,
    share,
    toolkit,
    list,
  }: { direction: Direction; share: number; toolkit: string; list: Accessible },
): number {
  const vertical = direction === 'up' || direction === 'down';
  const page = vertical ? area.bottom - area.top : area.right - area.left;
  const wanted = Math.floor(
    (share * page) / Math.max(pixelsPerNotch(page, toolkit), rowsPerNotch(list, toolkit)),
  );
  return Math.min(MAX_NOTCHES, Math.max(1, wanted));
}

/** Qt's lists, tables and trees scroll by three rows, however high those are; pixels of the highest. */
function rowsPerNotch({ role, children }: Accessible, toolkit: string): number {
  if (toolkit !== toolkits.qt || role === 'scroll pane') return 0;
  const heights = children.flatMap(({ bounds }) => (bounds ? [bounds.bottom - bounds.top] : []));
  return QT_ROWS_PER_NOTCH * Math.max(0, ...heights.slice(0, MOST_ROWS_MEASURED));
}

/** GTK 3 and 4 scroll by the page size to the power of two thirds. */
function pixelsPerNotch(page: number, toolkit: string): number {
  if (toolkit === toolkits.gtk3 || toolkit === toolkits.gtk4) return Math.cbrt(page) ** 2;
  return toolkit === toolkits.chromium ? CHROMIUM_PIXELS_PER_NOTCH : DEFAULT_PIXELS_PER_NOTCH;
}

type ScrollArea = Pick<Origin, 'accessible' | 'frame'>;

/** Where to put the pointer so that the wheel scrolls this area: the middle, or next to what would take the wheel. */
export function wheelPoint(area: Bounds, { accessible, frame }: ScrollArea): Point {
  const traps = wheelTrapsIn(accessible).map((trap) => onScreen(trap, frame));
  const points = candidatePositions.flatMap((y) => candidatePositions.map((x) => pointIn(area, { x, y })));
  return points.find((point) => !traps.some((trap) => contains(trap, point))) ?? centre(area);
}

function pointIn({ left, top, right, bottom }: Bounds, { x, y }: Point): Point {
  return { x: Math.floor(left + x * (right - left)), y: Math.floor(top + y * (bottom - top)) };
}

function wheelTrapsIn({ children }: Accessible): Bounds[] {
  return children.flatMap((child) => {
    const { role, bounds, states } = child;
    const isTrap = bounds !== undefined && states.has('visible') && wheelTrapRoles.has(role);
    return isTrap ? [bounds] : wheelTrapsIn(child);
  });
}

/** The innermost element at a point: it moves when its area is scrolled. */
export function elementAt(point: Point, { accessible, frame }: ScrollArea): Accessible | undefined {
  const isAtPoint = ({ bounds }: Accessible) =>
    bounds !== undefined && contains(onScreen(bounds, frame), point);
  const child = accessible.children.find(isAtPoint);
  return child && (elementAt(point, { accessible: child, frame }) ?? child);
}
