/** The known names that are near enough to a mistyped one to be worth naming, the nearest first. */
export function near(typed: string, known: readonly string[]): string[] {
  return known
    .map((name) => ({ name, edits: edits(typed, name) }))
    .filter(({ name, edits }) => edits <= Math.max(1, Math.floor(name.length / 3)))
    .sort((a, b) => a.edits - b.edits)
    .map(({ name }) => name);
}

/** The known name that a mistyped one most likely means, if any is near enough. */
export function nearest(typed: string, known: readonly string[]): string | undefined {
  return near(typed, known)[0];
}

/** "; did you mean --port?", or nothing. */
export function didYouMean(typed: string, known: readonly string[]): string {
  const name = nearest(typed, known);
  return name === undefined ? '' : `; did you mean ${name}?`;
}

/** Insertions, deletions, changes and swaps of neighbours that lead from one word to the other. */
function edits(from: string, to: string): number {
  let beforeLast: number[] = [];
  let last = Array.from({ length: to.length + 1 }, (_, column) => column);
  for (let row = 1; row <= from.length; row++) {
    const current = [row];
    for (let column = 1; column <= to.length; column++) {
      const change = from[row - 1] === to[column - 1] ? 0 : 1;
      const swapped =
        from[row - 1] === to[column - 2] && from[row - 2] === to[column - 1]
          ? (beforeLast[column - 2] ?? Infinity) + 1
          : Infinity;
      current[column] = Math.min(
        (last[column] ?? Infinity) + 1,
        (current[column - 1] ?? Infinity) + 1,
        (last[column - 1] ?? Infinity) + change,
        swapped,
      );
    }
    beforeLast = last;
    last = current;
  }
  return last[to.length] ?? 0;
}
