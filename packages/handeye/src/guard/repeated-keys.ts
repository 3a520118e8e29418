/** An object or a list of a JSON text while it is read. */
interface Open {
  /** The keys of an object so far; undefined in a list. */
  readonly keys: Set<string> | undefined;
  /** The key or the place that is being read. */
  at: string | number;
}

const TOKEN = /"(?:[^"\\]|\\.)*"|[{}[\],]/g;

/** Where keys of a valid JSON text stand a second time in their object: JSON.parse takes the last and says nothing. */
export function repeatedKeys(json: string): readonly (readonly (string | number)[])[] {
  const repeated: (string | number)[][] = [];
  const open: Open[] = [];
  let isKeyNext = false;
  for (const [token] of json.matchAll(TOKEN)) {
    const inside = open.at(-1);
    if (token === '{' || token === '[') {
      open.push(token === '{' ? { keys: new Set(), at: '' } : { keys: undefined, at: 0 });
    } else if (token === '}' || token === ']') {
      open.pop();
    } else if (token === ',') {
      if (typeof inside?.at === 'number') inside.at += 1;
    } else if (isKeyNext && inside?.keys) {
      inside.at = JSON.parse(token) as string;
      if (inside.keys.has(inside.at)) repeated.push(open.map(({ at }) => at));
      inside.keys.add(inside.at);
    }
    isKeyNext = (token === '{' || token === ',') && open.at(-1)?.keys !== undefined;
  }
  return repeated;
}
