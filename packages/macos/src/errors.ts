import {
  actionFailed,
  DeviceError,
  elementNotFound,
  permissionDenied,
  timedOut,
} from '@handeye/core/device/errors';
import { BridgeError } from './bridge/errors.ts';

/** Translates errors of the bridge for the device port. Other errors are returned as they are. */
export function toDeviceError(error: unknown, app?: string): unknown {
  return error instanceof BridgeError
    ? fromBridge(error, app === undefined ? 'The application' : `The application '${app}'`)
    : error;
}

function fromBridge(error: BridgeError, app: string): DeviceError {
  switch (error.kind) {
    case 'not_trusted':
      return permissionDenied(ACCESSIBILITY_NOT_ALLOWED, error);
    case 'no_application':
      return elementNotFound(`${app} has ended.`, error);
    case 'stale':
      return elementNotFound(`${app} has changed: the element is no longer where it was. Look again.`, error);
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
  if (/\bkoffi\b/.test(message)) return 'Then try again.';
  return 'Try again: a new bridge is started. If it fails again, run handeye selftest macos.';
}

/** How to allow accessibility. The permission belongs to the host application, not to Handeye. */
export const ACCESSIBILITY_NOT_ALLOWED =
  'macOS does not let this program use accessibility. Allow it in System Settings > Privacy & Security > Accessibility: ' +
  'switch on the application that started Handeye (Terminal, iTerm, Claude, Visual Studio Code, …), because the ' +
  'permission belongs to that host application. If it is not in the list, add it with +; if it is on already, remove it ' +
  'and add it again. ' +
  'Then restart the host application.';

/** How to allow screen recording. Without it, screenshots show only the wallpaper. */
export const SCREEN_RECORDING_NOT_ALLOWED =
  'macOS does not let this program record the screen. Allow it in System Settings > Privacy & Security > Screen & ' +
  'System Audio Recording (before macOS 15: Screen Recording): switch on the application that started Handeye ' +
  '(+ adds it to the list), and restart it. Everything except pictures works without it.';
