import { flat } from '@handeye/screen/sanitize';

/** Whether a text is the one that a pattern means. */
export type Matches = (text: string) => boolean;

const known = new Map<string, Matches>();
const MOST_KNOWN = 500;

/**
 * Maestro's patterns (its Filters.kt): a regular expression over the whole text, case ignored, a dot also for line breaks; or the
 * text itself. Line breaks of the text also count as spaces.
 */
export function patternOf(pattern: string): Matches {
  const made = known.get(pattern) ?? compiled(pattern);
  if (known.size > MOST_KNOWN) known.clear();
  known.set(pattern, made);
  return made;
}

function compiled(pattern: string): Matches {
  const whole = wholeText(pattern);
  return (text) => {
    const line = text.replaceAll('\n', ' ');
    return [text, line, flat(text)].some((one) => one === pattern || whole.test(one));
  };
}

/** Java's quoted parts, and its flags at the start, which are on in any case. */
function wholeText(pattern: string): RegExp {
  const plain = pattern
    .replace(/^\(\?[imsu]+\)/, '')
    .replace(/\\Q([\s\S]*?)(?:\\E|$)/g, (_, quoted: string) => escaped(quoted));
  try {
    return new RegExp(`(?<![\\s\\S])(?:${plain})(?![\\s\\S])`, 'ims');
  } catch {
    return new RegExp(`(?<![\\s\\S])(?:${escaped(pattern)})(?![\\s\\S])`, 'ims');
  }
}

function escaped(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|]/g, String.raw`\$&`);
}
