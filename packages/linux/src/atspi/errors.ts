import { DBusError, DISCONNECTED, isNoReply } from '../dbus/errors.ts';

const goneErrors: ReadonlySet<string> = new Set([
  'org.freedesktop.DBus.Error.ServiceUnknown',
  'org.freedesktop.DBus.Error.NameHasNoOwner',
  'org.freedesktop.DBus.Error.UnknownObject',
  // A peer-to-peer connection is closed by the application; without the bus nothing can be reached either.
  DISCONNECTED,
]);

/** Returns true if an error means that an accessible, or its whole application, no longer exists. */
export function isGone(error: unknown): boolean {
  if (!(error instanceof DBusError)) return false;
  // The reply of GTK3's bridge for a destroyed object.
  const destroyed = error.errorName.endsWith('.UnknownMethod') && error.message.includes('does not exist');
  return goneErrors.has(error.errorName) || destroyed;
}

/** The reply, or undefined if the application replied with an error. No reply at all is still an error. */
export async function orUndefined<T>(reply: Promise<T>): Promise<T | undefined> {
  try {
    return await reply;
  } catch (error) {
    if (error instanceof DBusError && !isNoReply(error)) return undefined;
    throw error;
  }
}
