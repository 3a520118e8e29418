import { join } from 'node:path';
import { checked, ConfigError, fromText, type Given } from './check.ts';
import { readConfigFile } from './file.ts';
import { configFolder, type UserEnvironment } from './folder.ts';
import { didYouMean } from '../text/did-you-mean.ts';
import {
  type Config,
  flagOf,
  type Setting,
  type SettingName,
  settingNames,
  settings,
  variableOf,
} from './settings.ts';

/** The settings in force, where they came from, and what the user should know about them. */
export interface Loaded {
  readonly config: Config;
  readonly warnings: readonly Warning[];
}

/** Something to know about a setting, for commands that heed it. */
export interface Warning {
  readonly setting?: SettingName;
  readonly text: string;
}

/**
 * Brings flags, environment and file together: a flag wins over a variable, a variable over the file, the file
 * over the standard. `flags` are the texts of the command line by setting name.
 */
export function loadConfig(
  flags: ReadonlyMap<string, readonly string[]>,
  environment: UserEnvironment,
): Loaded {
  const outer = new Map([...fromEnvironment(environment.env), ...fromFlags(flags)]);
  const path = outer.get('config')?.value;
  const file =
    typeof path === 'string'
      ? readConfigFile(path, true)
      : readConfigFile(join(configFolder(environment), 'config.json'), false);
  const given = new Map([...file, ...outer]);
  // `checked` has put each value through the schema that Config's type is made of.
  const config = withHttps(checked(settings, given) as Config);
  const asGiven = (name: string) => given.get(name)?.as ?? flagOf(name);
  const problems = contradictions(config, asGiven);
  if (problems.length > 0) throw new ConfigError(problems);
  return { config, warnings: [...unknownVariables(environment.env), ...risks(config, asGiven)] };
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
    // An empty variable counts as absent, as shells and containers cannot always unset one.
    if (text === '' && setting.neverEmpty !== true) return [];
    return [[name, { as: variableOf(name), value: fromText([text], setting) }]];
  });
}

/** A certificate of one's own means HTTPS. */
function withHttps(config: Config): Config {
  return config.cert === undefined ? config : { ...config, https: true };
}

function contradictions(config: Config, asGiven: (name: string) => string): string[] {
  const problems: string[] = [];
  if (config.noAuth && !isLoopback(config.host)) {
    problems.push(
      `${asGiven('noAuth')}: allowed on a loopback address only, and ${asGiven('host')} is ${config.host}`,
    );
  }
  if (config.cert !== undefined && config.key === undefined)
    problems.push(`${asGiven('cert')}: needs --key, too`);
  if (config.key !== undefined && config.cert === undefined)
    problems.push(`${asGiven('key')}: needs --cert, too`);
  return problems;
}

function risks(config: Config, asGiven: (name: string) => string): Warning[] {
  const warnings: Warning[] = [];
  if (asGiven('token') === '--token' && config.token !== undefined) {
    const text =
      '--token: everybody on this machine can see it in the list of processes; prefer HANDEYE_TOKEN';
    warnings.push({ setting: 'token', text });
  }
  if (!isLoopback(config.host)) {
    const open = `${asGiven('host')}: ${config.host} can be reached from the network`;
    const plain = config.https ? '' : ', and the token travels unencrypted; consider --https';
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
    .filter((name) => name.startsWith('HANDEYE_') && !known.includes(name))
    .map((name) => ({ text: `${name}: no such variable${didYouMean(name, known)}` }));
}

/** Whether only this machine can reach the address. */
export function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || /^127(\.\d{1,3}){3}$/.test(host);
}
