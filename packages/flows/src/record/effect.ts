import { flat } from '@handeye/screen/sanitize';
import type { Element, Snapshot } from '@handeye/screen/snapshot';
import type { Effect } from '../file/flow.ts';
import { seenElements } from '../find/elements.ts';
import { isWithin } from '../find/maestro.ts';
import { labelsOf, takerOf } from '../find/strict.ts';
import { holdsRows } from '@handeye/screen/format/lean/kinds';
import { roleOf as windowRole } from '@handeye/screen/format/lean/windows';
import { scrollableAncestor } from '@handeye/screen/touch/reach';
import { selectorOf } from './identify.ts';

/** An act and the screens around it. */
export interface Observed {
  readonly before: Snapshot;
  readonly after: Snapshot;
  /** What it was done to, on the screen before. */
  readonly hit: Element | undefined;
  /** Elements that also changed between looks without an act between them. */
  readonly restless: ReadonlySet<string>;
  /** The text that was typed, if it may be written down. */
  readonly typed: string | undefined;
}

/** As many effects are recorded: more would only be more that may differ without anything being wrong. */
const MOST_EFFECTS = 2;

/** What is only so at one moment: times, dates, shares, how long ago something was. */
const OF_THE_MOMENT =
  /\d{1,2}:\d{2}|\d\s?%|\d{1,4}[./-]\d{1,2}[./-]\d{1,4}|\b(ago|just now|today|yesterday|tomorrow)\b|\b\d{1,2}\.? (jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)/i;

/** The effect of an act that a later run can check: what observe would say of it, without what changes by itself. */
export function effectsOf(seen: Observed): readonly Effect[] {
  const { before, after } = seen;
  if (after.app !== before.app) return inOtherApp(after);
  if (after.activity !== before.activity && after.activity !== undefined)
    return [{ kind: 'screen', screen: after.activity }];
  const effects = [
    ...typedInto(seen),
    ...stateOf(seen),
    ...shownIn(seen),
    ...changedTexts(seen),
    ...goneFrom(seen),
  ];
  return effects.slice(0, MOST_EFFECTS);
}

function inOtherApp({ app, activity }: Snapshot): Effect[] {
  return [
    ...(app === undefined ? [] : [{ kind: 'app' as const, app }]),
    ...(activity === undefined ? [] : [{ kind: 'screen' as const, screen: activity }]),
  ];
}

function typedInto({ before, after, hit, typed }: Observed): Effect[] {
  if (typed === undefined || !hit) return [];
  const now = after.element(hit.id);
  if (!now?.node.editable || now.node.password || !flat(now.node.text).includes(flat(typed))) return [];
  if (flat(typed) === '') return [];
  return [{ kind: 'changes', changes: selectorOf(hit, before), to: { text: flat(now.node.text) } }];
}

const states = ['checked', 'selected', 'enabled'] as const;

/** A switch, a tab, a button that was enabled: first of what was touched, then elsewhere. */
function stateOf({ before, after, hit, restless }: Observed): Effect[] {
  const own = hit ? seenElements(before).filter((one) => isWithin(one, takerOf(hit))) : [];
  const others = seenElements(before).filter((one) => !own.includes(one));
  return [...own, ...others].flatMap((element) => {
    const now = after.element(element.id);
    if (!now || restless.has(element.id) || !isNamed(element)) return [];
    const changed = states.filter((state) => now.node[state] !== element.node[state]);
    const to = Object.fromEntries(changed.map((state) => [state, now.node[state]]));
    if (changed.length === 0) return [];
    // A row is known by its words on every version of Android, the switch in it is not.
    const owner = labelsOf(element.node).length > 0 ? element : takerOf(element);
    return [{ kind: 'changes' as const, changes: selectorOf(owner, before), to }];
  });
}

function isNamed({ node, parent }: Element): boolean {
  const said = labelsOf(node).length > 0 || node.resourceId !== undefined;
  return said || (parent?.node.children.some((child) => labelsOf(child).length > 0) ?? false);
}

/** Something that says what came: a title rather than a text, a text rather than a row of data. */
function shownIn({ before, after, restless }: Observed): Effect[] {
  const known = new Set(seenElements(before).map(saysOf));
  const keys = new Set(before.windows.map(({ key }) => key));
  const news = seenElements(after).filter(
    (element) =>
      element.window.type !== 'keyboard' &&
      element.window.type !== 'system' &&
      !isTransient(element, after) &&
      !restless.has(element.id) &&
      !element.node.editable &&
      labelsOf(element.node).length > 0 &&
      !known.has(saysOf(element)) &&
      !isOfTheMoment(element) &&
      (before.element(element.id) === undefined || !keys.has(element.window.key)),
  );
  const [best] = news.toSorted((one, other) => rank(other) - rank(one));
  return best ? [{ kind: 'appears', appears: selectorOf(best, after) }] : [];
}

function saysOf({ node }: Element): string {
  return JSON.stringify([labelsOf(node), node.resourceId]);
}

/** A toast or a snackbar: it goes by itself, and a later run may look when it is gone. */
function isTransient({ node, window }: Element, snapshot: Snapshot): boolean {
  if (windowRole(window, snapshot, { all: false }) === 'toast' || window.title === 'Toast') return true;
  return /snackbar/i.test(node.resourceId ?? '');
}

function isOfTheMoment({ node }: Element): boolean {
  return labelsOf(node).some((said) => OF_THE_MOMENT.test(said));
}

function rank(element: Element): number {
  const { node } = element;
  const isTitle = node.heading || /title/i.test(node.resourceId ?? '');
  const list = scrollableAncestor(element);
  const isData = list !== undefined && holdsRows(list.node);
  return (isTitle ? 4 : 0) + (node.resourceId === undefined ? 0 : 1) + (isData ? 0 : 2);
}

/** The display of a calculator, a counter of items. */
function changedTexts({ before, after, restless, hit }: Observed): Effect[] {
  return seenElements(before).flatMap((element) => {
    const now = after.element(element.id);
    if (!now || restless.has(element.id) || element === hit || element.node.editable) return [];
    if (element.node.resourceId === undefined || element.window.type === 'system') return [];
    const [was, is] = [flat(element.node.text), flat(now.node.text)];
    if (was === is || is === '' || isOfTheMoment(now)) return [];
    const changes = selectorOf(element, before, { changesText: true });
    return [{ kind: 'changes' as const, changes, to: { text: is } }];
  });
}

/** A row that was deleted, a dialog that was closed. */
function goneFrom({ before, after, hit }: Observed): Effect[] {
  if (!hit || labelsOf(hit.node).length === 0 || after.element(hit.id)) return [];
  const isThere = seenElements(after).some((element) => saysOf(element) === saysOf(hit));
  return isThere ? [] : [{ kind: 'gone', gone: selectorOf(hit, before) }];
}
