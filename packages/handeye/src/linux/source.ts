import type { Call } from '../device/call.ts';
import { permissionDenied } from '../device/errors.ts';
import type { Device } from '../device/port.ts';
import type { DeviceListing, DeviceSource } from '../device/registry.ts';
import { LinuxDevice } from './device.ts';
import type { SessionPlace } from './environment.ts';
import { isDesktopName, placeOf } from './environment.ts';
import { Journal } from './journal.ts';
import { DesktopSession } from './session.ts';

/** The desktop that we run in, as `linux`, and others of this user, as `linux:<display>`. */
export class LinuxSource implements DeviceSource {
  readonly #environment: NodeJS.ProcessEnv;

  constructor({ environment = process.env }: { environment?: NodeJS.ProcessEnv } = {}) {
    this.#environment = environment;
  }

  claims(name: string): boolean {
    return isDesktopName(name);
  }

  /** Only a session that we run in is listed: a server without a desktop has none. */
  list(): Promise<readonly DeviceListing[]> {
    const place = placeOf('linux', this.#environment);
    if (process.platform !== 'linux' || (place.display === undefined && !place.wayland))
      return Promise.resolve([]);
    return Promise.resolve([{ id: 'linux', title: titleOf(place), kind: 'desktop', ready: true }]);
  }

  async open(name: string, call: Call): Promise<Device> {
    const place = placeOf(name, this.#environment);
    if (place.display === undefined && !place.wayland) {
      throw permissionDenied(
        'There is no desktop session here: neither DISPLAY nor WAYLAND_DISPLAY is set. ' +
          'Start handeye inside the session, or name a display, such as --device linux:0.',
      );
    }
    const journal = await Journal.open(this.#environment, call);
    const session = await DesktopSession.open(place, this.#environment, call);
    return new LinuxDevice(session, journal, { id: name, title: titleOf(place) });
  }

  close(): Promise<void> {
    return Promise.resolve();
  }
}

function titleOf({ display }: SessionPlace): string {
  return display === undefined ? 'Linux desktop (Wayland)' : `Linux desktop ${display}`;
}
