import { homedir } from 'node:os';
import { basename, isAbsolute, relative, resolve } from 'node:path';
import { ConfigError } from '../config/check.ts';
import type { Config } from '../config/settings.ts';
import { readRegularFile } from '@handeye/core/device/regular-file';
import { Concealment } from '@handeye/core/guard/secrets/concealment';
import {
  parseSecretLines,
  type Secret,
  SECRET_VARIABLE,
  SecretProblems,
  secretsOfEnvironment,
} from '@handeye/core/guard/secrets/secret-lines';
import type { Log } from './log.ts';

type Environment = Record<string, string | undefined>;

/** The configured secrets and codes that are hidden from models and from the log. Removes the secrets from the environment. */
export function concealmentOf(
  { secrets: path, maskCodes }: Pick<Config, 'secrets' | 'maskCodes'>,
  { log, env }: { readonly log: Log; readonly env: Environment },
): Concealment | undefined {
  const secrets = [...(path === undefined ? [] : readSecretsFile(path)), ...takenFrom(env)];
  if (secrets.length === 0 && !maskCodes) return undefined;
  const concealment = new Concealment({ secrets, codes: maskCodes });
  log.mask((text) => concealment.secrets.mask(text));
  return concealment;
}

/** Reads a file that only its owner can read; throws a ConfigError whose problems name the line and no value. */
export function readSecretsFile(
  path: string,
  { platform = process.platform, home = homedir() } = {},
): readonly Secret[] {
  const { text, mode } = contentOf(path);
  if (platform === 'win32') mustBeAtHome(path, home);
  else if (mode & 0o077)
    throw new ConfigError([`--secrets: others can read or change ${path}; run: chmod 600 '${path}'`]);
  return problemsNamed(basename(path), () => parseSecretLines(text));
}

/** Child processes must not inherit them. */
function takenFrom(env: Environment): readonly Secret[] {
  const secrets = problemsNamed(undefined, () => secretsOfEnvironment(env));
  for (const name of Object.keys(env))
    if (name.startsWith(SECRET_VARIABLE)) Reflect.deleteProperty(env, name);
  return secrets;
}

function problemsNamed<T>(file: string | undefined, read: () => T): T {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof SecretProblems)) throw error;
    const where = file === undefined ? '' : `${file}: `;
    throw new ConfigError(error.problems.map((problem) => where + problem));
  }
}

/** Windows has no file modes. A user's own folder is closed to other users by default. */
function mustBeAtHome(path: string, home: string): void {
  const inside = relative(home, resolve(path));
  if (inside !== '' && !inside.startsWith('..') && !isAbsolute(inside)) return;
  throw new ConfigError([
    `--secrets: others may be able to read ${path}; move it into your own folder, ${home}`,
  ]);
}

function contentOf(path: string): ReturnType<typeof readRegularFile> {
  try {
    return readRegularFile(path);
  } catch (cause) {
    const code = cause instanceof Error && 'code' in cause ? String(cause.code) : 'unreadable';
    throw new ConfigError([`--secrets: ${path} cannot be read (${code})`]);
  }
}
