/** The longest wait. */
const MOST_MS = 3000;

/**
 * How long to wait for something that gives no event when it is done: on a busy machine as long as the last measured act of the
 * same programs.
 */
export function patience(leastMs: number, tookMs: number): number {
  return Math.max(leastMs, Math.min(tookMs, MOST_MS));
}
