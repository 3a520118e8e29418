import { cut, oneLine } from '../ui/sanitize.ts';
import type { Act } from './act.ts';
import type { Verdict } from './rules.ts';

const LONGEST_NAME = 100;

/** What a user can do so that this is done without a question, in words for a model. */
export function howToAllow({ tool }: Act, { rule, reached }: Verdict): string {
  const app = nameIn(reached?.id ?? reached?.name);
  const allows = JSON.stringify({ when: { ...(app !== undefined && { app }), tool }, then: 'allow' });
  const before = rule === undefined ? '' : ` before the one that asked (${rule.from})`;
  const byRule = `a rule in the policy file${before}: ${allows}`;
  return app === undefined
    ? `The user can allow it by ${byRule}.`
    : `The user can allow it by ${byRule}, or everything in this application by --allow-app ${JSON.stringify(app)}.`;
}

function nameIn(app: string | undefined): string | undefined {
  return app === undefined ? undefined : cut(oneLine(app), LONGEST_NAME, '…');
}
