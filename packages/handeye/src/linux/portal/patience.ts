/** The longest that a wait becomes. */
const MOST_MS = 3000;

/**
 * How long to wait for something of which nobody tells when it is done: on a busy machine as long as the last thing took
 * that the same programs did.
 */
export function patience(leastMs: number, tookMs: number): number {
  return Math.max(leastMs, Math.min(tookMs, MOST_MS));
}
