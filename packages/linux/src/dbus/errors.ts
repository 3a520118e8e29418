/** Error names that this client makes itself; applications and the bus send others. */
export const NO_REPLY = 'org.freedesktop.DBus.Error.NoReply';
export const DISCONNECTED = 'org.freedesktop.DBus.Error.Disconnected';

/** An error reply, or a failure of the connection, under its D-Bus error name. */
export class DBusError extends Error {
  override readonly name = 'DBusError';
  constructor(
    readonly errorName: string,
    message: string,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}

/** Returns true if a call timed out: the application did not reply. */
export function isNoReply(error: unknown): error is DBusError & { readonly errorName: typeof NO_REPLY } {
  return error instanceof DBusError && error.errorName === NO_REPLY;
}
