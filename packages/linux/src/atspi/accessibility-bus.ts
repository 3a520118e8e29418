import type { Call } from '@handeye/core/call/call';
import { permissionDenied } from '@handeye/core/device/errors';
import { busMethod, DBusConnection } from '../dbus/connection.ts';
import { DBusError } from '../dbus/errors.ts';
import { asText } from '../dbus/value.ts';
import { interfaces } from './accessible.ts';

const INSTALL_ATSPI =
  'Debian and Ubuntu: sudo apt install at-spi2-core; Fedora: sudo dnf install at-spi2-core; then log in again.';

/** How long restoring the user's setting may delay the shutdown. */
const RESTORE_TIMEOUT_MS = 1000;
const SESSION_BUS_HINT =
  'Start handeye inside the desktop session, or pass it DBUS_SESSION_BUS_ADDRESS and DISPLAY of that session.';
const launcher = { destination: 'org.a11y.Bus', path: '/org/a11y/bus' };
const registry = { destination: 'org.a11y.atspi.Registry', path: '/org/a11y/atspi/registry' };
const properties = { ...launcher, interface: 'org.freedesktop.DBus.Properties' };
const isEnabledProperty = ['org.a11y.Status', 'IsEnabled'] as const;

/**
 * The accessibility bus of the user's session. Accessibility is switched on while we are connected, because many toolkits
 * report nothing otherwise. The setting is persistent, so the user's own value is restored afterwards.
 */
export class AccessibilityBus {
  readonly connection: DBusConnection;
  readonly #session: DBusConnection;
  readonly #wasEnabled: boolean;
  #listening: Promise<void> | undefined;

  private constructor(session: DBusConnection, connection: DBusConnection, wasEnabled: boolean) {
    this.#session = session;
    this.connection = connection;
    this.#wasEnabled = wasEnabled;
  }

  static async open(environment: NodeJS.ProcessEnv, call: Call): Promise<AccessibilityBus> {
    const session = await DBusConnection.connectToBus(sessionBusAddress(environment), call).catch(
      (error: unknown) => {
        throw permissionDenied(
          `The session bus of the desktop cannot be reached. ${SESSION_BUS_HINT}`,
          error,
        );
      },
    );
    let connection: DBusConnection | undefined;
    try {
      connection = await connectToAccessibilityBus(session, call);
      const wasEnabled = await isEnabled(session, call);
      if (!wasEnabled) await setEnabled(session, true, call.remaining());
      return new AccessibilityBus(session, connection, wasEnabled);
    } catch (error) {
      connection?.close();
      session.close();
      if (!(error instanceof DBusError)) throw error;
      throw permissionDenied(
        `This desktop offers no accessibility: ${error.message}. ${INSTALL_ATSPI}`,
        error,
      );
    }
  }

  /** Makes applications report their changes from now on (see DBusConnection.lastSignal). */
  async listen(call: Call): Promise<void> {
    this.#listening ??= listenTo(this.connection, call.remaining()).catch((error: unknown) => {
      this.#listening = undefined;
      throw error;
    });
    await this.#listening;
  }

  /** Connects again after the bus has ended. The setting to restore is still the one from before the first time. */
  async reopen(environment: NodeJS.ProcessEnv, call: Call): Promise<AccessibilityBus> {
    this.#session.close();
    const fresh = await AccessibilityBus.open(environment, call);
    return new AccessibilityBus(fresh.#session, fresh.connection, this.#wasEnabled);
  }

  /** Disconnects and restores the user's setting. */
  async close(): Promise<void> {
    this.connection.close();
    if (!this.#wasEnabled) await setEnabled(this.#session, false, RESTORE_TIMEOUT_MS).catch(() => undefined);
    this.#session.close();
  }
}

export function sessionBusAddress(environment: NodeJS.ProcessEnv): string {
  const runtime = environment.XDG_RUNTIME_DIR;
  const standard = runtime === undefined ? '' : `unix:path=${runtime}/bus`;
  return environment.DBUS_SESSION_BUS_ADDRESS ?? standard;
}

async function connectToAccessibilityBus(session: DBusConnection, call: Call): Promise<DBusConnection> {
  const getAddress = { ...launcher, interface: 'org.a11y.Bus', member: 'GetAddress' };
  const [address] = await session.call(getAddress, call.remaining());
  const connection = await DBusConnection.connectToBus(asText(address), call);
  // GTK3 and Chromium keep a cache only while some client listens to changes of the tree.
  const listen = { interface: interfaces.registry, member: 'RegisterEvent', signature: 's' };
  try {
    await connection.call({ ...registry, ...listen, args: ['object:children-changed'] }, call.remaining());
    return connection;
  } catch (error) {
    connection.close();
    throw error;
  }
}

/** Events that mean a change on the screen; carets that blink or move are not among them. */
const changes = ['object:state-changed', 'object:text-changed', 'object:property-change', 'window:'];
const eventInterfaces = ['org.a11y.atspi.Event.Object', 'org.a11y.atspi.Event.Window'];

async function listenTo(connection: DBusConnection, timeout: number): Promise<void> {
  const register = { ...registry, interface: interfaces.registry, member: 'RegisterEvent', signature: 's' };
  await Promise.all([
    ...eventInterfaces.map((name) =>
      connection.call(busMethod('AddMatch', `type='signal',interface='${name}'`), timeout),
    ),
    ...changes.map((event) => connection.call({ ...register, args: [event] }, timeout)),
  ]);
}

async function isEnabled(session: DBusConnection, call: Call): Promise<boolean> {
  const get = { ...properties, member: 'Get', signature: 'ss', args: isEnabledProperty };
  const [enabled] = await session.call(get, call.remaining());
  return enabled === true;
}

async function setEnabled(session: DBusConnection, enabled: boolean, timeout: number): Promise<void> {
  const args = [...isEnabledProperty, { signature: 'b', value: enabled }];
  await session.call({ ...properties, member: 'Set', signature: 'ssv', args }, timeout);
}
