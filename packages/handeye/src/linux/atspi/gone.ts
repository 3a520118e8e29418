import type { DeviceError } from '../../device/errors.ts';
import { actionFailed, elementNotFound, timedOut } from '../../device/errors.ts';
import { BusError, disconnected, noReply } from '../dbus/bus.ts';

const gone = new Set([
  'org.freedesktop.DBus.Error.ServiceUnknown',
  'org.freedesktop.DBus.Error.NameHasNoOwner',
  'org.freedesktop.DBus.Error.UnknownObject',
  // On a direct line it was the application that hung up; without the bus nobody is there any more.
  disconnected,
]);

/** Whether an error says that an accessible, or its whole application, is not there any more. */
export function isGone(error: unknown): boolean {
  if (!(error instanceof BusError)) return false;
  // GTK3's bridge answers so for an object that was destroyed.
  const destroyed = error.errorName.endsWith('.UnknownMethod') && error.message.includes('does not exist');
  return gone.has(error.errorName) || destroyed;
}

/** An answer, or undefined where the application has none. Silence is not an answer. */
export async function orNothing<T>(answer: Promise<T>): Promise<T | undefined> {
  try {
    return await answer;
  } catch (error) {
    if (error instanceof BusError && error.errorName !== noReply) return undefined;
    throw error;
  }
}

/** What an error of the bus means for whoever asked about this application. */
export function explained(error: unknown, app: string): unknown {
  if (!(error instanceof BusError)) return error;
  return explanation(error, app);
}

function explanation(error: BusError, app: string): DeviceError {
  if (error.errorName === noReply) {
    return timedOut(
      `The application '${app}' does not answer. It is busy, stopped or stuck: wait and try again, or restart it. ` +
        'Other applications can be used meanwhile.',
      error,
    );
  }
  if (isGone(error)) {
    return elementNotFound(`The application '${app}' or this part of it is gone. Look again.`, error);
  }
  return actionFailed(`The application '${app}' refused: ${error.message || error.errorName}.`, error);
}
