import type { Call } from '@handeye/core/call/call';
import { permissionDenied } from '@handeye/core/device/errors';
import type { Device } from '@handeye/core/device/port';
import type { DeviceListing, DeviceSource } from '@handeye/core/device/registry';
import { BridgePool } from './bridge-client/pool.ts';
import type { BridgeOptions } from './bridge-client/process.ts';
import { macApplicationFolders } from './apps/bundles.ts';
import { MacDevice } from './device.ts';
import type { Programs } from './programs/run.ts';
import { macPrograms } from './programs/run.ts';
import { MacSession } from './session.ts';

/** The --device name of the Mac that we run on. */
const MAC_NAME = 'macos';

/** Libraries and programs of the Mac; tests pass their own. */
export interface MacOptions {
  readonly platform?: NodeJS.Platform;
  readonly bridge?: BridgeOptions;
  readonly programs?: Programs;
  readonly applicationFolders?: readonly string[];
}

/** Lists the Mac that we run on, as `macos`. */
export class MacSource implements DeviceSource {
  readonly #platform: NodeJS.Platform;
  readonly #bridge: BridgeOptions;
  readonly #programs: Programs;
  readonly #folders: readonly string[];

  constructor({
    platform = process.platform,
    bridge = {},
    programs = macPrograms,
    applicationFolders = macApplicationFolders,
  }: MacOptions = {}) {
    this.#platform = platform;
    this.#folders = applicationFolders;
    this.#bridge = bridge;
    this.#programs = programs;
  }

  claims(name: string): boolean {
    return name === MAC_NAME;
  }

  list(): Promise<readonly DeviceListing[]> {
    if (this.#platform !== 'darwin') return Promise.resolve([]);
    return Promise.resolve([{ id: MAC_NAME, title: 'This Mac', kind: 'desktop', ready: true }]);
  }

  async open(name: string, call: Call): Promise<Device> {
    mustBeMac(this.#platform);
    const session = new MacSession(new BridgePool(this.#bridge));
    try {
      const { screenRecording } = await session.hello(call);
      const options = { id: name, programs: this.#programs, folders: this.#folders, screenRecording };
      return new MacDevice(session, options);
    } catch (error) {
      await session.close();
      throw error;
    }
  }

  close(): Promise<void> {
    return Promise.resolve();
  }
}

/** Throws on other platforms. */
export function mustBeMac(platform: NodeJS.Platform): void {
  if (platform === 'darwin') return;
  throw permissionDenied(`This machine is not a Mac (${platform}): macos works on macOS only.`);
}
