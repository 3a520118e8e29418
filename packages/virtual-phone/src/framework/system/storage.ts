/** The phone's storage in bytes, as Settings shows it. */
export interface Storage {
  readonly total: number;
  /** What Android itself takes. */
  readonly system: number;
  /** What a new phone has left. */
  readonly factoryFree: number;
  readonly free: () => number;
}
