import type { AndroidOptions } from '../../android/source.ts';
import type { Config } from '../../config/settings.ts';
import type { DeviceSource, Registry } from '../../device/registry.ts';
import type { Concealment } from '../../guard/secrets/concealment.ts';
import type { MacOptions } from '../../macos/source.ts';
import type { OpenFarm } from '../../farm/server/open-farm.ts';
import type { Log } from '../log.ts';
import { LEASE_A_DEVICE } from './farm.ts';
import type { ServiceOptions } from '../services.ts';
import type { VirtualSource } from './virtual-source.ts';

export function isLinux(name: string): boolean {
  return /^linux(:|$)/.test(name);
}

export function isMac({ platform = process.platform }: MacOptions): boolean {
  return platform === 'darwin';
}

/** A desktop is used only on request, so that an agent cannot act on its owner's desktop by accident. */
export async function desktopSources(
  device: readonly string[],
  folder: string,
  mac: MacOptions,
): Promise<DeviceSource[]> {
  const sources: DeviceSource[] = [];
  if (device.some(isLinux)) {
    const { LinuxSource } = await import('../../linux/source.ts');
    sources.push(new LinuxSource({ stateFolder: folder }));
  }
  if (device.includes('macos')) {
    const { MacSource } = await import('../../macos/source.ts');
    sources.push(new MacSource(mac));
  }
  return sources;
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
    import('../../device/registry.ts'),
    import('../../android/source.ts'),
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
    addresses: device.filter((name) => name.startsWith('tcp:')),
    tier,
    keepState,
    // The reason is in the answer of each look. It may quote the device, so it is not logged.
    onTier(name, served) {
      log.info(tierEvents[served.name], { device: name });
    },
  };
}

const tierEvents = {
  companion: 'served by the companion on the phone',
  plain: 'served over plain ADB',
} as const;
