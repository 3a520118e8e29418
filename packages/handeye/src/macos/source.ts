import type { Call } from '../device/call.ts';
import { permissionDenied } from '../device/errors.ts';
import type { Device } from '../device/port.ts';
import type { DeviceListing, DeviceSource } from '../device/registry.ts';
import { BridgePool } from './bridge-pool.ts';
import type { BridgeOptions } from './bridge-process.ts';
import { MacDevice } from './device.ts';
import type { Programs } from './programs.ts';
import { macPrograms } from './programs.ts';
import { MacSession } from './session.ts';

/** What --device calls the Mac that we run on. */
export const macName = 'macos';

/** The Mac around us: which libraries and programs it has. A test brings others. */
export interface MacOptions {
  readonly platform?: NodeJS.Platform;
  readonly bridge?: BridgeOptions;
  readonly programs?: Programs;
}

/** The Mac that we run on, as `macos`. */
export class MacSource implements DeviceSource {
  readonly #platform: NodeJS.Platform;
  readonly #bridge: BridgeOptions;
  readonly #programs: Programs;

  constructor({ platform = process.platform, bridge = {}, programs = macPrograms }: MacOptions = {}) {
    this.#platform = platform;
    this.#bridge = bridge;
    this.#programs = programs;
  }

  claims(name: string): boolean {
    return name === macName;
  }

  list(): Promise<readonly DeviceListing[]> {
    if (this.#platform !== 'darwin') return Promise.resolve([]);
    return Promise.resolve([{ id: macName, title: 'This Mac', kind: 'desktop', ready: true }]);
  }

  async open(name: string, call: Call): Promise<Device> {
    mustBeMac(this.#platform);
    const session = new MacSession(new BridgePool(this.#bridge));
    try {
      const { screenRecording } = await session.hello(call);
      return new MacDevice(session, { id: name, programs: this.#programs, screenRecording });
    } catch (error) {
      await session.close();
      throw error;
    }
  }

  close(): Promise<void> {
    return Promise.resolve();
  }
}

/** Nothing of this platform is started anywhere else. */
export function mustBeMac(platform: NodeJS.Platform): void {
  if (platform === 'darwin') return;
  throw permissionDenied(`This machine is no Mac (${platform}): macos works on macOS only.`);
}
