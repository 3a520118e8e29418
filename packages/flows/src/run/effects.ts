import { changesBetween } from '@handeye/screen/format/lean/changes';
import { flat } from '@handeye/screen/sanitize';
import type { Element, Snapshot } from '@handeye/screen/snapshot';
import type { Effect, NewState } from '../file/flow.ts';
import { type FindOptions, strictMatches, takerOf } from '../find/strict.ts';
import { selectorText } from '../record/identify.ts';

/** The effect in words. */
export function effectText(effect: Effect): string {
  switch (effect.kind) {
    case 'screen':
      return `the screen ${effect.screen}`;
    case 'app':
      return `the app ${effect.app}`;
    case 'appears':
      return `${selectorText(effect.appears)} appears`;
    case 'gone':
      return `${selectorText(effect.gone)} is gone`;
    case 'changes':
      return `${selectorText(effect.changes)} becomes ${stateText(effect.to)}`;
    case 'nothing':
      return 'nothing changes';
  }
}

function stateText(to: NewState): string {
  return Object.entries(to)
    .map(([key, value]) => `${key}: ${JSON.stringify(value)}`)
    .join(', ');
}

/** Whether an effect can be seen at all where texts are in another language than the recorded one. */
export function canBeSeen(effect: Effect, snapshot: Snapshot, options: FindOptions): boolean {
  if (options.withoutTexts !== true) return true;
  if (effect.kind === 'appears') return namesWithoutTexts(effect.appears);
  if (effect.kind === 'gone') return namesWithoutTexts(effect.gone);
  return effect.kind !== 'changes' || strictMatches(snapshot, effect.changes, options).length === 1;
}

/** A role alone is on every screen. */
function namesWithoutTexts({ id }: { readonly id?: string }): boolean {
  return id !== undefined && !id.startsWith('android:id/');
}

/** What is there instead of an effect; undefined if it came. */
export function missing(
  effect: Effect,
  { now, before, options }: { now: Snapshot; before: Snapshot | undefined; options: FindOptions },
): string | undefined {
  switch (effect.kind) {
    case 'screen':
      return isActivity(now.activity, effect.screen)
        ? undefined
        : `the screen is ${now.activity ?? 'unknown'}`;
    case 'app':
      return now.app === effect.app ? undefined : `in front is ${now.app ?? 'an unknown app'}`;
    case 'appears':
      return strictMatches(now, effect.appears, options).length > 0 ? undefined : 'it is not there';
    case 'gone':
      return strictMatches(now, effect.gone, options).length === 0 ? undefined : 'it is still there';
    case 'changes':
      return unchanged(strictMatches(now, effect.changes, options), effect.to, options);
    case 'nothing':
      return !before || changesBetween(before, now).kind === 'none' ? undefined : 'something changed';
  }
}

/** Activities are told with their package, or without it. */
function isActivity(now: string | undefined, wanted: string): boolean {
  const simple = (name: string) => name.slice(Math.max(name.lastIndexOf('.'), name.lastIndexOf('/')) + 1);
  return now !== undefined && simple(now) === simple(wanted);
}

function unchanged(
  [element, another]: readonly Element[],
  to: NewState,
  { withoutTexts = false }: FindOptions,
): string | undefined {
  if (!element) return 'the element is not there';
  if (another) return 'several elements fit';
  const differing = Object.entries(to).flatMap(([key, wanted]: [string, unknown]) => {
    const is = stateOf(element, key);
    const isWord = withoutTexts && key === 'text' && typeof wanted === 'string' && /\p{L}/u.test(wanted);
    return is === wanted || isWord ? [] : [`${key} is ${JSON.stringify(is)}`];
  });
  return differing.length === 0 ? undefined : differing.join(', ');
}

function stateOf(element: Element, key: string): unknown {
  const { node } = element;
  const taker = takerOf(element).node;
  switch (key) {
    case 'text':
      return flat(node.text);
    case 'value':
      return node.range ? String(node.range.current) : flat(node.stateDescription ?? node.text);
    case 'checked':
      return node.checkable ? node.checked : node.checked || taker.checked;
    case 'selected':
      return node.selected || taker.selected;
    default:
      return node.enabled && taker.enabled;
  }
}
