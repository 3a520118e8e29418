import type { Call } from '@handeye/core/call/call';
import { askUntil } from '@handeye/core/call/ask-until';
import { actionFailed, permissionDenied } from '@handeye/core/device/errors';
import type { Notification, Notifications } from '@handeye/core/device/services/notifications';
import { sessionBusAddress } from '../atspi/accessibility-bus.ts';
import { busMethod, DBusConnection } from '../dbus/connection.ts';
import { HeardNotifications, rules } from './heard.ts';

const SERVICE = 'org.freedesktop.Notifications';

/** How often, and at which interval, to check whether a closed notification is gone. */
const UNTIL_GONE = { times: 10, apart: 100 };

const ONLY_ITS_APP =
  'On a desktop only the application that posted a notification learns that it was clicked or which button was pressed. ' +
  'While its popup is on the screen, click it there: get_screen_state, then click_element or tap.';

/**
 * A desktop's notifications, monitored on the session bus: the notification service offers no list of them (Desktop
 * Notifications Specification), so they are listed from the moment this server began to listen.
 */
export class LinuxNotifications implements Notifications {
  readonly shade = ONLY_ITS_APP;
  readonly replies = ONLY_ITS_APP;
  readonly snoozes = 'A desktop cannot take a notification away for a while. Use notification_dismiss.';
  readonly note = 'only notifications that came since this server began to listen';
  readonly #monitor: DBusConnection;
  readonly #bus: DBusConnection;
  readonly #heard: HeardNotifications;

  private constructor(monitor: DBusConnection, bus: DBusConnection, heard: HeardNotifications) {
    this.#monitor = monitor;
    this.#bus = bus;
    this.#heard = heard;
  }

  /** Begins to listen; returns the reason if the session's bus does not allow it, or if there is none. */
  static async listen(environment: NodeJS.ProcessEnv, call: Call): Promise<LinuxNotifications | string> {
    const connections: DBusConnection[] = [];
    try {
      const address = sessionBusAddress(environment);
      const heard = new HeardNotifications(Date.now);
      for (let count = 0; count < 2; count += 1)
        connections.push(await DBusConnection.connectToBus(address, call));
      const [monitor, bus] = connections;
      if (!monitor || !bus) return NO_BUS;
      await monitor.becomeMonitor(
        rules,
        (message) => {
          heard.hear(message);
        },
        call.remaining(),
      );
      return new LinuxNotifications(monitor, bus, heard);
    } catch {
      for (const connection of connections) connection.close();
      return NO_BUS;
    }
  }

  async list(call: Call): Promise<readonly Notification[]> {
    if (this.#monitor.ended || this.#bus.ended)
      throw permissionDenied(
        'The session bus was restarted, so notifications are not heard any more. Restart the server.',
      );
    await this.#bus.call(busMethod('NameHasOwner', SERVICE), call.remaining());
    return this.#heard.list;
  }

  async dismiss({ key }: Notification, call: Call): Promise<void> {
    const close = {
      destination: SERVICE,
      path: '/org/freedesktop/Notifications',
      interface: SERVICE,
      member: 'CloseNotification',
      signature: 'u',
      args: [Number(key)],
    };
    await this.#bus.call(close, call.remaining());
    const isThere = () => Promise.resolve(this.#heard.has(Number(key)));
    if (!(await askUntil(isThere, (now) => !now, UNTIL_GONE, call))) return;
    throw actionFailed(
      'The desktop was told to close the notification and did not say that it did. Look at the screen.',
    );
  }

  close(): void {
    this.#monitor.close();
    this.#bus.close();
  }
}

const NO_BUS =
  'The notifications of this desktop cannot be heard: its session bus cannot be reached or does not let this program listen. ' +
  'What is shown on the screen can be read with get_screen_state.';
