/*
 * The operating systems that devices run. Code that needs something for each makes a Record<PlatformId, …>, which stops
 * compiling when a platform is added here and forgotten there.
 */

export const deviceKinds = ['phone', 'desktop'] as const;
export type DeviceKind = (typeof deviceKinds)[number];

interface Platform {
  readonly kind: DeviceKind;
  /**
   * How `--device` names its devices. `by id`: the platform's id, alone or with a part after a colon (`linux:0`), and only on
   * request: an agent must not act by accident on the desktop of the person who starts it. `by any name`: an adb serial can
   * be any word, so that every other name is of this platform.
   */
  readonly named: 'by id' | 'by any name';
}

export const platforms = {
  android: { kind: 'phone', named: 'by any name' },
  linux: { kind: 'desktop', named: 'by id' },
  macos: { kind: 'desktop', named: 'by id' },
} as const satisfies Readonly<Record<string, Platform>>;

export type PlatformId = keyof typeof platforms;

/** The platforms whose devices are used only if --device names them. */
export type PlatformOnRequest = {
  [Id in PlatformId]: (typeof platforms)[Id]['named'] extends 'by id' ? Id : never;
}[PlatformId];

export const platformIds = Object.keys(platforms) as [PlatformId, ...PlatformId[]];

/** The platform of a device by its name for --device. */
export function platformOf(device: string): PlatformId {
  const [first = ''] = device.split(':');
  return platformIds.find((id) => id === first && platforms[id].named === 'by id') ?? 'android';
}

export function kindOf(device: string): DeviceKind {
  return platforms[platformOf(device)].kind;
}
