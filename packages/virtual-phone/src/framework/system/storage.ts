/** The phone's storage in bytes, as Settings shows it. */
export interface Storage {
  readonly total: number;
  /** What Android itself uses. */
  readonly system: number;
  /** What a new phone has free. */
  readonly factoryFree: number;
  readonly free: () => number;
}
