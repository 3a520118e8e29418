import type { Call } from '../device/call.ts';
import type { Device } from '../device/port.ts';
import type { DeviceListing, DeviceSource } from '../device/registry.ts';
import type { PhonesOptions } from './adb/index.ts';
import { Phones } from './adb/index.ts';
import { AndroidDevice } from './device.ts';
import { readTraits } from './traits.ts';

/** The phones of this computer: attached to its adb server, or at addresses given by the user. */
export class AndroidSource implements DeviceSource {
  readonly #phones: Phones;

  constructor(options: PhonesOptions) {
    this.#phones = new Phones(options);
  }

  /** An adb serial can be any word; other platforms claim their own names first. */
  claims(): boolean {
    return true;
  }

  async list(call: Call): Promise<readonly DeviceListing[]> {
    const phones = await this.#phones.list(call);
    return phones.map(({ serial, model, product, ready, state }) => ({
      id: serial,
      title: model?.replaceAll('_', ' ') ?? product ?? 'Android phone',
      kind: 'phone',
      ready,
      state,
    }));
  }

  /** `as` is the name the device goes by where its address says nothing to a person. */
  async open(name: string, call: Call, as = name): Promise<Device> {
    const phone = this.#phones.phone(name);
    return new AndroidDevice(phone, await readTraits(phone, call), as);
  }

  close(): Promise<void> {
    return this.#phones.close();
  }
}
