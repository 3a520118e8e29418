import { contains, type Point } from '@handeye/screen/bounds';
import type { UiNode } from '@handeye/screen/node';
import { cut, oneLine } from '@handeye/screen/sanitize';
import type { UiWindow, View } from '@handeye/screen/snapshot';
import { windowsAt } from '@handeye/screen/touch/hit-test';

const LONGEST_LABEL = 60;
/** How many texts inside an element without one of its own stand for it. */
const MOST_TEXTS = 2;

/** The element of a window that a touch at a point would hit, as far as its content is known. */
export interface Hit {
  readonly label: string;
  readonly resourceId: string | undefined;
  readonly className: string | undefined;
}

/** The windows that a touch at a point may reach, from the top down. */
export function reachedAt(view: View, point: Point, from: 'stack' | 'windows'): readonly UiWindow[] {
  if (from === 'windows' || !view.stack) return windowsAt(view, point).map((window) => withApp(view, window));
  const top = view.stack.find(({ touchable, bounds }) => touchable && contains(bounds, point));
  return top ? [top] : [];
}

/** A window that is just opening cannot be read yet, so it does not say whose it is; the view knows what is in front. */
function withApp({ app }: View, window: UiWindow): UiWindow {
  return window.active && window.app === undefined ? { ...window, app } : window;
}

/** The part of a window that a touch at a point would hit; undefined where the window was not read. */
export function hitIn({ root }: UiWindow, point: Point): Hit | undefined {
  if (!root) return undefined;
  const path = pathTo(root, point);
  const last = path.at(-1);
  if (!last) return undefined;
  const taker = path.findLast(({ clickable, editable }) => clickable || editable) ?? last;
  return { label: labelOf(taker), resourceId: taker.resourceId, className: taker.className };
}

/** From the window's root to the node that is drawn last at a point. Without recursion: trees may be deep. */
function pathTo(root: UiNode, point: Point): readonly UiNode[] {
  const open: { readonly node: UiNode; readonly above: Step | undefined }[] = [
    { node: root, above: undefined },
  ];
  let hit: Step | undefined;
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const { node, above } = next;
    const step: Step = { node, above };
    if (node.visible && contains(node.bounds, point)) hit = step;
    for (const child of node.children.toReversed()) open.push({ node: child, above: step });
  }
  const path: UiNode[] = [];
  for (let step = hit; step !== undefined; step = step.above) path.push(step.node);
  return path.reverse();
}

interface Step {
  readonly node: UiNode;
  readonly above: Step | undefined;
}

/** Its label: its own words, or the first ones inside. Never the content of a password field. */
export function labelOf(node: UiNode): string {
  const texts: string[] = [];
  const open: UiNode[] = [node];
  for (let next = open.pop(); next !== undefined && texts.length < MOST_TEXTS; next = open.pop()) {
    const said = wordsOf(next);
    if (said !== '') texts.push(said);
    if (said !== '' && next === node) break;
    open.push(...next.children.toReversed());
  }
  return cut(texts.join(' '), LONGEST_LABEL, '…');
}

/** The title of a window, unless it is only the name of its activity or of its package. */
export function titleOf({ title, app }: UiWindow): string {
  const said = oneLine(title);
  return app !== undefined && said.includes(app) ? '' : said;
}

/** A field is known by its hint: what stands in it changes as it is typed. */
function wordsOf({ text, description, hint, editable, password }: UiNode): string {
  if (editable || password) return oneLine(description ?? hint);
  return oneLine(text) || oneLine(description);
}
