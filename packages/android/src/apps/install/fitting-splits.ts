import { actionFailed, invalidParams } from '@handeye/core/device/errors';
import type { Apk } from './apk.ts';
import type { Call } from '@handeye/core/call/call';
import { outputOf, type Phone, retryIfConnectionLost, sh } from '../../phone.ts';

/** The properties of a phone that decide which parts of an application fit it. */
export interface PhoneShape {
  readonly sdk: number;
  /** In the phone's order of preference. */
  readonly abis: readonly string[];
  /** Dots per inch. */
  readonly density: number;
  /** Two or three letters each. */
  readonly languages: readonly string[];
}

/** Names of parts for a screen, with the densities that they were made for. */
const DENSITIES: ReadonlyMap<string, number> = new Map([
  ['ldpi', 120],
  ['mdpi', 160],
  ['tvdpi', 213],
  ['hdpi', 240],
  ['xhdpi', 320],
  ['xxhdpi', 480],
  ['xxxhdpi', 640],
]);

/** Names of parts with libraries, which are ABIs with `_` for `-`. */
const ABIS: ReadonlyMap<string, string> = new Map(
  ['arm64-v8a', 'armeabi-v7a', 'armeabi', 'x86', 'x86_64', 'mips', 'mips64', 'riscv64'].map((abi) => [
    abi.replaceAll('-', '_'),
    abi,
  ]),
);

/** A part that is for some phones only: `config.xxhdpi` of the base, `camera.config.de` of a module. */
interface Config {
  readonly apk: Apk;
  readonly module: string;
  readonly quality: string;
}

/**
 * The parts that this phone needs, out of all that a developer made for one application: the base, its modules, and those parts
 * for certain phones that fit. Throws if the files are not one application, or not for this phone.
 */
export function fittingSplits(apks: readonly Apk[], phone: PhoneShape): readonly Apk[] {
  const universal = apks.find(isUniversal);
  if (universal) return [mustRunOn(phone, universal)];
  mustBeOneApp(apks);
  const usable = newestVariants(apks, phone);
  const base = usable.find(({ split }) => split === undefined);
  if (!base) throw noBase(apks, phone);
  const parts = usable.filter(({ split, onDemand }) => split !== undefined && !onDemand);
  const configs = parts.flatMap((apk) => configOf(apk) ?? []);
  const modules = parts.filter((apk) => configOf(apk) === undefined);
  const present = new Set(['', ...modules.map(({ split }) => split)]);
  const chosen = [...present].flatMap((module) =>
    fittingConfigs(
      configs.filter((config) => config.module === module),
      phone,
    ),
  );
  return [mustRunOn(phone, base), ...modules, ...chosen];
}

/** bundletool's `universal.apk` runs everywhere, and stands alone. */
function isUniversal({ name }: Apk): boolean {
  return /(^|\/)universal\.apk$/.test(name);
}

function mustBeOneApp(apks: readonly Apk[]): void {
  const ids = [...new Set(apks.map(({ id }) => id))];
  if (ids.length > 1) {
    throw invalidParams(
      `These are the files of ${ids.length} apps (${ids.slice(0, 5).join(', ')}). Pass the files of one app only.`,
    );
  }
}

/** bundletool makes a part several times, for older and newer phones: the newest that this phone can use counts. */
function newestVariants(apks: readonly Apk[], { sdk }: PhoneShape): readonly Apk[] {
  const best = new Map<string, Apk>();
  for (const apk of apks) {
    const key = apk.split ?? '';
    const other = best.get(key);
    if (apk.minSdk <= sdk && (!other || apk.minSdk > other.minSdk)) best.set(key, apk);
  }
  return [...best.values()];
}

function configOf(apk: Apk): Config | undefined {
  const [, module = '', quality] = /^(?:(.+)\.)?config\.(\w+)$/.exec(apk.split ?? '') ?? [];
  return quality === undefined ? undefined : { apk, module, quality };
}

