/** One figure and its goal. */
export interface Figure {
  readonly what: string;
  readonly measured: number;
  readonly unit: string;
  readonly goal: { readonly atLeast: number } | { readonly atMost: number } | undefined;
  readonly how: string;
}

export function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? NaN;
}

/** The measured milliseconds. */
export async function timed(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}

/** The figures as a table, each with its goal and result. */
export function table(figures: readonly Figure[]): string {
  const rows = figures.map(({ what, measured, unit, goal, how }) => [
    what,
    `${measured.toFixed(measured < 100 ? 2 : 0)}${unit}`,
    goalText(goal, unit),
    verdict(measured, goal),
    how,
  ]);
  const head = ['what', 'measured', 'goal', '', 'how'];
  const widths = head.map((_, at) => Math.max(...[head, ...rows].map((row) => row[at]?.length ?? 0)));
  return [head, ...rows]
    .map((row) =>
      row
        .map((cell, at) => cell.padEnd(widths[at] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}

function goalText(goal: Figure['goal'], unit: string): string {
  if (goal === undefined) return '-';
  return 'atLeast' in goal ? `>= ${goal.atLeast}${unit}` : `<= ${goal.atMost}${unit}`;
}

function verdict(measured: number, goal: Figure['goal']): string {
  if (goal === undefined) return '';
  const isMet = 'atLeast' in goal ? measured >= goal.atLeast : measured <= goal.atMost;
  return isMet ? 'met' : 'MISSED';
}
