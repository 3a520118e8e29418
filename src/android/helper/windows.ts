import { sameBounds } from '../../ui/bounds.ts';
import type { Focus } from '../focus.ts';
import type { Attributes, DumpedNode, DumpedWindow } from '../hierarchy.ts';
import { boundsOf } from '../nodes.ts';
import type { ListedWindow } from '../window-list.ts';

/** What the window manager knows of the windows that the helper read. */
export interface Known {
  readonly focus: Focus;
  readonly listed: readonly ListedWindow[];
}

/**
 * The windows of a source, in the form of a dump with all windows. The source has them as roots of one hierarchy,
 * from the top down, each with a `window-id` and nothing else about the window: its kind, its title and who has
 * the focus come from the window manager.
 */
export function windowsOfSource(source: readonly DumpedWindow[], known: Known): DumpedWindow[] {
  const roots = source.flatMap(({ nodes }) => rootsOf(nodes));
  const matches = matched(roots, known.listed);
  const focused = focusedOf(roots, matches, known.focus);
  return roots.map((nodes, at) => ({
    attributes: attributesOf(nodes, matches[at], {
      focused: at === focused,
      layer: roots.length - at,
    }),
    display: 0,
    rotation: undefined,
    nodes,
  }));
}

/** Cuts the nodes of a hierarchy into its trees. */
function rootsOf(nodes: readonly DumpedNode[]): DumpedNode[][] {
  const starts = nodes.flatMap(({ parent }, at) => (parent === undefined ? [at] : []));
  return starts.map((start, at) =>
    nodes.slice(start, starts[at + 1]).map(({ attributes, parent }) => ({
      attributes,
      parent: parent === undefined ? undefined : parent - start,
    })),
  );
}

/** Pairs each root with its window: of the same application, in the same place if there is one. */
function matched(
  roots: readonly (readonly DumpedNode[])[],
  listed: readonly ListedWindow[],
): (ListedWindow | undefined)[] {
  const left = new Set(listed.filter(({ visible }) => visible));
  return roots.map(([root]) => {
    if (root === undefined || isToast(root.attributes)) return undefined;
    const bounds = boundsOf(root.attributes.bounds);
    const own = [...left].filter(({ app }) => app === root.attributes.package);
    const match = own.find((window) => sameBounds(window.bounds, bounds)) ?? own[0];
    if (match) left.delete(match);
    return match;
  });
}

function focusedOf(
  roots: readonly (readonly DumpedNode[])[],
  matches: readonly (ListedWindow | undefined)[],
  { window }: Focus,
): number {
  if (window === undefined) return -1;
  const same = matches.findIndex((match) => match?.hash === window.hash);
  return same === -1 ? roots.findIndex(([root]) => root?.attributes.package === window.app) : same;
}

function attributesOf(
  [root, ...others]: readonly DumpedNode[],
  match: ListedWindow | undefined,
  place: { focused: boolean; layer: number },
): Attributes {
  const attributes = root?.attributes ?? {};
  const title = isToast(attributes) ? 'Toast' : (paneTitle(root, others) ?? match?.title);
  const id = attributes['window-id'];
  return {
    ...(id !== undefined && { id }),
    ...(title !== undefined && { title }),
    type: isToast(attributes) ? 'TOAST' : typeOf(match, attributes.package),
    bounds: attributes.bounds ?? '',
    focused: String(place.focused),
    layer: String(place.layer),
  };
}

/** The server puts toasts behind the windows, without a place or a window of their own. */
function isToast(attributes: Attributes): boolean {
  return attributes.class === 'android.widget.Toast' && attributes.bounds === undefined;
}

/** What an application calls the part of the screen that it opened (a drawer, a sheet, a dialog). */
function paneTitle(root: DumpedNode | undefined, others: readonly DumpedNode[]): string | undefined {
  const titles = [root, ...others].map((node) => node?.attributes['pane-title']);
  return titles.find((title) => title !== undefined && title !== '');
}

function typeOf(match: ListedWindow | undefined, app: string | undefined): string {
  if (match?.type === 'keyboard') return 'INPUT_METHOD';
  if (match?.type === 'system') return 'SYSTEM';
  if (match) return 'APPLICATION';
  return app === 'com.android.systemui' ? 'SYSTEM' : 'APPLICATION';
}
