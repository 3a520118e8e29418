/** Whether a name fits a glob in any case: `*` is any characters, `?` one, and a backslash takes the next one as it is. */
export function globMatches(glob: string, name: string): boolean {
  return expressionOf(glob).test(name);
}

const known = new Map<string, RegExp>();

function expressionOf(glob: string): RegExp {
  const expression = known.get(glob) ?? compiled(glob);
  known.set(glob, expression);
  return expression;
}

function compiled(glob: string): RegExp {
  const source = glob.replace(/\\(.)|\*+|\?|[^*?\\]+/gsu, (part, escaped: string | undefined) => {
    if (escaped !== undefined) return quoted(escaped);
    if (part.startsWith('*')) return '.*';
    return part === '?' ? '.' : quoted(part);
  });
  return new RegExp(`^${source}$`, 'isu');
}

function quoted(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&');
}
