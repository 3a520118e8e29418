import { DeviceError, DeviceUnreachable, type ErrorKind } from '@handeye/core/device/errors';
import {
  AdbError,
  ConnectionLost,
  PairingRequired,
  ServiceRefused,
  UnquotableText,
} from '@handeye/adb/errors';
import { type DeviceState, Unreachable } from '@handeye/adb/unreachable';

/** The end of an error about something that plain ADB cannot do and the companion can. */
export const NEEDS_COMPANION = "Handeye's companion on the phone can do it (--tier auto, the default).";
/** The same where the user chose plain ADB. */
export const NOT_BY_FORCED_PLAIN =
  "The reason is --tier plain: without it (--tier auto, the default) Handeye's companion on the phone can do it.";

/** Translates an error of ADB for the device port. Other errors are returned as they are. */
export function toDeviceError(error: unknown): unknown {
  if (!(error instanceof AdbError)) return error;
  const Failure = error instanceof Unreachable ? DeviceUnreachable : DeviceError;
  return new Failure(kindOf(error), error.message, { cause: error });
}

/** Whether the connection ended during the work, so that its outcome is unknown. */
export function isConnectionLost(error: unknown): boolean {
  return error instanceof DeviceError && error.cause instanceof ConnectionLost;
}

/** Whether the phone was unreachable, so that nothing was tried on it. */
export function isUnreachable(error: unknown): boolean {
  return error instanceof DeviceUnreachable;
}

/** Whether the phone refused to open a service, usually because nothing listens on a port. */
export function isServiceRefused(error: unknown): boolean {
  return error instanceof DeviceError && error.cause instanceof ServiceRefused;
}

function kindOf(error: AdbError): ErrorKind {
  if (error instanceof Unreachable) return MAY_ANSWER_YET.has(error.state) ? 'timeout' : 'permission_denied';
  if (error instanceof PairingRequired) return 'permission_denied';
  if (error instanceof UnquotableText) return 'invalid_params';
  return 'action_failed';
}

/** The states of a phone that was reached and did not answer in time. In all others it cannot be reached or used. */
const MAY_ANSWER_YET: ReadonlySet<DeviceState> = new Set(['offline', 'connecting']);