function fittingConfigs(configs: readonly Config[], phone: PhoneShape): readonly Apk[] {
  const libraries = configs.filter(({ quality }) => ABIS.has(quality));
  const screens = configs.filter(({ quality }) => DENSITIES.has(quality));
  const others = configs.filter((config) => !libraries.includes(config) && !screens.includes(config));
  return [
    ...bestLibraries(libraries, phone),
    ...bestScreen(screens, phone),
    ...others.filter(({ quality }) => !isLanguage(quality) || phone.languages.includes(quality)),
  ].map(({ apk }) => apk);
}

function bestLibraries(configs: readonly Config[], { abis }: PhoneShape): readonly Config[] {
  if (configs.length === 0) return [];
  for (const abi of abis) {
    const fitting = configs.filter(({ quality }) => ABIS.get(quality) === abi);
    if (fitting.length > 0) return fitting;
  }
  throw notForAbis(
    configs.map(({ quality }) => ABIS.get(quality) ?? quality),
    abis,
  );
}

/**
 * The least dense that is dense enough; the densest if none is, because shrinking a picture looks better than stretching it.
 */
function bestScreen(configs: readonly Config[], { density }: PhoneShape): readonly Config[] {
  const dots = ({ quality }: Config) => DENSITIES.get(quality) ?? 0;
  const sorted = [...configs].sort((a, b) => dots(a) - dots(b));
  return [sorted.find((config) => dots(config) >= density) ?? sorted.at(-1)].flatMap(
    (config) => config ?? [],
  );
}

function isLanguage(quality: string): boolean {
  return /^[a-z]{2,3}$/.test(quality);
}

function mustRunOn({ sdk, abis }: PhoneShape, apk: Apk): Apk {
  if (apk.minSdk > sdk) throw tooNew(apk.minSdk, sdk);
  const isForOthers = apk.abis.length > 0 && !apk.abis.some((abi) => abis.includes(abi));
  if (isForOthers && abis.length > 0) throw notForAbis(apk.abis, abis);
  return apk;
}

function noBase(apks: readonly Apk[], { sdk }: PhoneShape): Error {
  const bases = apks.filter(({ split }) => split === undefined);
  if (bases.length > 0) return tooNew(Math.min(...bases.map(({ minSdk }) => minSdk)), sdk);
  return invalidParams(
    'Only parts of an app are here, not its base. Pass a folder or an .apks file that has the base too.',
  );
}

function tooNew(wanted: number, sdk: number): Error {
  return actionFailed(
    `This app needs Android API level ${wanted}, and this phone has ${sdk}. Use a phone with a newer Android, or an older build of the app.`,
  );
}

function notForAbis(has: readonly string[], wanted: readonly string[]): Error {
  return actionFailed(
    `This app has libraries for ${[...new Set(has)].join(', ')} only, and this phone needs ${wanted.join(' or ')}. Build it for that, or as a universal APK.`,
  );
}

const DEFAULT_DENSITY = 160;

/** Reads the properties that splits are chosen by, in one round trip. */
export async function readShape(phone: Phone, sdk: number, call: Call): Promise<PhoneShape> {
  const commands = [
    sh`getprop ro.product.cpu.abilist`,
    sh`wm density`,
    // Several languages since Android 7; up to 5.0 the language alone is set.
    sh`settings get system system_locales; getprop persist.sys.locale; getprop persist.sys.language; getprop ro.product.locale`,
  ];
  const answers = await retryIfConnectionLost(call, () => phone.script(commands, call));
  const [abis = '', density = '', locales = ''] = answers.map(outputOf);
  // `Override density: 320` follows `Physical density: 420`.
  const dots = [...density.matchAll(/density: (\d+)/g)].at(-1)?.[1];
  const languages = locales.split(/[\s,]+/).flatMap((tag) => /^([a-z]{2,3})(?:[-_]|$)/.exec(tag)?.[1] ?? []);
  return {
    sdk,
    abis: abis
      .trim()
      .split(',')
      .filter((abi) => abi !== ''),
    density: Number(dots ?? DEFAULT_DENSITY),
    languages: [...new Set(languages)],
  };
}
