import { PairedPhones } from '@handeye/adb/wireless/paired-phones';
import type { AndroidOptions } from '@handeye/android/source';
import type { Config } from '../../config/settings.ts';
import { SELF } from '../../config/values.ts';
import { platformOf, type PlatformOnRequest } from '@handeye/core/device/platforms';
import type { DeviceSource, Registry } from '@handeye/core/device/registry';
import type { Concealment } from '@handeye/core/guard/secrets/concealment';
import type { MacOptions } from '@handeye/macos/source';
import type { OpenFarm } from '@handeye/farm/server/open-farm';
import type { Log } from '../log.ts';
import { LEASE_A_DEVICE } from './farm.ts';
import type { ServiceOptions } from '../services.ts';
import type { VirtualSource } from './virtual-source.ts';

interface SourceOptions {
  readonly folder: string;
  readonly mac: MacOptions;
}

const sourcesOnRequest: Readonly<
  Record<PlatformOnRequest, (options: SourceOptions) => Promise<DeviceSource>>
> = {
  async linux({ folder }) {
    const { LinuxSource } = await import('@handeye/linux/source');
    return new LinuxSource({ stateFolder: folder });
  },
  async macos({ mac }) {
    const { MacSource } = await import('@handeye/macos/source');
    return new MacSource(mac);
  },
};

/** The sources of the platforms that are used only on request, of those that were requested. */
export function requestedSources(device: readonly string[], options: SourceOptions): Promise<DeviceSource[]> {
  const requested = new Set<string>(device.map(platformOf));
  return Promise.all(
    Object.entries(sourcesOnRequest).flatMap(([id, open]) => (requested.has(id) ? [open(options)] : [])),
  );
}

/** All devices, and the built-in phone by itself. */
export interface OpenRegistry {
  readonly registry: Registry;
  readonly virtual: VirtualSource;
}

interface RegistryParts extends ServiceOptions {
  readonly concealment?: Concealment | undefined;
  readonly farm?: OpenFarm | undefined;
}

/**
 * All platforms. If nothing is configured and nothing is attached, the built-in phone is used; with a farm, only what is
 * configured or leased is.
 */
export async function openRegistry(
  config: Config,
  { log, folder, concealment, farm }: RegistryParts,
  desktops: readonly DeviceSource[],
): Promise<OpenRegistry> {
  const [{ Registry }, { AndroidSource }, { VirtualSource, VIRTUAL_PHONE }] = await Promise.all([
    import('@handeye/core/device/registry'),
    import('@handeye/android/source'),
    import('./virtual-source.ts'),
  ]);
  const options = androidOptions(config, { log, folder });
  const virtual = new VirtualSource({ ...options, log });
  const registry = new Registry({
    sources: [...desktops, virtual, ...(farm ? [farm.source] : []), new AndroidSource(options)],
    configured: config.device,
    ...(farm ? { elsewhere: LEASE_A_DEVICE } : { otherwise: VIRTUAL_PHONE }),
    ...(concealment && { conceal: (device) => concealment.conceal(device) }),
  });
  return { registry, virtual };
}

export function androidOptions(
  { device, tier, keepState }: Config,
  { log, folder }: { log: Log; folder: string },
): AndroidOptions {
  return {
    keyFolder: folder,
    paired: new PairedPhones(folder),
    addresses: device.filter((name) => name.startsWith('tcp:') || name === SELF),
    tier,
    keepState,
    // The reason is in the answer of each look. It may quote the device, so it is not logged.
    onTier(name, served) {
      log.info(tierEvents[served.name], { device: name });
    },
    onServerStarted(port) {
      log.warn(
        'started an adb server, which keeps running (adb kill-server ends it); it is looking for phones',
        {
          port,
        },
      );
    },
    onReplaced(name) {
      log.warn(
        'the companion on the phone was not as Handeye leaves it (another file, or half written): it was replaced',
        {
          device: name,
        },
      );
    },
  };
}

const tierEvents = {
  companion: 'served by the companion on the phone',
  plain: 'served over plain ADB',
} as const;
