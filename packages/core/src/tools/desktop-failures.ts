import type { ErrorKind } from '../device/errors.ts';
import { DeviceError } from '../device/errors.ts';
import { cut, flat, shown } from '@handeye/screen/sanitize';

/** The desktop tools' names for failures, each with the kind that all other tools use. */
const kinds = {
  app_not_running: 'element_not_found',
  multiple_matches: 'element_not_found',
  invalid_parameter: 'invalid_params',
  permission_denied: 'permission_denied',
  timeout: 'timeout',
  stale_element: 'element_not_found',
  not_supported: 'permission_denied',
  internal: 'internal',
} as const satisfies Record<string, ErrorKind>;

export type DesktopErrorType = keyof typeof kinds;

/** A failure that only desktop tools know, with what to do about it. */
export class DesktopError extends DeviceError {
  constructor(
    readonly type: DesktopErrorType,
    message: string,
    readonly guidance?: string,
  ) {
    super(kinds[type], message);
  }
}

/** Translates a failure from below into a desktop tool's own. */
const types: Readonly<Record<ErrorKind, DesktopErrorType>> = {
  invalid_params: 'invalid_parameter',
  permission_denied: 'permission_denied',
  element_not_found: 'stale_element',
  action_failed: 'internal',
  timeout: 'timeout',
  internal: 'internal',
};

/** The advice where the code closer to the cause gave none. */
const advice: Readonly<Partial<Record<DesktopErrorType, string>>> = {
  invalid_parameter:
    'Nothing was read. Correct the parameter that the message names; names, types and limits are in the description of the tool.',
  timeout:
    'The application may be busy or stopped; others still answer. Try again, ask for less, or raise the time limit in the configuration.',
  stale_element: 'It changed or ended meanwhile. Read it again, without a cursor.',
};

/** Puts failures of one tool into JSON: operation, error_type, message, and app and guidance where there are any. */
export function inJson(operation: string): (failure: DeviceError, args: unknown) => DeviceError {
  return (failure, args) => {
    const { type, guidance } =
      failure instanceof DesktopError ? failure : { type: types[failure.kind], guidance: undefined };
    const told = {
      operation,
      error_type: type,
      message: failure.message,
      app: appIn(args),
      guidance: guidance ?? advice[type],
    };
    return new DeviceError(kinds[type], JSON.stringify(told), { cause: failure });
  };
}

/** The application as the client named it, if it did. */
function appIn(args: unknown): string | undefined {
  const app = typeof args === 'object' && args !== null && 'app' in args ? args.app : undefined;
  return typeof app === 'string' || typeof app === 'number' ? named(app) : undefined;
}

/** A name that a client gave, fit for a message. */
export function named(app: string | number): string {
  return cut(flat(shown(String(app))), 100);
}
