/** Reads single facts out of the output of a phone's commands. Undefined: the output does not contain the fact. */

/** `dumpsys battery`, the same words from Android 5 to 16. */
export function parseBattery(output: string): string | undefined {
  const value = (name: string) => new RegExp(String.raw`^\s*${name}: (\S+)`, 'm').exec(output)?.[1];
  if (value('present') === 'false') return 'none';
  const level = Number(value('level'));
  const scale = Number(value('scale') ?? 100);
  if (!Number.isFinite(level) || !(scale > 0)) return undefined;
  const sources = ['AC', 'USB', 'Wireless', 'Dock'].filter((name) => value(`${name} powered`) === 'true');
  const state = BATTERY_STATES.get(value('status') ?? '');
  const power = sources.length > 0 ? ` (${sources.join(', ')})` : '';
  return `${Math.round((level / scale) * 100)}%${state === undefined ? '' : `, ${state}`}${power}`;
}

/** BatteryManager's BATTERY_STATUS_*; 1 is unknown. */
const BATTERY_STATES: ReadonlyMap<string, string> = new Map([
  ['2', 'charging'],
  ['3', 'discharging'],
  ['4', 'not charging'],
  ['5', 'full'],
]);

/**
 * The default network in `dumpsys connectivity`: `wifi, validated`, or `none`. Its agent is `ni{[type: WIFI[], …` up to
 * Android 11, `ni{WIFI CONNECTED …` since.
 */
export function parseNetwork(output: string): string | undefined {
  const id = /^Active default network: (\S+)/m.exec(output)?.[1];
  if (id === undefined) return undefined;
  if (!/^\d+$/.test(id)) return 'none';
  const agent = output
    .split('\n')
    .find((line) => line.includes('NetworkAgentInfo') && line.includes(`network{${id}}`));
  const kind = agent === undefined ? undefined : /\bni\{(?:\[type: )?([A-Z_]+)/.exec(agent)?.[1];
  if (agent === undefined || kind === undefined) return undefined;
  const isValidated = /&VALIDATED\b|lastValidated\{true\}/.test(agent);
  return `${kind.toLowerCase()}, ${isValidated ? 'internet works' : 'internet not confirmed'}`;
}

/** The media volume in `dumpsys audio`: `5 of 15`. Android 5 has no volume by stream, only that of each output. */
export function parseVolume(output: string): string | undefined {
  const section = /^- STREAM_MUSIC:\s*\n((?:\s+.*\n?)*)/m.exec(output)?.[1];
  if (section === undefined) return undefined;
  const most = /^\s*Max: (\d+)/m.exec(section)?.[1];
  const now =
    /^\s*streamVolume:\s*(\d+)/m.exec(section)?.[1] ??
    /\((?:speaker)\): (\d+)/.exec(section)?.[1] ??
    /\((?:default)\): (\d+)/.exec(section)?.[1];
  if (most === undefined || now === undefined) return undefined;
  const isMuted = /^\s*Muted: true/m.test(section) || /^\s*Mute count: [1-9]/m.test(section);
  return `media ${now} of ${most}${isMuted ? ', muted' : ''}`;
}

/** The ringer mode in `dumpsys audio`: `normal`, `vibrate` or `silent`. */
export function parseRinger(output: string): string | undefined {
  const mode = /^- mode(?: \(external\))? = ([A-Z]+)/m.exec(output)?.[1];
  return mode?.toLowerCase();
}

/** `df /data`: Android 5's toolbox prints `12.0G`, toybox (6+) blocks of a kilobyte. */
export function parseStorage(output: string): string | undefined {
  const lines = output.trim().split('\n');
  const isToybox = lines[0]?.includes('1K-blocks') ?? false;
  const cells = lines.at(-1)?.trim().split(/\s+/) ?? [];
  const sizes = cells.slice(1, 4).map((cell) => bytesOf(cell, isToybox ? 1024 : 1));
  const [total, , free] = sizes;
  if (lines.length < 2 || total === undefined || free === undefined) return undefined;
  return `${inGigabytes(free)} free of ${inGigabytes(total)}`;
}

const UNITS: ReadonlyMap<string, number> = new Map([
  ['', 1],
  ['K', 1024],
  ['M', 1024 ** 2],
  ['G', 1024 ** 3],
  ['T', 1024 ** 4],
]);

function bytesOf(cell: string, unit: number): number | undefined {
  const [, digits, suffix = ''] = /^(\d+(?:\.\d+)?)([KMGT]?)$/.exec(cell) ?? [];
  return digits === undefined ? undefined : Number(digits) * (UNITS.get(suffix) ?? 1) * unit;
}

/** Decimal, as Settings shows it. */
function inGigabytes(bytes: number): string {
  return `${(bytes / 1e9).toFixed(1)} GB`;
}

/** The system's configuration: the values in use, regardless of the settings. */
export interface Configuration {
  readonly fontScale: number | undefined;
  /** BCP 47; the first is the one in use. */
  readonly locales: readonly string[];
  readonly rightToLeft: boolean;
  readonly night: boolean;
}

/**
 * `mCurConfiguration={1.0 ?mcc?mnc en_US …}` (up to 7) or `mGlobalConfiguration={1.3 310mcc260mnc [ar_EG,en_US] ldrtl …
 * night …}` in `dumpsys window windows`.
 */
export function parseConfiguration(output: string): Configuration | undefined {
  const [, words] = /m(?:Cur|Global)Configuration=\{([^}]*)/.exec(output) ?? [];
  if (words === undefined) return undefined;
  const [scale = '', , locales = '', ...rest] = words.split(' ');
  const names = locales.replace(/^\[|\]$/g, '').split(',');
  const fontScale = Number(scale);
  return {
    fontScale: fontScale > 0 ? fontScale : undefined,
    locales: names.map(languageTag).filter((tag) => tag !== undefined),
    rightToLeft: rest.includes('ldrtl'),
    night: rest.includes('night'),
  };
}

/** Java's `zh_CN_#Hans` as BCP 47, `zh-Hans-CN`. */
function languageTag(name: string): string | undefined {
  const [, language, country, script] =
    /^([a-z]{2,8})(?:_([A-Z]{2}|\d{3})?)?(?:_#([A-Z][a-z]{3}))?$/.exec(name.trim()) ?? [];
  if (language === undefined) return undefined;
  // Java keeps three languages under their codes from before 1989.
  const modern = OLD_CODES.get(language) ?? language;
  return [modern, script, country].filter((part) => part !== undefined).join('-');
}

const OLD_CODES: ReadonlyMap<string, string> = new Map([
  ['iw', 'he'],
  ['in', 'id'],
  ['ji', 'yi'],
]);

/** The display in its present rotation. */
export interface ShownDisplay {
  readonly width: number;
  readonly height: number;
  readonly density: number | undefined;
  /** Quarter turns. */
  readonly rotation: number;
}

/** The first `mOverrideDisplayInfo` of `dumpsys display`, which is the built-in one's. */
export function parseDisplay(output: string): ShownDisplay | undefined {
  const info = /mOverrideDisplayInfo=.*/.exec(output)?.[0] ?? '';
  const [, width, height] = /\breal (\d+) x (\d+)/.exec(info) ?? [];
  const rotation = /\brotation (\d)/.exec(info)?.[1];
  if (width === undefined || height === undefined || rotation === undefined) return undefined;
  const density = /\bdensity (\d+)/.exec(info)?.[1];
  return {
    width: Number(width),
    height: Number(height),
    density: density === undefined ? undefined : Number(density),
    rotation: Number(rotation),
  };
}
