import type { Device } from '../../device/port.ts';
import { maskCodes } from '../codes/codes.ts';
import { ConcealedDevice } from './concealed-device.ts';
import type { Secret } from './secret-lines.ts';
import { Secrets } from './secrets.ts';

export interface ConcealmentOptions {
  readonly secrets?: readonly Secret[];
  /** One-time codes are masked, too. */
  readonly codes?: boolean;
}

/** The values that are kept from models: those of secrets and, if wished, one-time codes. */
export class Concealment {
  readonly secrets: Secrets;
  readonly #codes: boolean;
  readonly #devices = new WeakMap<Device, ConcealedDevice>();

  constructor({ secrets = [], codes = false }: ConcealmentOptions) {
    this.secrets = new Secrets(secrets);
    this.#codes = codes;
  }

  /** The device with its secrets masked. */
  conceal(device: Device): Device {
    const concealed = new ConcealedDevice(device, {
      secrets: this.secrets,
      mask: (text, around) => {
        const shown = this.secrets.mask(text);
        return this.#codes ? maskCodes(shown, around) : shown;
      },
    });
    this.#devices.set(concealed.device, concealed);
    return concealed.device;
  }

  /** The secrets that were used on a device; undefined for one that `conceal` has not made. */
  on(device: Device): ConcealedDevice | undefined {
    return this.#devices.get(device);
  }
}
