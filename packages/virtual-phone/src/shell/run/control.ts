/** Exceptions for control flow: thrown by builtins, caught by what they end. */

export class ExitShell extends Error {
  override readonly name = 'ExitShell';
  constructor(
    readonly status: number,
    /** Set for an error in a line: an interactive shell goes on after it. */
    readonly byError = false,
  ) {
    super('exit');
  }
}

export class ReturnFromFunction extends Error {
  override readonly name = 'ReturnFromFunction';
  constructor(readonly status: number) {
    super('return');
  }
}

export class LeaveLoop extends Error {
  override readonly name = 'LeaveLoop';
  constructor(
    readonly kind: 'break' | 'continue',
    /** How many loops to leave. */
    readonly levels: number,
  ) {
    super(kind);
  }
}

/** An error that a shell reports in its own name before it goes on. */
export class ShellError extends Error {
  override readonly name = 'ShellError';
  constructor(
    message: string,
    readonly status = 1,
  ) {
    super(message);
  }
}
