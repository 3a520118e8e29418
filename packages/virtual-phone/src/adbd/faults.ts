/** Faults of the phone's connection, on demand. Every connection reads them; tests and the control API set them. */
export interface Faults {
  /** TCP connects, but the daemon never answers: adb shows the phone as `offline`. */
  offline: boolean;
  /** No key is accepted: adb shows the phone as `unauthorized`. */
  unauthorized: boolean;
  /** Every packet leaves this much later. */
  delayMs: number;
  /** The connection breaks once after this many more bytes to the host, even in the middle of a packet. */
  cutAfterBytes: number | undefined;
}

/** A connection without faults. */
export function noFaults(): Faults {
  return { offline: false, unauthorized: false, delayMs: 0, cutAfterBytes: undefined };
}

/**
 * How many of the next `length` bytes may still leave before the cut; all of them without a pending cut. Counts them, and
 * clears the fault once it has happened.
 */
export function bytesBeforeCut(faults: Faults, length: number): number {
  if (faults.cutAfterBytes === undefined) return length;
  const allowed = Math.min(length, faults.cutAfterBytes);
  faults.cutAfterBytes = allowed < length ? undefined : faults.cutAfterBytes - length;
  return allowed;
}
