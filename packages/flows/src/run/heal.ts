import { ownerOf } from '@handeye/core/guard/act';
import { kindsOf } from '@handeye/core/guard/kinds/kinds';
import type { Element, Snapshot } from '@handeye/screen/snapshot';
import type { Command, Selector } from '../file/flow.ts';
import { candidatesFor, isStrong } from '../find/candidates.ts';
import { type FindOptions, takerOf } from '../find/strict.ts';
import { selectorOf, selectorText } from '../record/identify.ts';
import type { Diverged } from './diverged.ts';
import type { FinderOptions } from './finder.ts';
import type { Tap } from '../file/flow.ts';
import type { SimpleCommand } from './surroundings.ts';

/** As many of the recorded identities must hold, and one of them must be able to tell elements apart. */
const LEAST_HOLDING = 2;

export interface Healed {
  readonly selector: Selector;
  readonly from: string;
  readonly to: string;
  readonly reasons: readonly string[];
}

/** Only a tap whose effect was recorded: what comes of it tells whether it was the right one. */
export function mayHeal(command: SimpleCommand, why: Diverged): command is Tap {
  const isTap = command.name === 'tapOn' || command.name === 'longPressOn' || command.name === 'doubleTapOn';
  return isTap && why.kind === 'not there' && command.expect.some(({ kind }) => kind !== 'nothing');
}

/** The one element that is certainly the recorded one, although not all of its identities hold. */
export function healed(snapshot: Snapshot, selector: Selector, options: FinderOptions): Healed | undefined {
  const fitting = certain(snapshot, selector, options);
  const [only, another] = fitting;
  if (!only || another || !isReversible(only.element, snapshot) || !wasReversible(selector)) return undefined;
  const { element } = only;
  if (options.app !== undefined && element.window.app !== options.app) return undefined;
  if (!takerOf(element).node.enabled) return undefined;
  const own = selectorOf(element, snapshot);
  return { selector: own, from: selectorText(selector), to: selectorText(own), reasons: only.reasons };
}

/** The same by the label that was recorded: the button may be called something else now. */
function wasReversible({ text, desc }: Selector): boolean {
  return [text, desc].every((pattern) => {
    const reached = { name: undefined, button: pattern?.replace(/\\(.)/g, '$1') };
    return kindsOf({ tool: 'click_element', toolClass: 'touch', reach: [reached] }, reached).size === 0;
  });
}

/** The command on another element, also where its effect is one on the target itself. */
export function withSelector<C extends Command>(command: C, selector: Selector): C {
  const old = 'selector' in command ? JSON.stringify(command.selector) : undefined;
  const expect = command.expect.map((effect) =>
    effect.kind === 'changes' && JSON.stringify(effect.changes) === old
      ? { ...effect, changes: selector }
      : effect,
  );
  return { ...command, selector, expect };
}

function certain(snapshot: Snapshot, selector: Selector, options: FindOptions) {
  const { index: _, ...named } = selector;
  return candidatesFor(snapshot, named, options).filter(
    ({ element, holding }) =>
      holding.length >= LEAST_HOLDING && holding.some((identity) => isStrong(identity, element)),
  );
}

/** What pays, sends, deletes, installs, permits or signs in is never done by a guess. */
function isReversible(element: Element, snapshot: Snapshot): boolean {
  const target = takerOf(element);
  return [element, target].every((one) => {
    const reached = { ...ownerOf(one.window), element: one, snapshot };
    return kindsOf({ tool: 'click_element', toolClass: 'touch', reach: [reached] }, reached).size === 0;
  });
}
