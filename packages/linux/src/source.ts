import type { Call } from '@handeye/core/call/call';
import { permissionDenied } from '@handeye/core/device/errors';
import type { Device } from '@handeye/core/device/port';
import type { DeviceListing, DeviceSource } from '@handeye/core/device/registry';
import { LinuxDevice } from './device.ts';
import type { SessionLocation } from './environment.ts';
import { isDesktopName, locateSession } from './environment.ts';
import { Journal } from './journal.ts';
import { LinuxNotifications } from './notifications/notifications.ts';
import { DesktopSession } from './session.ts';

/** The current session as `linux`, and this user's other displays as `linux:<display>`. */
export class LinuxSource implements DeviceSource {
  readonly #environment: NodeJS.ProcessEnv;
  readonly #stateFolder: string | undefined;

  constructor({
    environment = process.env,
    stateFolder,
  }: { environment?: NodeJS.ProcessEnv; stateFolder?: string | undefined } = {}) {
    this.#environment = environment;
    this.#stateFolder = stateFolder;
  }

  claims(name: string): boolean {
    return isDesktopName(name);
  }

  /** Lists only the current session, if there is one. */
  list(): Promise<readonly DeviceListing[]> {
    const location = locateSession('linux', this.#environment);
    if (process.platform !== 'linux' || !exists(location)) return Promise.resolve([]);
    return Promise.resolve([{ id: 'linux', title: titleOf(location), kind: 'desktop', ready: true }]);
  }

  async open(name: string, call: Call): Promise<Device> {
    const location = { ...locateSession(name, this.#environment), stateFolder: this.#stateFolder };
    if (!exists(location)) {
      throw permissionDenied(
        'There is no desktop session here: neither DISPLAY nor WAYLAND_DISPLAY is set. ' +
          'Start handeye inside the session, or name a display, such as --device linux:0.',
      );
    }
    const journal = await Journal.open(this.#environment, call);
    const session = await DesktopSession.open(location, this.#environment, call);
    // Programs started here show their windows on the display that was named.
    const { display } = location;
    const environment = { ...this.#environment, ...(display !== undefined && { DISPLAY: display }) };
    const notifications = await LinuxNotifications.listen(environment, call);
    return new LinuxDevice(session, journal, {
      id: name,
      title: titleOf(location),
      environment,
      notifications,
    });
  }

  close(): Promise<void> {
    return Promise.resolve();
  }
}

function exists({ display, wayland }: SessionLocation): boolean {
  return display !== undefined || wayland;
}

function titleOf({ display }: SessionLocation): string {
  return display === undefined ? 'Linux desktop (Wayland)' : `Linux desktop ${display}`;
}
