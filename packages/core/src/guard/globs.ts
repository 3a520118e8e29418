/** Whether a name fits a glob in any case: `*` is any characters, `?` one, and a backslash takes the next one as it is. */
export function globMatches(glob: string, name: string): boolean {
  const { first, middle, last } = partsOf(glob);
  const start = first.exec(name);
  if (!start) return false;
  if (!last) return start[0].length === name.length;
  let from = start[0].length;
  // Each part where it is found first: what is left is as long as it can be, so nothing has to be tried twice. A name is
  // what an application shows, and may be long.
  for (const part of middle) {
    part.lastIndex = from;
    if (!part.test(name)) return false;
    from = part.lastIndex;
  }
  return last.test(name.slice(from));
}

/** The parts between the stars of a glob. Without a star there is no last part. */
interface Parts {
  readonly first: RegExp;
  readonly middle: readonly RegExp[];
  readonly last: RegExp | undefined;
}

const known = new Map<string, Parts>();

function partsOf(glob: string): Parts {
  const parts = known.get(glob) ?? compiled(glob);
  known.set(glob, parts);
  return parts;
}

function compiled(glob: string): Parts {
  const sources = [''];
  for (const [part, escaped] of glob.matchAll(/\\(.)|\*+|\?|[^*?\\]+|\\/gsu)) {
    if (part.startsWith('*')) sources.push('');
    else sources.push(`${sources.pop() ?? ''}${sourceOf(part, escaped)}`);
  }
  const [first = '', ...others] = sources;
  const last = others.pop();
  return {
    first: new RegExp(`^${first}`, 'isu'),
    middle: others.map((source) => new RegExp(source, 'gisu')),
    last: last === undefined ? undefined : new RegExp(`${last}$`, 'isu'),
  };
}

function sourceOf(part: string, escaped: string | undefined): string {
  if (escaped !== undefined) return quoted(escaped);
  return part === '?' ? '.' : quoted(part);
}

function quoted(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&');
}
