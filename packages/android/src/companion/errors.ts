/** How much of a request is done: nothing, unknown, or a part (a gesture that broke off). */
export type Done = 'no' | 'maybe' | 'partly';

/** The companion does not answer: it could not start, it ended, or it hangs. */
export class CompanionGone extends Error {
  override readonly name = 'CompanionGone';

  constructor(
    message: string,
    readonly done: Done,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}

/** The companion answered that it cannot carry out the request. */
export class CompanionRefused extends Error {
  override readonly name = 'CompanionRefused';

  /** `code` is the protocol's word: `stale`, `unsupported`, `refused`, `denied`, `timeout`, … */
  constructor(
    readonly code: string,
    message: string,
    readonly done: Done,
  ) {
    super(message);
  }
}
