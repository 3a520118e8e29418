import { intersect, moved, type Point } from '@handeye/screen/bounds';
import type { Bounds } from '@handeye/screen/node';
import type { Attributes, DumpedNode, DumpedWindow } from './hierarchy.ts';

/** An activity's own views, as `dumpsys activity top` prints them. */
export interface ViewHierarchy {
  readonly app: string;
  /** The size of the activity's window: dialogs and other windows are not in it. */
  readonly size: { readonly width: number; readonly height: number };
  /** The same shape as a dump, without any text, for a window with its corner there. */
  readonly at: (corner: Point) => DumpedWindow;
}

/**
 * Reads `dumpsys activity top`: the views of the activity in front, which the application prints by itself, at once and however
 * busy its screen is. It has classes, flags, ids and places, but no texts. Undefined if it has no views.
 *
 * Several activities are listed on tablets and from Android 10 on; `app` chooses one.
 */
export function parseViewHierarchy(output: string, app?: string): ViewHierarchy | undefined {
  const activities = output
    .split(/^ {2}ACTIVITY /m)
    .slice(1)
    .filter((activity) => activity.includes('View Hierarchy:'));
  const resumed = activities.filter((activity) => activity.includes('mResumed=true'));
  const chosen =
    resumed.find((activity) => appOf(activity) === app) ??
    activities.find((activity) => appOf(activity) === app) ??
    resumed.at(-1) ??
    activities.at(-1);
  return chosen === undefined ? undefined : hierarchyIn(chosen);
}

function appOf(activity: string): string {
  return /^[^/\s]+/.exec(activity)?.[0] ?? '';
}

function hierarchyIn(activity: string): ViewHierarchy | undefined {
  const root = rootIn(activity);
  if (root === undefined) return undefined;
  const app = appOf(activity);
  const nodesAt = (corner: Point) =>
    placed(root, corner).map(({ view, bounds, parent }): DumpedNode => {
      return { attributes: attributesOf(view, bounds, app), parent };
    });
  return {
    app,
    size: sizeOf(root.bounds),
    at: (corner) => ({ attributes: {}, display: 0, rotation: undefined, nodes: nodesAt(corner) }),
  };
}

interface ListedView {
  readonly className: string;
  /** `VFED.VC.`: visible, focusable, enabled, draws, scroll bars (H, V), clickable, long-clickable; X since 6. */
  readonly kinds: string;
  /** `RFSPHAID`: focused is the second, selected the third. */
  readonly states: string;
  /** Within its parent. */
  readonly bounds: Bounds;
  readonly id: string | undefined;
  readonly children: ListedView[];
}

// View.toString: android.widget.Button{3e9e6dd1 VFED..C. .F....I. 0,0-88,48 #7f090071 app:id/button_normal}
const VIEW =
  /^ *([\w.$]+)\{[0-9a-f]+ ([VIG]\S{7,9}) (\S{8,9}) (-?\d+),(-?\d+)-(-?\d+),(-?\d+)(?: #[0-9a-f]+(?: ([\w.]+:\w+\/[\w.]+))?)?[^}]*\}/;

/** The tree below `View Hierarchy:`: all lines with a deeper indent. A view that prints itself in another form is left out. */
function rootIn(activity: string): ListedView | undefined {
  const [first = '', ...lines] = activity.slice(activity.indexOf('View Hierarchy:')).split('\n').slice(1);
  const root = viewIn(first) ?? { ...bareRoot, children: [] };
  const open = [{ depth: depthOf(first), view: root }];
  for (const line of lines) {
    const depth = depthOf(line);
    if (depth <= depthOf(first)) break;
    const view = viewIn(line);
    if (view === undefined) continue;
    while ((open.at(-1)?.depth ?? -1) >= depth) open.pop();
    open.at(-1)?.view.children.push(view);
    open.push({ depth, view });
  }
  if (root.className !== bareRoot.className) return root;
  // Its children's positions are relative to its corner, and together they fill it.
  const edge = (side: 'right' | 'bottom') =>
    root.children.reduce((most, { bounds }) => Math.max(most, bounds[side]), 0);
  return { ...root, bounds: { ...root.bounds, right: edge('right'), bottom: edge('bottom') } };
}

/** The window's own view from Android 7 to 10 is only `DecorView@5a3b2c1[Calculator]`. */
const bareRoot: Omit<ListedView, 'children'> = {
  className: 'DecorView',
  kinds: 'V.E.....',
  states: '........',
  bounds: { left: 0, top: 0, right: 0, bottom: 0 },
  id: undefined,
};

function depthOf(line: string): number {
  return line.search(/\S|$/);
}

function viewIn(line: string): ListedView | undefined {
  const [, className, kinds = '', states = '', left, top, right, bottom, id] = VIEW.exec(line) ?? [];
  if (className === undefined) return undefined;
  const bounds = { left: Number(left), top: Number(top), right: Number(right), bottom: Number(bottom) };
  return { className, kinds, states, bounds, id, children: [] };
}

interface PlacedView {
  readonly view: ListedView;
  /** On the screen, cut off where a parent ends. */
  readonly bounds: Bounds;
  /** The index of its parent in the list. */
  readonly parent: number | undefined;
}

/** Only visible views, each in pixels of the screen, parents first. */
function placed(root: ListedView, { x, y }: Point): PlacedView[] {
  const seen: PlacedView[] = [];
  const window = moved(root.bounds, x, y);
  // An explicit stack, so that depth costs no call stack.
  const open: { view: ListedView; whole: Bounds; clip: Bounds; parent: number | undefined }[] = [
    { view: root, whole: window, clip: window, parent: undefined },
  ];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const { view, whole, parent } = next;
    const bounds = intersect(whole, next.clip);
    if (!view.kinds.startsWith('V') || bounds === undefined) continue;
    const at = seen.push({ view, bounds, parent }) - 1;
    if (mayBeScrolled(view)) continue;
    for (const child of view.children.toReversed()) {
      open.push({ view: child, whole: moved(child.bounds, whole.left, whole.top), clip: bounds, parent: at });
    }
  }
  return seen;
}

/**
 * A view that scrolls its content as a whole does not print its offset, so the position of the content is unknown. It has one
 * child that is larger than itself, or is a ViewPager. (Lists position each row.)
 */
function mayBeScrolled({ className, bounds, children }: ListedView): boolean {
  const { width, height } = sizeOf(bounds);
  const scrollsAsAWhole = children.length === 1 || className.endsWith('ViewPager');
  return (
    scrollsAsAWhole &&
    children.some(({ bounds: { left, top, right, bottom } }) => {
      return left < 0 || top < 0 || right > width || bottom > height;
    })
  );
}

function sizeOf({ left, top, right, bottom }: Bounds): { width: number; height: number } {
  return { width: right - left, height: bottom - top };
}

/** The view with the attributes of a dump. */
function attributesOf(view: ListedView, bounds: Bounds, app: string): Attributes {
  const { className, kinds, states, id } = view;
  const flag = (on: boolean) => String(on);
  return {
    class: className,
    package: app,
    'resource-id': id?.replace(/^app:/, `${app}:`) ?? '',
    enabled: flag(kinds[2] === 'E'),
    focusable: flag(kinds[1] === 'F'),
    focused: flag(states[1] === 'F'),
    selected: flag(states[2] === 'S'),
    clickable: flag(kinds[6] === 'C'),
    'long-clickable': flag(kinds[7] === 'L'),
    scrollable: flag(kinds[4] === 'H' || kinds[5] === 'V'),
    bounds: `[${bounds.left},${bounds.top}][${bounds.right},${bounds.bottom}]`,
  };
}
