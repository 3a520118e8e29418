import { DEFAULT_TIER_CHOICE, tierChoices } from '@handeye/android/tier-choice';
import { DEFAULT_HOST, DEFAULT_PORT } from '@handeye/core/server/address';
import { logLevels } from '@handeye/core/server/log';
import {
  ALL_TOOLSETS,
  DEFAULT_MAX_TOKENS,
  DEFAULT_SCREEN_FORMAT,
  DEFAULT_TREE_DEPTH,
  defaultLimits,
  LEAST_MAX_TOKENS,
  type Limits,
  MOST_MAX_TOKENS,
  observeModes,
  screenFormats,
  toolsetNames,
} from '@handeye/core/tools/frame/defaults';
import { DEFAULT_ASK_TIMEOUT } from '@handeye/core/guard/questions';
import { defaultPolicy } from '@handeye/core/guard/policy';
import {
  block,
  choice,
  device,
  listOf,
  onOrOff,
  path,
  type Schema,
  text,
  type ValueOf,
  whole,
} from './values.ts';

/** One setting. Its flag, variable and key in the file follow from its name. */
export interface Setting {
  readonly schema: Schema;
  /** Default; undefined if there is none. */
  readonly default?: unknown;
  /** Placeholder for the flag's value in the help; a switch has none. */
  readonly takes?: string;
  readonly about: string;
  /** Never shown in an error or a log. */
  readonly secret?: true;
  /** An empty value is an error instead of counting as not given: otherwise the protection would silently be off. */
  readonly neverEmpty?: true;
  /** Where it can be given: `file` only in the file, `start` only as a flag or a variable. */
  readonly only?: 'file' | 'start';
}

/** Time limits in milliseconds; those of a gesture and a wait are added to its own duration. */
const limits: Schema<Limits> = block(
  whole(1, 600_000),
  { ...defaultLimits },
  'must be an object of time limits',
);

export const HELPER_REMOVED =
  'The helper tier was removed in 0.2: the companion does all that it did, with nothing installed.';

/** Settings that no longer exist, and the answer to those who still give them. */
export const removedSettings: ReadonlyMap<string, string> = new Map([
  ['helper', `${HELPER_REMOVED} Remove this setting.`],
]);

