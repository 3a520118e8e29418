import type { Call } from '@handeye/core/call/call';
import type { Clock } from '@handeye/core/call/clock';
import { realClock } from '@handeye/core/call/clock';
import type { StateOutcome } from '@handeye/core/device/services/device-state';
import type { Device } from '@handeye/core/device/port';
import type { DeviceListing, DeviceSource, Served } from '@handeye/core/device/registry';
import { hostKey } from '@handeye/adb/adb-key';
import type { AdbDevicesOptions } from '@handeye/adb/adb-devices';
import { AdbDevices, SELF } from '@handeye/adb/adb-devices';
import { AndroidDevice, type AndroidDeviceOptions } from './device.ts';
import { NEEDS_COMPANION, NOT_BY_FORCED_PLAIN } from './errors.ts';
import { AndroidState } from './state/state.ts';
import { openTier, type Tier, tierOf, triedTier } from './tier.ts';
import { DEFAULT_TIER_CHOICE, type TierChoice } from './tier-choice.ts';
import { Phone } from './phone.ts';
import { readTraits } from './traits.ts';

export interface AndroidOptions extends Omit<AdbDevicesOptions, 'key'> {
  /** The folder of the key by which phones at addresses know this computer; created at the first use. */
  readonly keyFolder: string;
  /** The key, if it is not the one in the folder. */
  readonly key?: AdbDevicesOptions['key'];
  /** Default: auto. */
  readonly tier?: TierChoice;
  /** Keep the changes of set_device_state when the server ends. Default: they are put back. */
  readonly keepState?: boolean;
  /** The phones are reached over their own network, which must stay on. Default: judged by their serials. */
  readonly overNetwork?: boolean;
  /** The phones end with this process, so that no change on them outlives it. */
  readonly endsWithServer?: boolean;
  /** Called with the tier that serves a device, and when that changes. */
  readonly onTier?: (device: string, tier: Tier) => void;
  /** Called if something else was in the companion's place on a phone, and was removed. */
  readonly onReplaced?: (device: string) => void;
}

/** The phones of this computer: attached to its adb server, or at addresses given by the user. */
export class AndroidSource implements DeviceSource {
  readonly #phones: AdbDevices;
  readonly #clock: Clock;
  readonly #tier: TierChoice;
  readonly #state: NonNullable<AndroidDeviceOptions['state']>;
  readonly #onTier: (device: string, tier: Tier) => void;
  readonly #onReplaced: (device: string) => void;

  constructor({
    tier = DEFAULT_TIER_CHOICE,
    onTier,
    onReplaced,
    clock = realClock,
    keyFolder,
    key,
    keepState,
    overNetwork,
    endsWithServer = false,
    ...phones
  }: AndroidOptions) {
    const { env = process.env } = phones;
    this.#phones = new AdbDevices({ clock, key: key ?? (() => hostKey(keyFolder, env)), ...phones });
    this.#clock = clock;
    this.#tier = tier;
    this.#state = { folder: endsWithServer ? undefined : keyFolder, keep: keepState, overNetwork };
    this.#onTier = onTier ?? (() => undefined);
    this.#onReplaced = onReplaced ?? (() => undefined);
  }

  /** An adb serial can be any word; other platforms claim their own names first. */
  claims(): boolean {
    return true;
  }

  async list(call: Call): Promise<readonly DeviceListing[]> {
    const phones = await this.#phones.list(call);
    return phones.map(({ serial, model, product, ready, state, paired, aliases }) => ({
      id: serial,
      title: model?.replaceAll('_', ' ') ?? product ?? 'Android phone',
      kind: 'phone',
      ready,
      state,
      aliases,
      ...(paired?.name === serial && { wireless: true }),
    }));
  }

  /** `as` is the device's name if its address says nothing to a person. */
  async open(name: string, call: Call, as = name): Promise<Device> {
    const phone = this.phone(name);
    const traits = await readTraits(phone, call);
    const plain = new AndroidDevice(phone, traits, as, {
      advice: this.#tier === 'plain' ? NOT_BY_FORCED_PLAIN : NEEDS_COMPANION,
      state: this.#stateOf(name),
    });
    const onTier = (tier: Tier) => {
      this.#onTier(as, tier);
    };
    const onReplaced = () => {
      this.#onReplaced(as);
    };
    return openTier(this.#tier, {
      phone,
      traits,
      plain,
      clock: this.#clock,
      onTier,
      onReplaced,
      shrinksPictures: name === SELF,
    });
  }

  async servedBy(name: string, call: Call): Promise<string> {
    const phone = this.phone(name);
    const { sdk } = await readTraits(phone, call);
    return (await tierOf(phone, this.#tier, { sdk, call })).why;
  }

  async tryOut(name: string, call: Call): Promise<Served> {
    const phone = new Phone(this.#phones.phone(name));
    const { sdk } = await readTraits(phone, call);
    const { why, problem } = await triedTier(phone, this.#tier, { sdk, call });
    return { servedBy: why, ...(problem !== undefined && { problem }) };
  }

  /** Puts back the changes of set_device_state that earlier runs left. */
  async putStateBack(name: string, call: Call): Promise<readonly StateOutcome[]> {
    const phone = this.phone(name);
    return new AndroidState(phone, await readTraits(phone, call), {
      device: name,
      ...this.#stateOf(name),
    }).restore(call);
  }

  /** The phone itself, for work beside the device port. */
  phone(name: string): Phone {
    return new Phone(this.#phones.phone(name));
  }

  /** A paired phone has a name like any other, but is reached over its Wi-Fi. */
  #stateOf(name: string): NonNullable<AndroidDeviceOptions['state']> {
    return this.#phones.isOverNetwork(name) ? { ...this.#state, overNetwork: true } : this.#state;
  }

  close(): Promise<void> {
    return this.#phones.close();
  }
}
