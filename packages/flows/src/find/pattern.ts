import { flat } from '@handeye/screen/sanitize';
import { compilePattern } from '../file/pattern.ts';

/** Whether a text is the one that a pattern means. */
export type Matches = (text: string) => boolean;

const known = new Map<string, Matches>();
const MOST_KNOWN = 500;

/** As Maestro matches texts (its Filters.kt): line breaks of the text also count as spaces, and each text matches itself. */
export function patternOf(pattern: string): Matches {
  const made = known.get(pattern) ?? compiled(pattern);
  if (known.size > MOST_KNOWN) known.clear();
  known.set(pattern, made);
  return made;
}

function compiled(pattern: string): Matches {
  const isWhole = test(pattern);
  return (text) =>
    [text, text.replaceAll('\n', ' '), flat(text)].some((one) => one === pattern || isWhole(one));
}

/** What a script put into a selector may be no regular expression: then it is a text. */
function test(pattern: string): Matches {
  try {
    const whole = compilePattern(pattern);
    return (text) => whole.test(text);
  } catch {
    return (text) => text.toLowerCase() === pattern.toLowerCase();
  }
}
