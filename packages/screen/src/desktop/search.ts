import type { DesktopNode } from './node.ts';
import { containing } from '../find.ts';
import type { Placed } from './tree-order.ts';

/** Search criteria; an element must meet all that are given. */
export interface Criteria {
  /** A shared or native role, ignoring case. */
  readonly role?: string | undefined;
  /** Contained, ignoring case. */
  readonly title?: string | undefined;
  /** Contained, ignoring case. */
  readonly value?: string | undefined;
  /** Equal. */
  readonly identifier?: string | undefined;
}

/** The nodes that meet all criteria, in tree order. */
export function search(nodes: readonly Placed[], { role, title, value, identifier }: Criteria): Placed[] {
  const tests = [
    ...(role === undefined ? [] : [hasRole([role])]),
    ...(title === undefined ? [] : [holds('title', title)]),
    ...(value === undefined ? [] : [holds('value', value)]),
    ...(identifier === undefined ? [] : [(node: DesktopNode) => node.identifier === identifier]),
  ];
  return nodes.filter(({ node }) => tests.every((test) => test(node)));
}

function holds(property: 'title' | 'value', wanted: string): (node: DesktopNode) => boolean {
  const matches = containing(wanted);
  return ({ [property]: text }) => text !== undefined && matches(text);
}

/** Tests whether a node has one of the roles, shared or native. */
function hasRole(roles: readonly string[]): (node: DesktopNode) => boolean {
  const wanted = new Set(roles.map((role) => role.toLowerCase()));
  return ({ role, nativeRole }) => wanted.has(role.toLowerCase()) || wanted.has(nativeRole.toLowerCase());
}

/** The nodes with one of the roles and all their ancestors; the application itself always. */
export function withRoles(nodes: readonly Placed[], roles: readonly string[]): readonly Placed[] {
  if (roles.length === 0) return nodes;
  const matches = hasRole(roles);
  const kept = new Set(nodes.slice(0, 1));
  for (const found of nodes.filter(({ node }) => matches(node))) {
    for (let node: Placed | undefined = found; node && !kept.has(node); node = node.parent) kept.add(node);
  }
  return nodes.filter((node) => kept.has(node));
}
