/** The difference of two lists of lines: Myers' greedy algorithm, with bounded cost. */

export interface Edit {
  /** A line in both, only in the first, or only in the second. */
  readonly kind: ' ' | '-' | '+';
  readonly line: string;
}

/** Beyond this many differences the rest counts as replaced: correct, but not the shortest script. */
const MOST_EDITS = 1000;

export function editScript(
  first: readonly string[],
  second: readonly string[],
  same: (line: string) => string,
): Edit[] {
  const [a, b] = [first.map(same), second.map(same)];
  let start = 0;
  while (start < a.length && start < b.length && a[start] === b[start]) start++;
  let end = 0;
  while (end < a.length - start && end < b.length - start && a[a.length - 1 - end] === b[b.length - 1 - end])
    end++;
  const middle = shortest(a.slice(start, a.length - end), b.slice(start, b.length - end));
  const edits: Edit[] = first.slice(0, start).map((line) => ({ kind: ' ', line }));
  let [x, y] = [start, start];
  for (const kind of middle) {
    edits.push({ kind, line: (kind === '+' ? second[y] : first[x]) ?? '' });
    if (kind !== '+') x++;
    if (kind !== '-') y++;
  }
  for (const line of first.slice(first.length - end, end === 0 ? first.length : undefined)) {
    edits.push({ kind: ' ', line });
  }
  return edits;
}

function shortest(a: readonly string[], b: readonly string[]): Edit['kind'][] {
  const steps: Int32Array[] = [];
  const most = Math.min(a.length + b.length, MOST_EDITS);
  const furthest = new Int32Array(2 * most + 3);
  const at = (diagonal: number): number => diagonal + most + 1;
  for (let edits = 0; edits <= most; edits++) {
    steps.push(furthest.slice(at(-edits - 1), at(edits + 1) + 1));
    for (let diagonal = -edits; diagonal <= edits; diagonal += 2) {
      const down =
        diagonal === -edits ||
        (diagonal !== edits && (furthest[at(diagonal - 1)] ?? 0) < (furthest[at(diagonal + 1)] ?? 0));
      let x = down ? (furthest[at(diagonal + 1)] ?? 0) : (furthest[at(diagonal - 1)] ?? 0) + 1;
      while (x < a.length && x - diagonal < b.length && a[x] === b[x - diagonal]) x++;
      furthest[at(diagonal)] = x;
      if (x >= a.length && x - diagonal >= b.length) return walkBack(steps, a.length, b.length);
    }
  }
  return [...a.map(() => '-' as const), ...b.map(() => '+' as const)];
}

function walkBack(steps: readonly Int32Array[], width: number, height: number): Edit['kind'][] {
  const kinds: Edit['kind'][] = [];
  let [x, y] = [width, height];
  for (let edits = steps.length - 1; edits > 0; edits--) {
    const before = steps[edits] ?? new Int32Array();
    const reach = (diagonal: number): number => before[diagonal + edits + 1] ?? 0;
    const diagonal = x - y;
    const down = diagonal === -edits || (diagonal !== edits && reach(diagonal - 1) < reach(diagonal + 1));
    const fromX = down ? reach(diagonal + 1) : reach(diagonal - 1);
    const fromY = fromX - (down ? diagonal + 1 : diagonal - 1);
    // After the one edit, both continued over equal lines.
    const common = x - (down ? fromX : fromX + 1);
    for (let count = 0; count < common; count++) kinds.push(' ');
    kinds.push(down ? '+' : '-');
    [x, y] = [fromX, fromY];
  }
  for (; x > 0 && y > 0; x--, y--) kinds.push(' ');
  return kinds.reverse();
}
