import type { AttributeValue, DesktopNode } from './node.ts';
import type { Bounds } from '../node.ts';
import { cut } from '../sanitize.ts';
import type { Placed } from './tree-order.ts';

/** An element in JSON answers. Requested attributes are added beside its own facts. */
export interface Facts {
  role: string;
  nativeRole: string;
  title?: string;
  value?: string;
  identifier?: string;
  enabled: boolean;
  focused: boolean;
  bounds?: Bounds;
  actions: string[];
  path: string;
  childCount: number;
  /** How many children were not read because there are too many. */
  unreadChildren?: number;
  [attribute: string]: unknown;
}

/** A part of a tree in JSON answers. */
export interface Tree extends Facts {
  /** It was shown on an earlier page and is repeated only as the parent of something new. */
  repeated?: true;
  children: Tree[];
}

/** How much of an element is shown: the longest text, and the attributes to add. */
export interface FactOptions {
  readonly longestText: number;
  readonly attributes: readonly string[] | 'all';
}

/** The facts of an element. `childCount` is the true count, however many children are shown. */
export function factsOf({ node, path }: Placed, telling: FactOptions): Facts {
  const { role, nativeRole, enabled, focused, bounds, actions, childCount, children } = node;
  const text = (value: string) => cut(value, telling.longestText);
  const { title, value, identifier } = node;
  return {
    role,
    nativeRole,
    ...(title !== undefined && { title: text(title) }),
    ...(value !== undefined && { value: text(value) }),
    ...(identifier !== undefined && { identifier: text(identifier) }),
    enabled,
    focused,
    ...(bounds !== undefined && { bounds }),
    actions: [...actions],
    path,
    childCount: childCount ?? children.length,
    ...(childCount !== undefined && { unreadChildren: childCount - children.length }),
    ...Object.fromEntries(attributesOf(node, telling)),
  };
}

/** Attributes may not replace these keys. */
const own = new Set([
  'role',
  'nativeRole',
  'title',
  'value',
  'identifier',
  'enabled',
  'focused',
  'bounds',
  'actions',
  'path',
  'childCount',
  'unreadChildren',
  'children',
  'repeated',
]);

function attributesOf({ attributes }: DesktopNode, telling: FactOptions): [string, AttributeValue][] {
  const wanted = telling.attributes === 'all' ? undefined : new Set(telling.attributes);
  return Object.entries(attributes)
    .filter(([name]) => !own.has(name) && (wanted?.has(name) ?? true))
    .map(([name, value]) => [name, typeof value === 'string' ? cut(value, telling.longestText) : value]);
}

/** The tree of some nodes in tree order. `spine` is the path from the application to the first of them, shown before. */
export function treeOf(
  nodes: readonly Placed[],
  { spine, telling }: { spine: readonly Placed[]; telling: FactOptions },
): Tree {
  const made = new Map<Placed, Tree>();
  const add = (placed: Placed, tree: Tree) => {
    made.set(placed, tree);
    if (placed.parent) made.get(placed.parent)?.children.push(tree);
  };
  for (const placed of spine) add(placed, { ...factsOf(placed, telling), repeated: true, children: [] });
  for (const placed of nodes) add(placed, { ...factsOf(placed, telling), children: [] });
  const [top] = made.values();
  if (!top) throw new RangeError('A tree has at least its root.');
  return top;
}
