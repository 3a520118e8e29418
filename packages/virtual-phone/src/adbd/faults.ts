/** Faults of the phone's connection, on demand. Every connection reads them; tests and the control API set them. */
export interface Faults {
  /** TCP connects, but the daemon never answers: adb shows the phone as `offline`. */
  offline: boolean;
  /** No key is good enough: adb shows the phone as `unauthorized`. */
  unauthorized: boolean;
  /** Every packet leaves this much later. */
  delayMs: number;
  /** The connection breaks after this many more bytes to the host, in the middle of a packet if it so happens. Once. */
  cutAfterBytes: number | undefined;
}

/** A connection with which nothing is wrong. */
export function noFaults(): Faults {
  return { offline: false, unauthorized: false, delayMs: 0, cutAfterBytes: undefined };
}

/**
 * How many of the next `length` bytes may still leave before the cut; all of them where none is due.
 * Counts them, and forgets the fault once it has struck.
 */
export function bytesBeforeCut(faults: Faults, length: number): number {
  if (faults.cutAfterBytes === undefined) return length;
  const allowed = Math.min(length, faults.cutAfterBytes);
  faults.cutAfterBytes = allowed < length ? undefined : faults.cutAfterBytes - length;
  return allowed;
}
