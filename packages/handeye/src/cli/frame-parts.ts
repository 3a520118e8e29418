import { ConfigError } from '../config/check.ts';
import type { Config } from '../config/settings.ts';
import { faultFields } from '@handeye/core/device/fault';
import type { Recorder } from '@handeye/core/guard/audit/recorder';
import type { Policy } from '@handeye/core/guard/policy';
import type { Profile } from '@handeye/core/guard/profiles';
import type { Concealment } from '@handeye/core/guard/secrets/concealment';
import type { Audit } from '@handeye/core/tools/frame/accounts';
import type { Log } from './log.ts';
import type { OpenToolsOptions, ServiceOptions } from './services.ts';

/** Reports a missing folder at the start, to the person who can create it. */
export async function mustBeFolder(path: string | undefined, flag = '--files'): Promise<void> {
  if (path === undefined) return;
  const { stat } = await import('node:fs/promises');
  const status = await stat(path).catch(() => undefined);
  if (status?.isDirectory() === true) return;
  const problem = status === undefined ? 'is not there; make it first' : 'is not a folder';
  throw new ConfigError([`${flag}: ${path} ${problem}`]);
}

/** The policy of the settings. */
export async function policyFor(config: Config): Promise<Policy> {
  return {
    readOnly: config.readOnly,
    blockedApps: config.blockApp,
    allowedApps: config.allowApp,
    ...(await policyOf(config.policy)),
    allowedSchemes: config.allowUri.map((scheme) => scheme.toLowerCase()),
    writesPerSecond: config.writesPerSecond,
    wake: !config.noWake,
  };
}

/** The rules of a profile or a file. If the file cannot be read, nothing starts. */
async function policyOf(named: string): Promise<Profile> {
  const { isProfile, profiles } = await import('@handeye/core/guard/profiles');
  if (isProfile(named)) return profiles[named];
  const { readPolicyFile } = await import('./policy-file.ts');
  return readPolicyFile(named);
}

/** The record of calls, if one is configured. If the file cannot be written, nothing starts. */
export async function recorderFor(
  config: Config,
  policy: Policy,
  { log, version, concealment }: OpenToolsOptions & { readonly concealment: Concealment | undefined },
): Promise<Recorder | undefined> {
  if (config.audit === undefined) return undefined;
  const { openRecorder } = await import('./audit-recorder.ts');
  return openRecorder(config.audit, { policy, config, log, version, concealment });
}

/** Hides from models: the secrets of the file and the environment, and one-time codes. */
export async function concealmentOf(
  config: Config,
  { log }: ServiceOptions,
): Promise<Concealment | undefined> {
  const { concealmentOf: read } = await import('./secrets-file.ts');
  return read(config, { log, env: process.env });
}

/**
 * Logs one line for each call: tool, device, time and outcome; never screen content or typed text. With `ways`, also whether an
 * element was used by an accessibility action, by touch or by keys.
 */
export async function audited(
  log: Log,
  { ways }: { readonly ways: boolean },
): Promise<(audit: Audit) => void> {
  const { withoutScreenTexts } = await import('@handeye/core/guard/notes/screen-notes');
  return ({ tool, device = 'none', milliseconds, outcome, way, fault, notes }) => {
    log.info('call', { tool, device, milliseconds, outcome, ...(ways && { way }) });
    for (const note of notes) log.warn('note', { tool, device, note: withoutScreenTexts(note) });
    if (fault !== undefined) log.error('fault', { tool, ...faultFields(fault) });
  };
}
