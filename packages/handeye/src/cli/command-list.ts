import { HELPER_REMOVED } from '../config/settings.ts';
import { audit } from './commands/audit.ts';
import { call } from './commands/call.ts';
import { clean } from './commands/clean.ts';
import { clientConfig } from './commands/client-config.ts';
import type { CliCommand, DelegatedCommand } from './command.ts';
import { devices } from './commands/devices.ts';
import { doctor } from './commands/doctor.ts';
import { farm } from './commands/farm.ts';
import { host } from './commands/host.ts';
import { policy } from './commands/policy.ts';
import { phone } from './commands/phone.ts';
import { selftest } from './commands/selftest.ts';
import { serve } from './commands/serve.ts';
import { skill } from './commands/skill.ts';
import { stdio } from './commands/stdio.ts';
import { studio } from './commands/studio.ts';

/** All commands, in the order of the help. The first one runs when none is named. */
export const commands: readonly [CliCommand, ...(CliCommand | DelegatedCommand)[]] = [
  serve,
  stdio,
  studio,
  host,
  devices,
  doctor,
  call,
  clientConfig,
  skill,
  policy,
  audit,
  clean,
  farm,
  phone,
  selftest,
];

/** Commands that no longer exist, and the answer to those who still run them. */
export const removedCommands: ReadonlyMap<string, string> = new Map([['helper', HELPER_REMOVED]]);
