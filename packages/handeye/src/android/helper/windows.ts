import type { Attributes, DumpedNode, DumpedWindow } from '../screen/hierarchy.ts';
import { fieldOf } from './http.ts';

/** The type of a toast, which is not a window. */
export const TOAST = 'TOAST';

/**
 * The windows of a source, in the form of a dump of all windows. The source has them as roots of one hierarchy, each
 * with a `window-id`; the other facts of a window are in the answer to `list_windows`.
 */
export function windowsOfSource(source: readonly DumpedWindow[], listed: readonly unknown[]): DumpedWindow[] {
  const trees = source.flatMap(({ nodes }) => treesOf(nodes));
  const windows = listed.map((window) => {
    const id = text(window, 'windowId');
    const nodes = trees.find(([root]) => root?.attributes['window-id'] === id) ?? [];
    return {
      attributes: attributesOf(window, nodes),
      display: displayOf(window),
      rotation: undefined,
      nodes,
    };
  });
  // A window that opened between the two answers has a tree but is not listed.
  const known = new Set(windows.map(({ nodes }) => nodes));
  const others = trees.filter((nodes) => !known.has(nodes));
  return [...windows, ...others.map(unlisted)];
}

/** Splits the nodes of a hierarchy into its trees. */
function treesOf(nodes: readonly DumpedNode[]): DumpedNode[][] {
  const starts = nodes.flatMap(({ parent }, at) => (parent === undefined ? [at] : []));
  return starts.map((start, at) =>
    nodes.slice(start, starts[at + 1]).map(({ attributes, parent }) => ({
      attributes,
      parent: parent === undefined ? undefined : parent - start,
    })),
  );
}

function attributesOf(window: unknown, nodes: readonly DumpedNode[]): Attributes {
  const rect = fieldOf(window, 'rect');
  const [x, y, width, height] = ['x', 'y', 'width', 'height'].map((name) => Number(fieldOf(rect, name)));
  const title = text(window, 'title') || (paneTitle(nodes) ?? '');
  return {
    id: text(window, 'windowId'),
    title,
    type: text(window, 'type'),
    bounds: `[${x},${y}][${(x ?? 0) + (width ?? 0)},${(y ?? 0) + (height ?? 0)}]`,
    active: text(window, 'isActive'),
    focused: text(window, 'isFocused'),
    layer: text(window, 'layer'),
  };
}

/** Toasts follow the windows, without bounds or a window of their own. */
function unlisted(nodes: readonly DumpedNode[]): DumpedWindow {
  const { class: className, bounds = '', 'window-id': id } = nodes[0]?.attributes ?? {};
  const isToast = className === 'android.widget.Toast' && bounds === '';
  const named: Attributes = isToast ? { title: 'Toast', type: TOAST } : { type: 'APPLICATION' };
  return {
    attributes: { ...named, bounds, ...(id !== undefined && { id }) },
    display: 0,
    rotation: undefined,
    nodes,
  };
}

/**
 * The title that an application gives a pane it opened (a drawer, a sheet, a dialog); used if the window has no title.
 */
function paneTitle(nodes: readonly DumpedNode[]): string | undefined {
  const titles = nodes.map(({ attributes }) => attributes['pane-title']);
  return titles.find((title) => title !== undefined && title !== '');
}

function displayOf(window: unknown): number {
  return Number(fieldOf(window, 'displayId') ?? 0);
}

/** A property of a window as a dump would write it. */
function text(window: unknown, name: string): string {
  const value = fieldOf(window, name);
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
    ? String(value)
    : '';
}
