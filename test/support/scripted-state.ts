import type { DeviceState, StateOutcome, StateWish } from '@handeye/core/device/services/device-state';

const facts: readonly (readonly [name: string, value: string])[] = [
  ['android', '14 (API 34), build UP1A'],
  ['app', 'com.example.calculator/.Calculator'],
  ['battery', '85%, charging (USB)'],
  ['network', 'wifi, internet works; wifi on; mobile_data on; airplane off'],
  ['time', '2026-02-11 16:30:00 +0100 Europe/Paris'],
  ['locale', 'en-US'],
  ['display', '1080x2400, 420 dpi'],
  ['rotation', '0, locked'],
  ['dark_theme', 'off'],
  ['font_scale', '1'],
  ['brightness', '50%'],
  ['screen_timeout', '60 s'],
  ['stay_awake', 'off'],
  ['animations', 'on'],
  ['volume', 'media 5 of 15; ringer normal'],
  ['storage', '22.6 GB free of 24.2 GB'],
];

/** The state of a device that accepts every value and records it. */
export function scriptedState(wishes: StateWish[] = []): Required<Omit<DeviceState, 'readOnlyBecause'>> {
  return {
    read: () => Promise.resolve(facts.map(([name, value]) => ({ name, value }))),
    set(wish) {
      wishes.push(wish);
      const was: Readonly<Record<string, string>> = Object.fromEntries(facts);
      const outcomes = Object.entries(wish)
        .filter(([, value]) => value !== undefined)
        .map(([item, value]): StateOutcome => {
          const now = item === 'brightness' ? `${String(value)}%` : String(value);
          return { item, took: true, text: `${now} (was ${was[item] ?? 'unknown'})` };
        });
      return Promise.resolve(outcomes);
    },
    restore: () => Promise.resolve([]),
    identity: () => Promise.resolve('scripted'),
    mark: () => Promise.resolve({}),
    returnTo: () => Promise.resolve([]),
  };
}
