import type { Settings } from './settings.ts';

/** Values of `wifi_on` besides 0 and 1: on in spite of airplane mode, and off because of it. */
const ON_IN_AIRPLANE = '2';
const OFF_BY_AIRPLANE = '3';

/** Wi-Fi, mobile data and airplane mode as the switches of the system set them. */
export class Radios {
  readonly #settings: Settings;

  constructor(settings: Settings) {
    this.#settings = settings;
  }

  get airplane(): boolean {
    return this.#settings.isOn('global', 'airplane_mode_on');
  }

  get wifi(): boolean {
    const value = this.#settings.get('global', 'wifi_on');
    return value === ON_IN_AIRPLANE || (value === '1' && !this.airplane);
  }

  get data(): boolean {
    return this.#settings.isOn('global', 'mobile_data') && !this.airplane;
  }

  /** Airplane mode turns Wi-Fi off, and on again when it ends. */
  setAirplane(on: boolean): void {
    this.#settings.put('global', 'airplane_mode_on', on ? '1' : '0');
    this.followAirplane();
  }

  /** Updates the radios after a change of airplane mode. */
  followAirplane(): void {
    const wifi = this.#settings.get('global', 'wifi_on');
    const on = this.airplane;
    if (on && wifi === '1') this.#settings.put('global', 'wifi_on', OFF_BY_AIRPLANE);
    if (!on && (wifi === OFF_BY_AIRPLANE || wifi === ON_IN_AIRPLANE))
      this.#settings.put('global', 'wifi_on', '1');
  }

  setWifi(on: boolean): void {
    const whenOn = this.airplane ? ON_IN_AIRPLANE : '1';
    this.#settings.put('global', 'wifi_on', on ? whenOn : '0');
  }

  setData(on: boolean): void {
    this.#settings.put('global', 'mobile_data', on ? '1' : '0');
  }
}
