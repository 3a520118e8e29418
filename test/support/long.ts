/** Whether this run is thorough: with TEST_LONG=1 every combination runs, at its full size. */
export const LONG_RUN = process.env.TEST_LONG !== undefined;

/** The full size in a thorough run, otherwise the usual one. */
export function size(full: number, usual: number): number {
  return LONG_RUN ? full : usual;
}

/**
 * Pairs of the two lists: each one of the first with one of the second in turn, all of them in a thorough run. `turn` is where
 * the second list begins: tests with different turns cover every pair together.
 */
export function pairs<One, Other>(
  ones: readonly One[],
  others: readonly Other[],
  turn = 0,
): readonly (readonly [One, Other])[] {
  if (LONG_RUN) return ones.flatMap((one) => others.map((other) => [one, other] as const));
  return ones.flatMap((one, index) =>
    others.filter((_, at) => at === (index + turn) % others.length).map((other) => [one, other] as const),
  );
}
