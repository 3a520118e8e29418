import { PatientPattern } from '../../programs/text/patient-pattern.ts';
import type { AccessibilityNode } from '../../framework/windows/accessibility.ts';
import { badSelector } from '../errors.ts';
import { fits } from './fits.ts';
import { nodesBelow, type UiNode } from '../screen.ts';

/** A UiSelector: conditions on a node, which of the matches, and where to go from it. */
export interface UiSelector {
  readonly conditions: readonly Condition[];
  readonly instance: number | undefined;
  readonly then: { readonly step: 'child' | 'sibling'; readonly selector: UiSelector } | undefined;
}

export type Condition = (node: AccessibilityNode) => boolean;

export const anyNode: UiSelector = { conditions: [], instance: undefined, then: undefined };

type Text = (node: AccessibilityNode) => string;
type Flag =
  | 'checkable'
  | 'checked'
  | 'clickable'
  | 'enabled'
  | 'focusable'
  | 'focused'
  | 'longClickable'
  | 'scrollable'
  | 'selected';

const text: Text = (node) => node.text;
const description: Text = (node) => node.description;
const resourceId: Text = (node) => node.resourceId;
const className: Text = (node) => node.class;
const packageName: Text = (node) => node.package;

const is = (of: Text) => (wanted: string) => (node: AccessibilityNode) => of(node) === wanted;
/** UiSelector ignores case when it compares parts of a text. */
const contains = (of: Text) => (wanted: string) => (node: AccessibilityNode) =>
  of(node).toLowerCase().includes(wanted.toLowerCase());
const startsWith = (of: Text) => (wanted: string) => (node: AccessibilityNode) =>
  of(node).toLowerCase().startsWith(wanted.toLowerCase());
const matches = (of: Text) => (wanted: string) => {
  // In Java a dot does not match a line break unless the pattern has `(?s)`, which is a flag in JavaScript.
  const [, flags = '', pattern = ''] = /^(?:\(\?([a-z]+)\))?(.*)$/s.exec(wanted) ?? [];
  const regex = new PatientPattern(`^(?:${pattern})$`, flags.replaceAll(/[^ims]/g, '') + 'u');
  return (node: AccessibilityNode) => fits(regex, of(node), () => badSelector(wanted, 'too costly to match'));
};

/** Conditions that take a text. */
export const textConditions: ReadonlyMap<string, (wanted: string) => Condition> = new Map(
  Object.entries({
    text: is(text),
    textContains: contains(text),
    textStartsWith: startsWith(text),
    textMatches: matches(text),
    description: is(description),
    descriptionContains: contains(description),
    descriptionStartsWith: startsWith(description),
    descriptionMatches: matches(description),
    resourceId: is(resourceId),
    resourceIdMatches: matches(resourceId),
    className: is(className),
    classNameMatches: matches(className),
    packageName: is(packageName),
    packageNameMatches: matches(packageName),
  }),
);

const flags: readonly Flag[] = [
  'checkable',
  'checked',
  'clickable',
  'enabled',
  'focusable',
  'focused',
  'longClickable',
  'scrollable',
  'selected',
];

/** Conditions that take a boolean. */
export const flagConditions: ReadonlyMap<string, (wanted: boolean) => Condition> = new Map(
  flags.map((flag) => [flag, (wanted: boolean) => (node: AccessibilityNode) => node[flag] === wanted]),
);

/** Everything that a selector matches below some nodes, in tree order; invisible nodes never match. */
export function select(roots: readonly UiNode[], selector: UiSelector): readonly UiNode[] {
  const { conditions, instance, then } = selector;
  const all = roots
    .flatMap((root) => [...nodesBelow(root)])
    .filter(({ info }) => info.visible && conditions.every((holds) => holds(info)));
  const chosen = instance === undefined ? all : all.slice(instance, instance + 1);
  if (then === undefined) return chosen;
  const below = chosen.map((node) => (then.step === 'child' ? node.children : (node.parent?.children ?? [])));
  return [...new Set(below.flatMap((nodes) => select(nodes, then.selector)))];
}
