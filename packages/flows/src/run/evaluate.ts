import type { Effect, Flow, Command, Selector } from '../file/flow.ts';

/** Evaluates the `${…}` of a text. */
export type Evaluate = (template: string) => Promise<string>;

const texts = ['text', 'id', 'index', 'point', 'desc', 'window'] as const;
const holders = ['below', 'above', 'leftOf', 'rightOf', 'containsChild', 'childOf', 'in'] as const;

/** A selector with its scripts evaluated. */
export async function evaluatedSelector(selector: Selector, evaluate: Evaluate): Promise<Selector> {
  const made: { -readonly [Key in keyof Selector]: Selector[Key] } = { ...selector };
  for (const key of texts) {
    const template = selector[key];
    if (template !== undefined) made[key] = await evaluate(template);
  }
  for (const key of holders) {
    const other = selector[key];
    if (other) made[key] = await evaluatedSelector(other, evaluate);
  }
  if (selector.containsDescendants)
    made.containsDescendants = await Promise.all(
      selector.containsDescendants.map((one) => evaluatedSelector(one, evaluate)),
    );
  return made;
}

const additions = ['desc', 'role', 'window', 'in'] as const;
const known = new WeakMap<Flow, boolean>();

/**
 * Whether a flow uses what Maestro does not have. Then each step needs exactly one element; a flow without it means what it means
 * in Maestro: the first one that fits.
 */
export function isStrict(flow: Flow): boolean {
  const is = known.get(flow) ?? (flow.header.locale !== undefined || flow.commands.some(usesAdditions));
  known.set(flow, is);
  return is;
}

function usesAdditions(command: Command): boolean {
  const { expect, by } = command;
  if (expect.length > 0 || by !== undefined) return true;
  if ('commands' in command && command.commands.some(usesAdditions)) return true;
  return selectorsOf(command).some(hasAdditions);
}

function selectorsOf(command: Command): Selector[] {
  const found = [
    'selector' in command ? command.selector : undefined,
    'element' in command ? command.element : undefined,
    'from' in command ? command.from : undefined,
    'visible' in command ? command.visible : undefined,
    'notVisible' in command ? command.notVisible : undefined,
  ];
  return found.flatMap((one) => one ?? []);
}

function hasAdditions(selector: Selector): boolean {
  if (additions.some((key) => selector[key] !== undefined)) return true;
  return holders.some((key) => {
    const other = selector[key];
    return other !== undefined && hasAdditions(other);
  });
}

/** An effect with its scripts evaluated. */
export async function evaluatedEffect(effect: Effect, evaluate: Evaluate): Promise<Effect> {
  switch (effect.kind) {
    case 'screen':
      return { ...effect, screen: await evaluate(effect.screen) };
    case 'app':
      return { ...effect, app: await evaluate(effect.app) };
    case 'appears':
      return { ...effect, appears: await evaluatedSelector(effect.appears, evaluate) };
    case 'gone':
      return { ...effect, gone: await evaluatedSelector(effect.gone, evaluate) };
    case 'changes': {
      const { text, value } = effect.to;
      const to = {
        ...effect.to,
        ...(text !== undefined && { text: await evaluate(text) }),
        ...(value !== undefined && { value: await evaluate(value) }),
      };
      return { ...effect, changes: await evaluatedSelector(effect.changes, evaluate), to };
    }
    case 'nothing':
      return effect;
  }
}
