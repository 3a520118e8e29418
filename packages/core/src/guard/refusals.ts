import { cut, oneLine } from '@handeye/screen/sanitize';
import type { Act, Reached } from './act.ts';
import type { Changed } from './asking.ts';
import { shownLabelOf } from './labels.ts';
import type { Unanswered } from './questions.ts';
import { forbidden, type Rule, type Verdict } from './rules.ts';

const LONGEST_LABEL = 60;

export const NOBODY_KNOWN =
  'It is not known which application this would reach, and the policy of this server does not allow it in every one.';

/** A model that is refused looks for a way around it, unless the text forbids that. */
export const NO_OTHER_WAY = 'Do not try another way: tell the user.';

/** Says to a model that a rule denies its write, what of it, and why. */
export function refusalOf(act: Act, { rule, reached }: Verdict): string {
  const name = reached?.name ?? reached?.id;
  if (reached && name === undefined) return NOBODY_KNOWN;
  if (rule?.says) return rule.says(name ?? act.tool, reached ?? { name });
  const { kind, label, tool } = rule?.when ?? {};
  const isAboutApp = [kind, label, tool].every((part) => part === undefined);
  const what = isAboutApp && name !== undefined ? forbidden(name) : forbiddenAct(act, { kind, reached });
  return [what, rule?.why, NO_OTHER_WAY].filter((part) => part !== undefined).join(' ');
}

/** Where a rule is not about the whole application, a model must not take it for that. */
function forbiddenAct(
  { tool }: Act,
  { kind, reached }: { readonly kind: string | undefined; readonly reached: Reached | undefined },
): string {
  const app = reached?.name ?? reached?.id;
  const label = reached && shownLabelOf(reached);
  const on = label === undefined ? '' : ` on ${quoted(label)}`;
  const within = app === undefined ? '' : ` in ${quoted(app)}`;
  return `The policy of this server forbids ${tool}${on}${within}${kind === undefined ? '' : ` (${kind})`}.`;
}

/** The reason of a rule that asks. */
export function askedBefore({ rule, reached, doubt }: Verdict): string {
  const app = reached?.name ?? reached?.id;
  const reason = doubt ?? rule?.why;
  const why = reason === undefined ? '' : ` (${reason})`;
  return `The policy of this server asks the user before this${app === undefined ? '' : ` in '${app}'`}${why}.`;
}

/** Tells a model why its write was not allowed, and what can be done about it. */
export function unansweredRefusal(answer: Unanswered | Changed, act: Act, verdict: Verdict): string {
  if ('changed' in answer) {
    return `The screen changed while the user was asked: ${answer.changed}. Nothing was done. Look again before you decide what to do.`;
  }
  return `${askedBefore(verdict)} ${answer.unanswered} ${howToAllow(act, verdict)} ${NO_OTHER_WAY}`;
}

export function saidNo(verdict: Verdict, answer: 'no' | 'no, for this run'): string {
  const said =
    answer === 'no' ? 'said no' : 'said no for this run, so the same is refused without a question';
  return `${askedBefore(verdict)} The user was asked, and ${said}. Do not try another way.`;
}

function quoted(text: string): string {
  return `'${cut(oneLine(text), LONGEST_LABEL, '…')}'`;
}

const LONGEST_NAME = 100;

/** The setting with which a user avoids this question, in words for a model. It allows no more than the question was about. */
function howToAllow({ tool }: Act, { rule, reached }: Verdict): string {
  const app = nameIn(reached?.id ?? reached?.name);
  const { kind, label, tool: named } = rule?.when ?? {};
  const isAboutTarget = kind !== undefined || label !== undefined;
  const when = { app, tool: isAboutTarget && named === undefined ? undefined : tool, label, kind };
  return `The user can allow it by a rule in the policy file${placeOf(rule)}: ${JSON.stringify({ when, then: 'allow' })}.`;
}

const PROFILE = /^profile ([\w-]+):/;

/** Where such a rule has to stand. */
function placeOf(rule: Rule | undefined): string {
  if (!rule) return '';
  const [, profile] = PROFILE.exec(rule.from) ?? [];
  return profile === undefined
    ? ` before the one that asked (${rule.from})`
    : ` (--policy FILE, with "profile": "${profile}")`;
}

function nameIn(app: string | undefined): string | undefined {
  return app === undefined ? undefined : cut(oneLine(app), LONGEST_NAME, '…');
}
