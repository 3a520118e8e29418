/** How much of what was asked for is done: nothing, nobody knows, or a part of it (a gesture that broke off). */
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

/** The companion answered that it cannot do what was asked. */
export class CompanionRefused extends Error {
  override readonly name = 'CompanionRefused';

  /** `code` is the protocol's word for it: `stale`, `unsupported`, `refused`, `denied`, `timeout`, … */
  constructor(
    readonly code: string,
    message: string,
    readonly done: Done,
  ) {
    super(message);
  }
}
