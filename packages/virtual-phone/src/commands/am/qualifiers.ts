import type { Framework } from '../../framework/system/framework.ts';

const DENSITIES: ReadonlyMap<number, string> = new Map([
  [120, 'ldpi'],
  [160, 'mdpi'],
  [213, 'tvdpi'],
  [240, 'hdpi'],
  [320, 'xhdpi'],
  [480, 'xxhdpi'],
  [640, 'xxxhdpi'],
]);

/** The qualifiers of the resources in use, in Android's order, as `am get-config` prints them. */
export function qualifiersOf({ configuration, display, shape }: Framework): string {
  const { width, height } = display.size;
  const dp = (pixels: number) => Math.floor(pixels / display.scale);
  const { bottom, top } = display.safeArea;
  const { width: narrow, height: long } = display.naturalSize;
  return [
    configuration.qualifier,
    configuration.rightToLeft ? 'ldrtl' : 'ldltr',
    `sw${Math.min(dp(width), dp(height))}dp`,
    `w${dp(width)}dp`,
    `h${dp(bottom - top)}dp`,
    'normal',
    'long',
    display.landscape ? 'land' : 'port',
    configuration.night ? 'night' : 'notnight',
    DENSITIES.get(display.density) ?? `${display.density}dpi`,
    'finger',
    'keysexposed',
    'nokeys',
    'navhidden',
    'nonav',
    `${Math.max(narrow, long)}x${Math.min(narrow, long)}`,
    `v${shape.sdk}`,
  ].join('-');
}
