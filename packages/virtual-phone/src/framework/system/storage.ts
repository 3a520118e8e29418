/** The phone's storage in bytes, as Settings shows it. */
export interface Storage {
  readonly total: number;
  /** Bytes that Android itself uses. */
  readonly system: number;
  /** Free bytes of a new phone. */
  readonly factoryFree: number;
  readonly free: () => number;
}
