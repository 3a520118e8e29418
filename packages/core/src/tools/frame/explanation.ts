import type { Act, Reached } from '../../guard/act.ts';
import { Explained } from '../../guard/call-guard.ts';
import { labelsOf } from '../../guard/labels.ts';
import type { Rule, Verdict } from '../../guard/rules.ts';
import { cell, shown } from '@handeye/screen/sanitize';

/** The policy's verdict on a call that only reads. */
export const CHANGES_NOTHING = 'allow: it changes nothing';

/** The policy of another place decides. */
export const DECIDED_ELSEWHERE =
  'the host of this device decides: run handeye policy explain there, or make the call';

/** The policy's verdict on a call, in lines for a person. `call` does nothing: it ends with Explained where it would write. */
export async function explanationOf(call: () => Promise<void>): Promise<string> {
  try {
    await call();
    return CHANGES_NOTHING;
  } catch (error) {
    if (!(error instanceof Explained)) throw error;
    return verdictText(error.act, error.verdict);
  }
}

function verdictText({ reach }: Act, verdict: Verdict): string {
  const reached = verdict.reached ?? (reach === 'no application' ? undefined : reach[0]);
  const textless = reached?.snapshot?.textless;
  return [
    `${verdict.then}: ${verdict.rule ? ruleWords(verdict.rule) : 'no rule says otherwise'}`,
    ...(reached ? [`would reach: ${reachedWords(reached)}`] : []),
    ...(textless === undefined
      ? []
      : [`labels and kinds are not known: no texts could be read. ${textless}`]),
  ].join('\n');
}

function ruleWords({ from, when, why }: Rule): string {
  const conditions = Object.keys(when).length === 0 ? '' : ` ${JSON.stringify(when)}`;
  return `${from}${conditions}${why === undefined ? '' : `: ${why}`}`;
}

function reachedWords(reached: Reached): string {
  const { name, id = name } = reached;
  const [label] = labelsOf(reached);
  const app = name === undefined && id === undefined ? 'an application that is not known' : `${name ?? id}`;
  const parts = [
    label === undefined ? undefined : `'${cell(shown(label))}'`,
    app,
    id === name ? undefined : `(${id})`,
  ];
  return parts.filter((part) => part !== undefined).join(' ');
}
