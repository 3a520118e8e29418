export type ErrorCode =
  | 'bad-request'
  | 'unknown-method'
  | 'timeout'
  | 'cancelled'
  | 'stale'
  | 'unsupported'
  | 'refused'
  | 'denied'
  | 'registered'
  | 'services'
  | 'failed';

/** Whether a failed request has changed something. */
export type Done = 'no' | 'maybe' | 'partly';

/** A failed request, with the error for the host. */
export class RequestError extends Error {
  override readonly name = 'RequestError';
  constructor(
    readonly code: ErrorCode,
    message: string,
    readonly done: Done = 'no',
  ) {
    super(message);
  }
}

/** The message of an internal error. */
export function failure(error: unknown): RequestError {
  if (error instanceof RequestError) return error;
  const words = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
  return new RequestError('failed', words.slice(0, 300), 'maybe');
}
