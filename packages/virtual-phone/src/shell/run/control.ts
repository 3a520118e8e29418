/** How control leaves a place in a script: thrown by builtins, caught by what they end. */

export class ExitShell extends Error {
  override readonly name = 'ExitShell';
  constructor(
    readonly status: number,
    /** An error in a line, not a wish to leave: a person at a terminal may go on. */
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
    /** How many loops it leaves. */
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
