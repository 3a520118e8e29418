import type { Command, Effect, Flow } from './flow.ts';
import type { Writing } from './shapes.ts';
import { commandValue, flowText } from './write.ts';

export interface MaestroFlow {
  readonly text: string;
  /** What Maestro cannot say: `FILE:LINE: what`. */
  readonly lost: readonly string[];
}

/** The flow as Maestro runs it. Effects become assertions where it has such. */
export function toMaestro(flow: Flow): MaestroFlow {
  const lost: string[] = [];
  const write = (commands: readonly Command[], writing: Writing): unknown[] =>
    commands.flatMap((command) => {
      const lose: Lose = (what) => {
        lost.push(`${flow.file}:${command.source?.line ?? 1}: ${what}`);
      };
      const value = strict(commandValue(command, writing), lose, { ourTimeout: waits.has(command.name) });
      if ((command.name === 'runFlow' || command.name === 'retry') && command.file !== undefined)
        lose(`${command.file} is another file: export it, too`);
      return [value, ...write(assertions(command, lose), writing)];
    });
  if (flow.header.onDialog.length > 0)
    lost.push(`${flow.file}:1: onDialog: Maestro has no rules for dialogs`);
  const text = flowText({ ...flow, header: { ...flow.header, onDialog: [] } }, write);
  return { text, lost };
}

type Lose = (what: string) => void;

/** Commands whose `timeout` is ours. */
const waits: ReadonlySet<string> = new Set([
  'tapOn',
  'doubleTapOn',
  'longPressOn',
  'assertVisible',
  'assertNotVisible',
  'copyTextFrom',
  'swipe',
]);

/** Values under these keys are names and texts of the user's. */
const opaque: ReadonlySet<string> = new Set(['env', 'arguments', 'permissions', 'commands']);

/** A value without our keys, or with what Maestro has in their place. */
function strict(value: unknown, lose: Lose, options: { readonly ourTimeout: boolean }): unknown {
  if (Array.isArray(value)) return value.map((item) => strict(item, lose, options));
  if (typeof value !== 'object' || value === null) return value;
  const given = new Map<string, unknown>(Object.entries(value));
  const result: Record<string, unknown> = {};
  for (const [key, inner] of given) {
    if (key === 'expect' || key === 'by') continue;
    if (key === 'desc' && !given.has('text')) result.text = inner;
    else if (key === 'in' && !given.has('childOf')) result.childOf = strict(inner, lose, options);
    else if (key === 'secret') {
      result.text = `\${${String(inner)}}`;
      lose(`secret ${String(inner)} becomes a variable: maestro test -e ${String(inner)}=…`);
    } else if (['desc', 'in', 'role', 'window'].includes(key) || (key === 'timeout' && options.ourTimeout))
      lose(`${key}: ${typeof inner === 'string' ? inner : JSON.stringify(inner)}`);
    else result[key] = opaque.has(key) ? inner : strict(inner, lose, options);
  }
  return result;
}

/** What the effects of a command are in Maestro: commands that assert it. */
function assertions({ expect, optional }: Command, lose: Lose): Command[] {
  const common = { optional, expect: [] };
  return expect.flatMap((effect): Command[] => {
    if (effect.kind === 'appears') return [{ name: 'assertVisible', selector: effect.appears, ...common }];
    if (effect.kind === 'gone') return [{ name: 'assertNotVisible', selector: effect.gone, ...common }];
    if (effect.kind === 'changes') {
      const { text, value, ...states } = effect.to;
      if (text !== undefined || value !== undefined) lose(`expect: ${shown(effect)}`);
      if (Object.keys(states).length === 0) return [];
      return [{ name: 'assertVisible', selector: { ...effect.changes, ...states }, ...common }];
    }
    lose(`expect: ${shown(effect)}`);
    return [];
  });
}

function shown({ kind: _, ...rest }: Effect): string {
  return Object.keys(rest).length === 0 ? 'nothing' : JSON.stringify(rest);
}
