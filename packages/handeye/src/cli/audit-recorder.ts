import { basename } from 'node:path';
import { ConfigError } from '../config/check.ts';
import type { Config } from '../config/settings.ts';
import { hashOf } from '@handeye/core/guard/audit/chain';
import { Recorder } from '@handeye/core/guard/audit/recorder';
import { isProfile } from '@handeye/core/guard/profiles';
import type { Policy } from '@handeye/core/guard/policy';
import type { Concealment } from '@handeye/core/guard/secrets/concealment';
import type { Log } from './log.ts';

interface Run {
  readonly policy: Policy;
  readonly config: Config;
  readonly log: Log;
  readonly version: string | undefined;
  /** Masks secrets in the record as they are masked for models. */
  readonly concealment?: Concealment | undefined;
}

/** Opens the record of a run; throws a ConfigError if the file cannot be used. */
export function openRecorder(path: string, { policy, config, log, version, concealment }: Run): Recorder {
  const run = {
    version,
    pid: process.pid,
    policy: isProfile(config.policy) ? config.policy : basename(config.policy),
    // The effective rules: the file's and those of the flags.
    policyHash: hashOf(JSON.stringify(policy)),
    ...(config.hold !== undefined && { hold: config.hold }),
    ...(config.auditScreens && { screens: true }),
  };
  const onProblem = (code: string) => {
    log.error('the audit file cannot be written: nothing is changed on a device until it can be', { code });
  };
  const mask = (text: string) => concealment?.secrets.mask(text) ?? text;
  try {
    return new Recorder(path, { run, mask, screens: config.auditScreens, onProblem });
  } catch (error) {
    throw new ConfigError([`--audit: ${path} cannot be written: ${reasonOf(error)}`]);
  }
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return 'code' in error ? String(error.code) : error.message;
}
