import * as z from 'zod';
import { choice, device, listOf, onOrOff, path, text, whole } from './values.ts';

/** One setting. Its flag, its variable and its key in the file all follow from its name. */
export interface Setting {
  readonly schema: z.ZodType;
  /** What stands without it; absent where nothing does. */
  readonly standard?: unknown;
  /** What follows the flag, as help shows it. Switches take nothing. */
  readonly takes?: string;
  readonly about: string;
  /** Never shown in an error or a log. */
  readonly secret?: true;
  /** An empty value is a mistake, not an absent one: what it was meant to protect would be open without a word. */
  readonly neverEmpty?: true;
  /** Where it can be given: `file` only in the file, `start` only by flag or variable. Everywhere if absent. */
  readonly only?: 'file' | 'start';
}

const milliseconds = whole(1, 600_000);

/** Time limits in milliseconds; a gesture's and a wait's come on top of their own duration. */
const limits = z.strictObject(
  {
    look: milliseconds.default(20_000),
    action: milliseconds.default(10_000),
    gesture: milliseconds.default(10_000),
    logs: milliseconds.default(30_000),
    wait: milliseconds.default(1_000),
    tree: milliseconds.default(5_000),
    find: milliseconds.default(2_000),
    focus: milliseconds.default(1_000),
    windows: milliseconds.default(1_000),
  },
  { error: (issue) => (issue.code === 'unrecognized_keys' ? undefined : 'must be a block of time limits') },
);

/** Every setting of Handeye: the one place that knows them. Help, checks, documentation and types follow. */
export const settings = {
  host: {
    schema: text('must be a host name or an IP address', /^[\w.:%-]+$/),
    standard: '127.0.0.1',
    takes: 'ADDRESS',
    about: 'Address to listen on. Any but a loopback address opens the device to the network.',
  },
  port: { schema: whole(1, 65_535), standard: 8080, takes: 'NUMBER', about: 'Port to listen on.' },
  allowHost: {
    schema: listOf(text('must be a host name', /^[\w.-]+$/)),
    standard: [],
    takes: 'NAME',
    about:
      'Further host name under which clients reach the server, and whose web pages may call it. May be given several times.',
  },
  token: {
    // The characters of a bearer token by RFC 6750, so that it travels in a header as it stands.
    schema: text('must be at least 8 letters, digits or -._~+/ characters', /^[\w.~+/-]{8,}=*$/),
    takes: 'TOKEN',
    about: 'Bearer token that clients must send. Without it one is made and kept in the config folder.',
    secret: true,
  },
  noAuth: {
    schema: onOrOff(),
    standard: false,
    about: 'Serve without a token. Allowed on a loopback address only.',
  },
  https: {
    schema: onOrOff(),
    standard: false,
    about: 'Serve over HTTPS with a certificate made for this machine, unless --cert and --key name one.',
  },
  cert: { schema: path(), takes: 'FILE', about: 'Certificate in PEM form; turns HTTPS on.' },
  key: { schema: path(), takes: 'FILE', about: 'Private key of the certificate in PEM form.' },
  device: {
    schema: listOf(device()),
    standard: [],
    takes: 'DEVICE',
    about:
      'Device to use: virtual, an adb serial, tcp:HOST:PORT, linux[:DISPLAY] or macos. May be given several times. ' +
      'Without it: what is attached, else the virtual phone.',
  },
  helper: {
    schema: choice(['auto', 'on', 'off']),
    standard: 'auto',
    takes: 'WHEN',
    about:
      'Whether to use the helper on an Android phone: auto (when it is installed), on (install it if need be) or off.',
  },
  toolPrefix: {
    schema: text('must be at most 32 letters, digits, _ or -', /^[\w-]{0,32}$/),
    standard: '',
    takes: 'PREFIX',
    about: 'Put before the name of every tool.',
  },
  toolset: {
    schema: listOf(choice(['device', 'desktop', 'first-generation'])),
    takes: 'SETS',
    about:
      'Which tools to serve: device, desktop, first-generation. Several may be given. ' +
      'Without it: device, and for a desktop also desktop.',
  },
  readOnly: {
    schema: onOrOff(),
    standard: false,
    about: 'Serve only tools that change nothing on the device.',
  },
  blockApp: {
    schema: listOf(text('must be the name of an application', /\S/)),
    standard: [],
    takes: 'APP',
    about:
      'Application that may be looked at but not touched: by its package name on Android (com.example.notes), by its ' +
      'name or id on a desktop. May be given several times.',
    neverEmpty: true,
  },
  allowApp: {
    schema: listOf(text('must be the name of an application', /\S/)),
    standard: [],
    takes: 'APP',
    about:
      'Application that may be touched although the platform holds it back (on a Mac: keychains, terminals, System ' +
      'Settings), by its name or bundle id. May be given several times.',
  },
  writesPerSecond: {
    schema: whole(1, 1000),
    standard: 10,
    takes: 'NUMBER',
    about: 'How many changing calls a second a device gets; more are delayed, not refused.',
  },
  screenFormat: {
    schema: choice(['compact', 'lean']),
    standard: 'compact',
    takes: 'FORMAT',
    about: 'How a screen is written when a call does not say: compact or lean.',
  },
  treeDepth: {
    schema: whole(1, 100),
    standard: 3,
    takes: 'LEVELS',
    about: 'How many levels get_ui_tree shows when a call does not say.',
  },
  noWake: {
    schema: onOrOff(),
    standard: false,
    about: 'Leave a sleeping display asleep instead of waking it before an action.',
  },
  limits: {
    schema: limits,
    standard: limits.parse({}),
    about:
      'Time limits in milliseconds: look, action, gesture (beyond its duration), logs, wait (beyond its timeout), ' +
      'and of the desktop tools tree, find, focus, windows.',
    only: 'file',
  },
  logLevel: {
    schema: choice(['error', 'warn', 'info', 'debug']),
    standard: 'info',
    takes: 'LEVEL',
    about: 'How much to log: error, warn, info or debug. Only debug may log texts of the screen.',
  },
  config: {
    schema: path(),
    takes: 'FILE',
    about: 'JSON file with settings. Without it: config.json in the config folder, if it is there.',
    only: 'start',
  },
} as const satisfies Record<string, Setting>;

export type SettingName = keyof typeof settings;
type Value<S extends Setting> =
  z.output<S['schema']> | (S extends { readonly standard: unknown } ? never : undefined);

/** All settings with their values: what the program was asked to do. */
export type Config = { readonly [Name in SettingName]: Value<(typeof settings)[Name]> };

/** The names of all settings, in the order in which help shows them. */
export const settingNames = Object.keys(settings) as readonly SettingName[];

/** Settings that matter wherever tools run, whether served or called from the shell. */
export const toolSettings = [
  'device',
  'helper',
  'toolPrefix',
  'toolset',
  'readOnly',
  'blockApp',
  'allowApp',
  'writesPerSecond',
  'screenFormat',
  'treeDepth',
  'noWake',
  'limits',
  'logLevel',
  'config',
] as const satisfies readonly SettingName[];

/** `toolPrefix` -> `--tool-prefix` */
export function flagOf(name: string): string {
  return `--${kebab(name)}`;
}

/** `toolPrefix` -> `HANDEYE_TOOL_PREFIX` */
export function variableOf(name: string): string {
  return `HANDEYE_${kebab(name).replaceAll('-', '_').toUpperCase()}`;
}

function kebab(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}
