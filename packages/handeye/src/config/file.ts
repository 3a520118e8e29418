import { basename } from 'node:path';
import { ConfigError, type Given } from './check.ts';
import { readRegularFile } from '@handeye/core/device/regular-file';
import { didYouMean } from '@handeye/core/text/did-you-mean';
import { removedSettings, type Setting, settingNames, settings } from './settings.ts';

/** Reads the settings of a JSON file. `mustExist` makes a missing file an error. */
export function readConfigFile(path: string, mustExist: boolean): ReadonlyMap<string, Given> {
  const label = basename(path);
  const content = contentOf(path, mustExist);
  if (content === undefined) return new Map();
  const parsed = parse(content, label);
  const problems = Object.keys(parsed).flatMap((key) =>
    problemsOf(key).map((why) => `${label}: ${key}: ${why}`),
  );
  if (problems.length > 0) throw new ConfigError(problems);
  return new Map(Object.entries(parsed).map(([key, value]) => [key, { as: `${label}: ${key}`, value }]));
}

function contentOf(path: string, mustExist: boolean): string | undefined {
  try {
    return readRegularFile(path).text;
  } catch (cause) {
    const code = cause instanceof Error && 'code' in cause ? String(cause.code) : 'unreadable';
    if (code === 'ENOENT' && !mustExist) return undefined;
    throw new ConfigError([`${path}: cannot be read (${code})`]);
  }
}

function parse(content: string, label: string): Record<string, unknown> {
  let parsed: unknown;
  try {
    parsed = JSON.parse(content);
  } catch (cause) {
    throw new ConfigError([
      `${label}: not valid JSON: ${cause instanceof Error ? cause.message : 'unreadable'}`,
    ]);
  }
  if (typeof parsed !== 'object' || parsed === null || Array.isArray(parsed)) {
    throw new ConfigError([`${label}: must be a JSON object`]);
  }
  return { ...parsed };
}

function problemsOf(key: string): string[] {
  const removed = removedSettings.get(key);
  if (removed !== undefined) return [removed];
  const name = settingNames.find((known) => known === key);
  if (name === undefined) return [`unknown setting${didYouMean(key, settingNames)}`];
  const setting: Setting = settings[name];
  return setting.only === 'start' ? ['can only be given as a flag or an environment variable'] : [];
}
