import { cut, oneLine } from '../ui/sanitize.ts';
import type { Act } from './act.ts';
import type { Rule, Verdict } from './rules.ts';

const LONGEST_NAME = 100;

/** What a user can do so that this is done without a question, in words for a model. It allows no more than what was asked about. */
export function howToAllow({ tool }: Act, { rule, reached }: Verdict): string {
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
