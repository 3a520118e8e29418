import { join } from 'node:path';
import { checked, ConfigError, fromText, type Given } from './check.ts';
import { isLoopback } from '@handeye/core/server/address';
import { readConfigFile } from './file.ts';
import { configFolder, type UserEnvironment } from './folder.ts';
import { SELF } from './values.ts';
import { SECRET_VARIABLE } from '@handeye/core/guard/secrets/secret-lines';
import { didYouMean } from '@handeye/core/text/did-you-mean';
import {
  type Config,
  flagOf,
  removedSettings,
  type Setting,
  type SettingName,
  settingNames,
  settings,
  variableOf,
} from './settings.ts';

/** The source of a setting: a `flag` of this command, `now` (a variable, or a file named by one), or the kept `file`. */
export type Source = 'flag' | 'now' | 'file';

/** Whether a setting was given with this command; the kept file does not count. */
export function isGivenNow(source: Source | undefined): boolean {
  return source === 'flag' || source === 'now';
}

/** The settings in force, their sources, and notes for the user. */
export interface Loaded {
  readonly config: Config;
  /** Only those that are not at their default. */
  readonly sources: ReadonlyMap<string, Source>;
  readonly warnings: readonly Warning[];
}

/** A note about a setting, for commands that use it. */
export interface Warning {
  readonly setting?: SettingName;
  readonly text: string;
}

/**
 * Merges flags, environment and file: a flag wins over a variable, a variable over the file, the file over the default. `flags`
 * are the texts of the command line by setting name.
 */
export function loadConfig(
  flags: ReadonlyMap<string, readonly string[]>,
  environment: UserEnvironment,
): Loaded {
  const removed = removedVariables(environment.env);
  if (removed.length > 0) throw new ConfigError(removed);
  const outer = new Map([...fromEnvironment(environment.env), ...fromFlags(flags)]);
  const path = outer.get('config')?.value;
  const file =
    typeof path === 'string'
      ? readConfigFile(path, true)
      : readConfigFile(join(configFolder(environment), 'config.json'), false);
  const given = new Map([...file, ...outer]);
  const sources = new Map<string, Source>();
  for (const name of given.keys()) {
    const isOfNow = outer.has(name) || outer.has('config');
    sources.set(name, flags.has(name) ? 'flag' : isOfNow ? 'now' : 'file');
  }
  // `checked` has parsed each value with the schema that Config's type is derived from.
  const config = forPlatform(withHttps(checked(settings, given) as Config), given, environment);
  const asGiven = (name: string) => given.get(name)?.as ?? flagOf(name);
  const problems = [...contradictions(config, asGiven), ...onPhoneProblems(config, asGiven, environment)];
  if (problems.length > 0) throw new ConfigError(problems);
  return { config, sources, warnings: [...unknownVariables(environment.env), ...risks(config, asGiven)] };
}

function fromFlags(flags: ReadonlyMap<string, readonly string[]>): [string, Given][] {
  return settingNames.flatMap((name) => {
    const texts = flags.get(name);
    return texts === undefined ? [] : [[name, { as: flagOf(name), value: fromText(texts, settings[name]) }]];
  });
}

function fromEnvironment(env: UserEnvironment['env']): [string, Given][] {
  return settingNames.flatMap((name) => {
    const setting: Setting = settings[name];
    const text = env[variableOf(name)];
    if (setting.only === 'file' || text === undefined) return [];
    // An empty variable counts as not given: shells, containers and MCP bundles cannot always leave one out.
    if (text === '' && setting.neverEmpty !== true) return [];
    return [[name, { as: variableOf(name), value: fromText([text], setting) }]];
  });
}

function removedVariables(env: UserEnvironment['env']): string[] {
  return [...removedSettings].flatMap(([name, why]) => {
    const variable = variableOf(name);
    return (env[variable] ?? '') === '' ? [] : [`${variable}: ${why}`];
  });
}

/** On a phone, Handeye serves that phone, which is a person's own. */
function forPlatform(
  config: Config,
  given: ReadonlyMap<string, Given>,
  { platform }: UserEnvironment,
): Config {
  if (platform !== 'android') return config;
  return {
    ...config,
    device: config.device.length === 0 ? [SELF] : config.device,
    policy: given.has('policy') ? config.policy : 'careful',
  };
}

function onPhoneProblems(
  { device, host, https }: Config,
  asGiven: (name: string) => string,
  { platform }: UserEnvironment,
): string[] {
  if (platform !== 'android') {
    const why =
      'self is the phone that Handeye itself runs on, in Termux; to use this phone from here, pair it: handeye pair';
    return device.includes(SELF) ? [`${asGiven('device')}: ${why}`] : [];
  }
  const isOpen = !isLoopback(host) && !https;
  return isOpen
    ? [`${asGiven('host')}: on a phone, ${host} needs --https as well: it meets other people's networks`]
    : [];
}

/** --cert turns HTTPS on. */
function withHttps(config: Config): Config {
  return config.cert === undefined ? config : { ...config, https: true };
}

function contradictions(config: Config, asGiven: (name: string) => string): string[] {
  const problems: string[] = [];
  if (config.noAuth && !isLoopback(config.host)) {
    problems.push(
      `${asGiven('noAuth')}: only allowed on a loopback address, but ${asGiven('host')} is ${config.host}`,
    );
  }
  if (config.auditScreens && config.audit === undefined)
    problems.push(`${asGiven('auditScreens')}: needs --audit as well`);
  if (config.cert !== undefined && config.key === undefined)
    problems.push(`${asGiven('cert')}: needs --key as well`);
  if (config.key !== undefined && config.cert === undefined)
    problems.push(`${asGiven('key')}: needs --cert as well`);
  return problems;
}

function risks(config: Config, asGiven: (name: string) => string): Warning[] {
  const warnings: Warning[] = [];
  if (asGiven('token') === '--token' && config.token !== undefined) {
    const text =
      '--token: every user of this machine can see it in the process list; use HANDEYE_TOKEN instead';
    warnings.push({ setting: 'token', text });
  }
  if (!isLoopback(config.host)) {
    const open = `${asGiven('host')}: ${config.host} is reachable from the network`;
    const plain = config.https ? '' : ', and the token is sent unencrypted; consider --https';
    warnings.push({ setting: 'host', text: open + plain });
  }
  if (config.noAuth) {
    const text = `${asGiven('noAuth')}: every program on this machine can use the device`;
    warnings.push({ setting: 'noAuth', text });
  }
  return warnings;
}

function unknownVariables(env: UserEnvironment['env']): Warning[] {
  const known = settingNames.map(variableOf);
  return Object.keys(env)
    .filter((name) => name.startsWith('HANDEYE_') && !name.startsWith(SECRET_VARIABLE))
    .filter((name) => !known.includes(name))
    .map((name) => ({ text: `${name}: unknown variable${didYouMean(name, known)}` }));
}
