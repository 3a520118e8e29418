/**
 * Maestro's regular expressions are Java's. They must match the whole text; case is ignored, the dot matches line ends.
 * Throws a SyntaxError for an invalid one.
 */
export function compilePattern(pattern: string): RegExp {
  const flags = /\\[pP]\{/.test(pattern) ? 'imsu' : 'ims';
  // Alone first: `[a` would become valid by what is put around it.
  const alone = new RegExp(ofJava(pattern), flags);
  // Anchors of the flag m are those of lines, so the whole text needs others.
  return new RegExp(`(?<![^])(?:${alone.source})(?![^])`, flags);
}

/**
 * Does the text match, as Maestro has it? An invalid expression matches its own text alone, any matches its own text, and a
 * line end may be written as a space.
 */
export function matchesPattern(pattern: string, text: string): boolean {
  const texts = [text, text.replaceAll('\n', ' ')];
  if (texts.includes(pattern)) return true;
  try {
    const compiled = compilePattern(pattern);
    return texts.some((each) => compiled.test(each));
  } catch {
    return texts.some((each) => each.toLowerCase() === pattern.toLowerCase());
  }
}

/** The pattern that matches this text alone. */
export function literalPattern(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');
}

/** What Java writes differently: quotes \Q…\E, possessive repeats, flags that are on anyway. */
function ofJava(pattern: string): string {
  return pattern
    .replace(/\\Q([^]*?)(?:\\E|$)/g, (_, quoted: string) => literalPattern(quoted))
    .replace(/^\(\?[ims]+\)/, '')
    .replace(/((?<!\\)[*+?]|\{\d+(?:,\d*)?\})\+/g, '$1');
}
