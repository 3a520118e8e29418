import type { VirtualPhone } from '@handeye/virtual-phone';
import type { AndroidOptions } from '@handeye/android/source';
import { AndroidSource } from '@handeye/android/source';
import { newKey } from '@handeye/adb/daemon/key';
import { DEFAULT_TIER_CHOICE, type TierChoice } from '@handeye/android/tier-choice';
import type { Call } from '@handeye/core/call/call';
import type { Device } from '@handeye/core/device/port';
import type { DeviceListing, DeviceSource } from '@handeye/core/device/registry';
import type { Log } from '../log.ts';

/** The built-in phone's name for --device. Further phones are `virtual:2`, `virtual:3` … */
export const VIRTUAL_PHONE = 'virtual';

export function isVirtualPhone(name: string): boolean {
  return /^virtual(?::[1-9]\d?)?$/.test(name);
}

const served: Readonly<Record<TierChoice, string>> = {
  auto: 'the companion on the phone',
  companion: 'the companion on the phone',
  plain: 'plain ADB (--tier plain)',
};

/**
 * The built-in phones. Each starts when it is first used, and is reached over the ADB wire like any other. Any program on
 * this computer could connect to its port and bypass the server's token and policy, so it accepts only one key, which
 * is generated for this process and never saved.
 */
export class VirtualSource implements DeviceSource {
  readonly #android: AndroidSource;
  readonly #log: Log;
  readonly #tier: TierChoice;
  readonly #newKey: () => ReturnType<typeof newKey>;
  #key: ReturnType<typeof newKey> | undefined;
  readonly #phones = new Map<string, Promise<VirtualPhone>>();

  /** `key` makes the key that the phone accepts; several phones of this process may share one. */
  constructor({ log, addresses: _, paired: __, key = newKey, ...options }: AndroidOptions & { log: Log }) {
    this.#newKey = key;
    // Its port belongs to this process: no radio of the phone is involved.
    const own = { key: () => (this.#key ??= key()), overNetwork: false, endsWithServer: true };
    this.#android = new AndroidSource({ ...options, ...own });
    this.#log = log;
    this.#tier = options.tier ?? DEFAULT_TIER_CHOICE;
  }

  claims(name: string): boolean {
    return isVirtualPhone(name);
  }

  list(): Promise<readonly DeviceListing[]> {
    return Promise.resolve([
      { id: VIRTUAL_PHONE, title: 'Handeye Virtual Phone', kind: 'phone', ready: true },
    ]);
  }

  /** The phone is not started for this answer: it is known to run the companion. */
  servedBy(): Promise<string> {
    return Promise.resolve(served[this.#tier]);
  }

  /** The phone of that name, once it has been used. */
  running(name: string): Promise<VirtualPhone> | undefined {
    return this.#phones.get(name);
  }

  async open(name: string, call: Call): Promise<Device> {
    const { serial } = await this.#started(name);
    return this.#android.open(`tcp:${serial}`, call, name);
  }

  async close(): Promise<void> {
    await this.#android.close();
    const phones = await Promise.all(this.#phones.values());
    await Promise.all(phones.map((phone) => phone.close()));
  }

  #started(name: string): Promise<VirtualPhone> {
    const known = this.#phones.get(name);
    if (known !== undefined) return known;
    this.#key ??= this.#newKey();
    const phone = startVirtualPhone(this.#key, this.#log);
    this.#phones.set(name, phone);
    phone.catch(() => this.#phones.delete(name));
    return phone;
  }
}

/** Starts the built-in phone. It accepts only the owner of this key. */
export async function startVirtualPhone(key: ReturnType<typeof newKey>, log: Log): Promise<VirtualPhone> {
  // Generating the key takes about as long as loading the phone, and runs on another thread.
  const [{ startPhone }, { base64 }] = await Promise.all([import('@handeye/virtual-phone'), key]);
  const phone = await startPhone({ auth: { accept: 'known', knownKeys: new Set([base64]) } });
  log.info('virtual phone started', { address: phone.serial });
  return phone;
}
