import { Listeners } from '../../kernel/listeners.ts';

export type SettingsTable = 'system' | 'secure' | 'global';

const defaults: Readonly<Record<SettingsTable, Readonly<Record<string, string>>>> = {
  system: {
    accelerometer_rotation: '0',
    user_rotation: '0',
    screen_brightness: '128',
    screen_off_timeout: '60000',
    font_scale: '1.0',
    volume_music: '5',
    time_12_24: '24',
  },
  secure: {
    android_id: '9774d56d682e549c',
    default_input_method: 'com.android.inputmethod.latin/.LatinIME',
    accessibility_enabled: '0',
    location_mode: '3',
    show_ime_with_hard_keyboard: '0',
  },
  global: {
    airplane_mode_on: '0',
    wifi_on: '1',
    bluetooth_on: '1',
    mobile_data: '1',
    adb_enabled: '1',
    // Hidden until seven taps on the build number; this phone allows adb anyway.
    development_settings_enabled: '0',
    stay_on_while_plugged_in: '3',
    window_animation_scale: '1.0',
    transition_animation_scale: '1.0',
    animator_duration_scale: '1.0',
    device_name: 'Handeye Virtual Phone',
    low_power: '0',
    zen_mode: '0',
  },
};

/** The three tables that `settings get/put` reads and writes; the system and apps follow their changes. */
export class Settings {
  private readonly tables: Readonly<Record<SettingsTable, Map<string, string>>> = {
    system: new Map(Object.entries(defaults.system)),
    secure: new Map(Object.entries(defaults.secure)),
    global: new Map(Object.entries(defaults.global)),
  };
  readonly #listeners = new Listeners<[table: SettingsTable, name: string]>();

  get(table: SettingsTable, name: string): string | undefined {
    return this.tables[table].get(name);
  }

  /** A boolean setting: on unless it is missing or 0. */
  isOn(table: SettingsTable, name: string): boolean {
    return (this.get(table, name) ?? '0') !== '0';
  }

  number(table: SettingsTable, name: string, fallback: number): number {
    const value = Number.parseFloat(this.get(table, name) ?? '');
    return Number.isFinite(value) ? value : fallback;
  }

  put(table: SettingsTable, name: string, value: string): void {
    this.tables[table].set(name, value);
    this.#listeners.emit(table, name);
  }

  /** Returns whether there was something to delete. */
  delete(table: SettingsTable, name: string): boolean {
    const existed = this.tables[table].delete(name);
    if (existed) this.#listeners.emit(table, name);
    return existed;
  }

  list(table: SettingsTable): readonly (readonly [string, string])[] {
    return [...this.tables[table]].sort(([a], [b]) => (a < b ? -1 : 1));
  }

  /** Calls back for every change until the returned function is called. */
  follow(listener: (table: SettingsTable, name: string) => void): () => void {
    return this.#listeners.add(listener);
  }
}
