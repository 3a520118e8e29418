import { DeadlineExceeded } from '../call/call.ts';
import { type Focused, focusText, type Met } from './aim.ts';

/** The kinds of failure of the contract, each with the JSON-RPC code that stands for it. */
export const errorCodes = {
  invalid_params: -32602,
  permission_denied: -32001,
  element_not_found: -32002,
  action_failed: -32003,
  timeout: -32004,
  internal: -32603,
} as const;

export type ErrorKind = keyof typeof errorCodes;

/** A failure that a model can act on: its message says what failed, why, and what to do next. */
export class DeviceError extends Error {
  override readonly name = 'DeviceError';
  constructor(
    readonly kind: ErrorKind,
    message: string,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}

/** A time limit was reached. Who knows how long it took in all names that time instead. */
export class TimeUp extends DeviceError {
  constructor(
    readonly milliseconds: number,
    options?: ErrorOptions,
  ) {
    super('timeout', `The device did not answer within ${Math.round(milliseconds)} ms.`, options);
  }
}

/** The device cannot be reached now: any other call would fail like this one, or wait for nothing. */
export class DeviceUnreachable extends DeviceError {}

/** The element does not offer this action now, and nothing was done: a finger may do it. */
export class NotOffered extends DeviceError {
  constructor(message: string, options?: ErrorOptions) {
    super('action_failed', message, options);
  }
}

/** Something else was there than what was judged, and nothing was done. */
export class ScreenChanged extends DeviceError {
  /** `met`: what is there now, as far as the device can tell. */
  constructor(
    message: string,
    readonly met?: Met,
    options?: ErrorOptions,
  ) {
    super('permission_denied', message, options);
  }
}

/** Something else had the focus than what was judged, and nothing was typed. */
export class FocusChanged extends ScreenChanged {
  constructor(
    readonly there: Focused,
    options?: ErrorOptions,
  ) {
    super(focusText(there), undefined, options);
  }
}

/** The failure as the port's callers know it: a deadline that passed is a timeout. Undefined for a fault of ours. */
export function deviceErrorOf(error: unknown): DeviceError | undefined {
  if (error instanceof DeadlineExceeded) return new TimeUp(error.milliseconds, { cause: error });
  return error instanceof DeviceError ? error : undefined;
}

/** Whether an error is a timeout. */
export function isTimeout(error: unknown): boolean {
  return deviceErrorOf(error)?.kind === 'timeout';
}

const maker = (kind: ErrorKind) => (message: string, cause?: unknown) =>
  new DeviceError(kind, message, cause === undefined ? undefined : { cause });

export const invalidParams = maker('invalid_params');
export const permissionDenied = maker('permission_denied');
export const elementNotFound = maker('element_not_found');
export const actionFailed = maker('action_failed');
export const timedOut = maker('timeout');
