import type { Act, Reached } from './act.ts';
import { shownLabelOf } from './labels.ts';
import type { Question } from './questions.ts';
import type { Verdict } from './rules.ts';
import { textsAround } from './texts-around.ts';

/** Stands for a password that would be typed. */
const HIDDEN = '••••••';
/** Names of secrets and nothing else. */
const NAMES_ONLY = /^(?:\{\{\w+\}\})+$/;

/** What a person has to know to decide whether a write may be made. */
export function questionOf(
  { tool, device }: Pick<Question, 'tool' | 'device'>,
  act: Act,
  { rule, reached, doubt }: Verdict,
): Question {
  return {
    tool,
    device,
    app: reached?.name ?? reached?.id,
    label: reached && shownLabelOf(reached),
    text: textIn(act, reached),
    key: act.key,
    opens: opened(reached),
    why: doubt ?? rule?.why ?? rule?.from ?? '',
    screen: reached?.beside,
    ...(reached?.element && textsAround(reached.element)),
  };
}

/** What is typed into a password field is nobody's to read, but which secret it is matters. */
function textIn({ text }: Act, reached: Reached | undefined): string | undefined {
  const hides = reached?.element?.node.password === true && text !== undefined && !NAMES_ONLY.test(text);
  return hides ? HIDDEN : text;
}

function opened({ intent, uri, component }: Reached = { name: undefined }): string | undefined {
  const parts = [intent, uri, component].filter((part) => part !== undefined);
  return parts.length === 0 ? undefined : parts.join(' ');
}
