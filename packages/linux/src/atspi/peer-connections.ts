import type { Call } from '@handeye/core/call/call';
import { DBusConnection } from '../dbus/connection.ts';
import type { Reference } from './accessible.ts';
import { interfaces } from './accessible.ts';

/** A connection that does not answer within this time is blocked. If the application was only busy, we lose little. */
const LISTEN_TIMEOUT_MS = 100;
/** Longer than any dialog stays open. */
const BLOCKED_TIMEOUT_MS = 24 * 60 * 60 * 1000;

/**
 * Peer-to-peer connections to one application. at-spi2-atk finishes one message of a connection before it takes the
 * next. If that message opens a modal dialog, the connection is blocked until the dialog is closed. So actions have a
 * connection of their own, and reading continues on another.
 */
export class PeerConnections {
  readonly forReading: DBusConnection;
  readonly #address: string;
  #forActions: DBusConnection | undefined;
  /** Connections that an unfinished action blocks. */
  readonly #blocked = new Set<DBusConnection>();

  private constructor(address: string, forReading: DBusConnection) {
    this.#address = address;
    this.forReading = forReading;
  }

  static async open(address: string, call: Call): Promise<PeerConnections> {
    return new PeerConnections(address, await DBusConnection.connectToPeer(address, call));
  }

  /** A connection for actions that is not blocked. */
  async forActions(app: Reference, call: Call): Promise<DBusConnection> {
    if (this.#forActions) {
      if (await answers(this.#forActions, app, LISTEN_TIMEOUT_MS)) return this.#forActions;
      void this.#closeWhenUnblocked(this.#forActions, app);
    }
    this.#forActions = await DBusConnection.connectToPeer(this.#address, call);
    return this.#forActions;
  }

  /** Closing it at once would cancel the action; keeping it would leak one connection per dialog. */
  async #closeWhenUnblocked(connection: DBusConnection, app: Reference): Promise<void> {
    this.#blocked.add(connection);
    await answers(connection, app, BLOCKED_TIMEOUT_MS);
    this.#blocked.delete(connection);
    connection.close();
  }

  close(): void {
    for (const connection of [this.forReading, this.#forActions, ...this.#blocked]) connection?.close();
  }
}

async function answers(
  connection: DBusConnection,
  { bus: destination, path }: Reference,
  timeout: number,
): Promise<boolean> {
  const getRole = { destination, path, interface: interfaces.accessible, member: 'GetRole' };
  return connection.call(getRole, timeout).then(
    () => true,
    () => false,
  );
}