/** Every setting of Handeye. Help, checks, documentation and types are derived from this table. */
export const settings = {
  host: {
    schema: text('must be a host name or an IP address', /^[\w.:%-]+$/),
    default: DEFAULT_HOST,
    takes: 'ADDRESS',
    about:
      'Address to listen on. Any address other than loopback makes the device reachable from the network.',
  },
  port: { schema: whole(1, 65_535), default: DEFAULT_PORT, takes: 'NUMBER', about: 'Port to listen on.' },
  allowHost: {
    schema: listOf(text('must be a host name', /^[\w.-]+$/)),
    default: [],
    takes: 'NAME',
    about:
      'Additional host name that clients may use for the server; web pages from this host may call it. Repeatable.',
  },
  token: {
    // The characters of a bearer token by RFC 6750, so that it needs no encoding in a header.
    schema: text('must be at least 8 letters, digits or -._~+/ characters', /^[\w.~+/-]{8,}=*$/),
    takes: 'TOKEN',
    about:
      'Bearer token that clients must send. If not given, one is generated and saved in the config folder.',
    secret: true,
  },
  noAuth: {
    schema: onOrOff(),
    default: false,
    about: 'Do not require a token. Only allowed on a loopback address.',
  },
  https: {
    schema: onOrOff(),
    default: false,
    about: 'Serve over HTTPS, with a self-signed certificate unless --cert and --key are given.',
  },
  cert: { schema: path(), takes: 'FILE', about: 'TLS certificate (PEM). Turns HTTPS on.' },
  key: { schema: path(), takes: 'FILE', about: 'Private key of the certificate (PEM).' },
  noStudio: {
    schema: onOrOff(),
    default: false,
    about: 'Do not serve Studio, the page to watch, approve and take over.',
  },
  device: {
    schema: listOf(device()),
    default: [],
    takes: 'DEVICE',
    about:
      'Device to use: virtual (virtual:2, … for more), an adb serial, the name of a paired phone, wifi (the only paired one), ' +
      'tcp:HOST:PORT, self (the phone that Handeye runs on), linux[:DISPLAY] or macos. Repeatable. If not given: the attached ' +
      'phone, else the paired one, else the virtual phone; on a phone, self.',
  },
  farm: {
    schema: listOf(
      text('must be an address such as nats://host:4222 or tls://host:4222', /^(nats|tls):\/\/[^\s@]+$/),
    ),
    default: [],
    takes: 'ADDRESS',
    about:
      'NATS server of a farm, whose devices are used with a lease beside the local ones. Repeatable: any server of the cluster.',
  },
  farmCredentials: {
    schema: path(),
    takes: 'FILE',
    about:
      'File with the seed of the NATS user (an nkey), as handeye farm init writes it. Only its owner may read it.',
    neverEmpty: true,
  },
  farmCa: {
    schema: path(),
    takes: 'FILE',
    about: 'CA certificate (PEM) of the NATS servers of the farm, unless a public authority signed theirs.',
    neverEmpty: true,
  },
  metrics: {
    schema: onOrOff(),
    default: false,
    about:
      'Serve metrics for Prometheus at /metrics: calls, errors, waits; with a farm also leases, the queue, device health.',
  },
  tier: {
    schema: choice(tierChoices, { helper: `${HELPER_REMOVED} Use --tier auto, the default.` }),
    default: DEFAULT_TIER_CHOICE,
    takes: 'TIER',
    about:
      'How to serve an Android phone: companion (our program on it, nothing installed), plain (its shell alone), or ' +
      'auto (the companion if it works).',
  },
  toolPrefix: {
    schema: text('must be at most 32 letters, digits, _ or -', /^[\w-]{0,32}$/),
    default: '',
    takes: 'PREFIX',
    about: 'Prefix for the name of every tool.',
  },
  toolset: {
    schema: listOf(choice([...toolsetNames, ALL_TOOLSETS])),
    takes: 'SETS',
    about:
      'Tools to serve: device, model, desktop, apps, notifications, files, state, record, crashes, first-generation, or all ' +
      '(everything but first-generation; desktop only if a desktop is used). Repeatable. If not given: device, and also ' +
      'desktop if a desktop is used. With the lean format model is added.',
  },
  readOnly: {
    schema: onOrOff(),
    default: defaultPolicy.readOnly,
    about: 'Serve only tools that do not change anything on the device.',
  },
  policy: {
    schema: text('must be open, careful, read-only or the path of a JSON file', /\S/),
    default: 'open',
    takes: 'POLICY',
    about:
      'What the agent may do: open, careful (asks before payments, messages, calls, deletions, installations, permissions and ' +
      'sign-ins), read-only, or a JSON file with rules (handeye policy check FILE). On a phone the default is careful.',
    neverEmpty: true,
  },
  blockApp: {
    schema: listOf(text('must be the name of an application', /\S/)),
    default: [],
    takes: 'APP',
    about:
      'Application that may be read but not acted on: its package name on Android (com.example.notes), its name or id ' +
      'on a desktop. Repeatable.',
    neverEmpty: true,
  },
  allowApp: {
    schema: listOf(text('must be the name of an application', /\S/)),
    default: [],
    takes: 'APP',
    about:
      'Application that may be acted on although it is protected by default (on a Mac: keychains, terminals, System ' +
      'Settings): its name or bundle id. Repeatable.',
  },
  askTimeout: {
    schema: whole(1, 3600),
    default: DEFAULT_ASK_TIMEOUT,
    takes: 'SECONDS',
    about:
      'How long a person has to answer a question of the policy. Without an answer the action is refused.',
  },
  audit: {
    schema: path(),
    takes: 'FILE',
    about:
      'Append a line for every call to this file, chained by hashes: time, client, device, tool, rule and outcome; never typed ' +
      'text. "handeye audit" checks and shows it. One server per file.',
    neverEmpty: true,
  },
  auditScreens: {
    schema: onOrOff(),
    default: false,
    about: 'Also keep in the audit file what agents saw of screens.',
  },
  record: {
    schema: path(),
    takes: 'FOLDER',
    about:
      'Write every call to a new folder in this one: arguments, the answer, what changed, and a picture before and after each ' +
      'write. It contains screen content and is readable by its owner only; secrets are masked.',
    neverEmpty: true,
  },
  hold: {
    schema: whole(1, 86_400),
    takes: 'SECONDS',
    about:
      'A client that changes something on a device keeps it to itself until that long after its last change; other clients ' +
      'get the error busy. Reading is always allowed.',
  },
  secrets: {
    schema: path(),
    takes: 'FILE',
    about:
      'File with secrets that set_text and input_text type for {{NAME}}, and that no answer, log or picture shows: lines ' +
      'NAME=value, or NAME@APP=value for one application only. Only its owner may read it (chmod 600). Single secrets also ' +
      'as HANDEYE_SECRET_NAME.',
    neverEmpty: true,
  },
  maskCodes: {
    schema: onOrOff(),
    default: false,
    about: 'Mask one-time codes in screens, notifications, the clipboard, logs and pictures.',
  },
  files: {
    schema: path(),
    takes: 'FOLDER',
    about:
      'Folder of this computer for files that go to the device or come from it: push_file, pull_file, install_app, ' +
      'recordings. Without it these refuse.',
    neverEmpty: true,
  },
  flows: {
    schema: path(),
    takes: 'FOLDER',
    about: 'Folder of flows: the toolset flows saves runs there and performs them. Adds that toolset.',
    neverEmpty: true,
  },
  noHistory: {
    schema: onOrOff(),
    default: false,
    about: 'Do not remember what was done; then no run can be saved as a flow.',
  },
  allowUri: {
    schema: listOf(text('must be a URI scheme', /^[A-Za-z][A-Za-z0-9+.-]*$/)),
    default: [],
    takes: 'SCHEME',
    about:
      'URI scheme that open_uri and send_intent may open beside http, https, geo, mailto and market (tel, sms, intent, file, …). Repeatable.',
  },
  keepState: {
    schema: onOrOff(),
    default: false,
    about: 'Do not restore what set_device_state changed when the server ends.',
  },
  writesPerSecond: {
    schema: whole(1, 1000),
    default: defaultPolicy.writesPerSecond,
    takes: 'NUMBER',
    about:
      'Maximum number of calls per second that change something on a device. Further calls are delayed, not refused.',
  },
  screenFormat: {
    schema: choice(screenFormats),
    default: DEFAULT_SCREEN_FORMAT,
    takes: 'FORMAT',
    about:
      'Screen format for clients that do not choose one (/mcp?screen=lean): compact, or lean, which is for models and ' +
      'adds their tools and --observe changes.',
  },
  observe: {
    schema: choice(observeModes),
    takes: 'WHAT',
    about:
      'What an action reports about its effect if neither the client (/mcp?observe=none) nor the call chooses: none, changes ' +
      'or screen. If not given: changes in lean, none in compact.',
  },
  maxTokens: {
    schema: whole(LEAST_MAX_TOKENS, MOST_MAX_TOKENS),
    default: DEFAULT_MAX_TOKENS,
    takes: 'NUMBER',
    about: 'Token limit of a lean screen if a call does not set one. The answer counts what is left out.',
  },
  treeDepth: {
    schema: whole(1, 100),
    default: DEFAULT_TREE_DEPTH,
    takes: 'LEVELS',
    about: 'Number of levels that get_ui_tree shows if a call does not set one.',
  },
  noWake: {
    schema: onOrOff(),
    default: !defaultPolicy.wake,
    about: 'Do not wake a sleeping display before an action.',
  },
  limits: {
    schema: limits,
    default: defaultLimits,
    about:
      'Time limits in milliseconds: look, action, gesture (added to its duration), logs, wait (added to its timeout); ' +
      'for the desktop tools: tree, find, focus, windows.',
    only: 'file',
  },
  logLevel: {
    schema: choice(logLevels),
    default: 'info',
    takes: 'LEVEL',
    about: 'Log level: error, warn, info or debug. No level logs screen texts, arguments or typed text.',
  },
  config: {
    schema: path(),
    takes: 'FILE',
    about: 'JSON file with settings. If not given: config.json in the config folder, if it exists.',
    only: 'start',
  },
} as const satisfies Record<string, Setting>;

export type SettingName = keyof typeof settings;
type Value<S extends Setting> =
  ValueOf<S['schema']> | (S extends { readonly default: unknown } ? never : undefined);

/** The values of all settings. */
export type Config = { readonly [Name in SettingName]: Value<(typeof settings)[Name]> };

/** The names of all settings, in the order of the help. */
export const settingNames = Object.keys(settings) as readonly SettingName[];

/** The settings of all commands that run tools, either to serve them or to call one from the shell. */
export const toolSettings = [
  'device',
  'farm',
  'farmCredentials',
  'farmCa',
  'tier',
  'toolPrefix',
  'toolset',
  'readOnly',
  'policy',
  'blockApp',
  'allowApp',
  'askTimeout',
  'audit',
  'auditScreens',
  'record',
  'hold',
  'secrets',
  'maskCodes',
  'files',
  'flows',
  'noHistory',
  'allowUri',
  'keepState',
  'writesPerSecond',
  'screenFormat',
  'observe',
  'maxTokens',
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
