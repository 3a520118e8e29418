import type { AndroidOptions } from '@handeye/android/source';
import { AndroidSource } from '@handeye/android/source';
import { newKey } from '@handeye/adb/daemon/key';
import type { Call } from '@handeye/core/call/call';
import type { Config } from '../../config/settings.ts';
import { kindOf, platformOf } from '@handeye/core/device/platforms';
import type { DeviceSource } from '@handeye/core/device/registry';
import type { DeviceOrigin } from '@handeye/farm/host/device-origin';
import { tokenOf } from '@handeye/farm/protocol/names';
import type { MacOptions } from '@handeye/macos/source';
import { androidOptions, requestedSources } from '../devices/device-sources.ts';
import { VIRTUAL_PHONE, VirtualSource } from '../devices/virtual-source.ts';
import type { Log } from '../log.ts';
import type { ServiceOptions } from '../services.ts';

const VIRTUAL_TITLE = 'Handeye Virtual Phone';

/** The devices of a host. */
export interface Origins {
  /** Devices that are always listed, also while they do not answer. */
  readonly fixed: readonly DeviceOrigin[];
  /** The attached phones, if no device is configured: they come and go. */
  attached?(call: Call): Promise<readonly DeviceOrigin[]>;
  close(): Promise<void>;
}

interface OriginOptions extends ServiceOptions {
  readonly virtualPhones: number;
  readonly mac: MacOptions;
}

/** The named devices and the virtual phones. Without any, all phones attached to this computer. */
export async function originsOf(
  config: Config,
  { virtualPhones, mac, ...options }: OriginOptions,
): Promise<Origins> {
  const android = androidOptions(config, options);
  const desktops = await requestedSources(config.device, { folder: options.folder, mac });
  const phones = new AndroidSource(android);
  const sources = [...desktops, phones];
  const named = config.device.filter((id) => id !== VIRTUAL_PHONE);
  const virtualNames = [
    ...config.device.filter((id) => id === VIRTUAL_PHONE),
    ...Array.from({ length: virtualPhones }, (_, index) => `${VIRTUAL_PHONE}-${index + 1}`),
  ];
  const key = sharedKey();
  const virtual = virtualNames.map((name) => virtualOrigin(name, { ...android, key, log: options.log }));
  const fixed = [...named.map((id) => originIn(sources, id)), ...virtual];
  return {
    fixed,
    ...(fixed.length === 0 && {
      attached: async (call: Call) =>
        (await phones.list(call))
          .filter(({ ready }) => ready === true)
          .map(({ id, title }) => ({ ...originIn(sources, id), title })),
    }),
    async close() {
      await Promise.allSettled([
        ...virtual.map((one) => one.startAnew()),
        ...sources.map((one) => one.close()),
      ]);
    },
  };
}

/** All virtual phones of this process accept the same key: generating one takes as long as starting a phone. */
function sharedKey(): () => ReturnType<typeof newKey> {
  let key: ReturnType<typeof newKey> | undefined;
  return () => (key ??= newKey());
}

/**
 * A device by its name for --device, which is the same in every run of the host, whatever else is attached. A title is not: two
 * phones of one model share it.
 */
function originIn(sources: readonly DeviceSource[], id: string): DeviceOrigin {
  return {
    name: tokenOf(id),
    title: id,
    kind: kindOf(id),
    platform: platformOf(id),
    open: (call) => {
      const source = sources.find((candidate) => candidate.claims(id));
      if (!source) throw new Error(`No platform knows a device '${id}'.`);
      return source.open(id, call);
    },
  };
}

/** A virtual phone. Its reset ends it: the next one has never been used. */
function virtualOrigin(
  name: string,
  options: AndroidOptions & { readonly log: Log },
): DeviceOrigin & Required<Pick<DeviceOrigin, 'startAnew'>> {
  let source: VirtualSource | undefined;
  return {
    name,
    title: VIRTUAL_TITLE,
    kind: 'phone',
    platform: 'android',
    open: (call) => (source ??= new VirtualSource(options)).open(name, call),
    async startAnew() {
      const ended = source;
      source = undefined;
      await ended?.close();
    },
  };
}
