import type { DesktopNode } from './node.ts';

/** A node with its path and level. */
export interface Placed {
  readonly node: DesktopNode;
  readonly parent: Placed | undefined;
  /** 1 for the application itself. */
  readonly level: number;
  readonly path: string;
}

interface Open {
  readonly placed: Placed;
  /** The prefix of its children's paths. */
  readonly way: string;
}

/**
 * The nodes of an application down to a level, each parent before its children, each with its path. A path names the window and
 * the element itself by title where possible, so that an old path does not lead to another element now. The steps between are
 * counted, because the titles of all ancestors would make paths long.
 */
export function inTreeOrder(
  root: DesktopNode,
  { pid, depth = Infinity }: { pid: number; depth?: number },
): Placed[] {
  const way = `app(${pid})`;
  const nodes: Placed[] = [];
  // An explicit stack: a deep tree must not overflow the call stack.
  const top = { node: root, parent: undefined, level: 1, path: way };
  const open: Open[] = [{ placed: top, way }];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    nodes.push(next.placed);
    if (next.placed.level >= depth) continue;
    for (const child of below(next).reverse()) open.push(child);
  }
  return nodes;
}

function below({ placed: parent, way }: Open): Open[] {
  const { children } = parent.node;
  const steps = stepsTo(children);
  return children.flatMap((node, at) => {
    const step = steps[at];
    if (step === undefined) return [];
    const path = `${way}/${stepText(step.named)}`;
    const counted = stepText(step.indexed);
    const isWindow = parent.parent === undefined;
    const placed = { node, parent, level: parent.level + 1, path };
    return [{ placed, way: isWindow ? path : `${way}/${counted}` }];
  });
}

/** The ancestors of a node, the application first. */
export function ancestors(placed: Placed | undefined): Placed[] {
  const found: Placed[] = [];
  for (let above = placed?.parent; above !== undefined; above = above.parent) found.push(above);
  return found.reverse();
}

/** One step of a path: an index among siblings of the same role, or a title that no sibling shares. */
type Step =
  { readonly role: string; readonly index: number } | { readonly role: string; readonly title: string };

/** Longer titles are content rather than names, and a path would repeat them. */
const LONGEST_TITLE = 60;

/** Both ways to name each of some siblings; `named` is the title where it is unique, otherwise the index. */
function stepsTo(siblings: readonly DesktopNode[]): { indexed: Step; named: Step }[] {
  const count = new Map<string, number>();
  const titled = new Map<string, number>();
  for (const node of siblings) titled.set(nameOf(node), (titled.get(nameOf(node)) ?? 0) + 1);
  return siblings.map((node) => {
    const role = roleWord(node.role);
    const index = count.get(role) ?? 0;
    count.set(role, index + 1);
    const indexed = { role, index };
    const { title } = node;
    const usable = title !== undefined && title.trim() !== '' && title.length <= LONGEST_TITLE;
    return { indexed, named: usable && titled.get(nameOf(node)) === 1 ? { role, title } : indexed };
  });
}

function nameOf({ role, title }: DesktopNode): string {
  return `${roleWord(role)} ${title ?? ''}`;
}

/** A role as paths write it, without the characters that separate steps. */
function roleWord(role: string): string {
  return role.replace(/[^\p{L}\p{N} _-]/gu, '') || 'element';
}

function stepText(step: Step): string {
  // JSON quoting is familiar, and no title can break out of it.
  return `${step.role}[${'index' in step ? step.index : JSON.stringify(step.title)}]`;
}
