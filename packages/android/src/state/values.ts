/** Android's stored values for on, off and percent. */

type Settings = ReadonlyMap<string, string>;

/** `wifi_on` is 2 if it is on in spite of airplane mode, and 3 if airplane mode switched it off. */
export function isOn(settings: Settings, name: string): boolean | undefined {
  const value = settings.get(name);
  return value === undefined ? undefined : isOnValue(value);
}

function isOnValue(value: string): boolean {
  return value === '1' || value === '2' || value === 'true';
}

/** The bits of the plugs at which the screen stays on. */
export function isAwakeOnPower(settings: Settings): boolean {
  return Number(settings.get('stay_on_while_plugged_in') ?? '0') > 0;
}

const BRIGHTEST = 255;

export function percentOf(brightness: string): number {
  return Math.round((Number(brightness) / BRIGHTEST) * 100);
}

/** Some phones take 0 for no backlight at all. */
export function brightnessOfPercent(percent: number): number {
  return Math.max(1, Math.round((percent / 100) * BRIGHTEST));
}
