import { actionFailed, DeviceError, elementNotFound, permissionDenied, timedOut } from '../device/errors.ts';
import { BridgeError } from './bridge/errors.ts';
import { notTrusted } from './permission.ts';

/** What a bridge's failure means for whoever asked about this application. */
export function explained(error: unknown, app?: string): unknown {
  return error instanceof BridgeError
    ? explanation(error, app === undefined ? 'The application' : `The application '${app}'`)
    : error;
}

function explanation(error: BridgeError, app: string): DeviceError {
  switch (error.kind) {
    case 'not_trusted':
      return permissionDenied(notTrusted, error);
    case 'no_application':
      return elementNotFound(`${app} has ended.`, error);
    case 'stale':
      return elementNotFound(`${app} changed meanwhile: the element is not where it was. Look again.`, error);
    case 'not_supported':
      return actionFailed(`${app} refused: ${error.message}`, error);
    case 'timeout':
      return timedOut(
        `${app} does not answer. It is busy or hangs: wait and try again, or restart it. ` +
          'Other applications can be used meanwhile.',
        error,
      );
    case 'invalid':
    case 'internal':
      return new DeviceError(
        'internal',
        `Handeye's bridge to this Mac failed: ${error.message}. ${advice(error)}`,
        { cause: error },
      );
  }
}

function advice({ message }: BridgeError): string {
  if (/\bkoffi\b/.test(message)) {
    return 'It comes with Handeye, unless npm leaves optional packages out (--omit=optional).';
  }
  return 'Try again: a new one is started. If it fails again, handeye selftest macos shows where.';
}
