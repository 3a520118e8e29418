import { call } from './call.ts';
import { clientConfig } from './client-config.ts';
import type { Command, DelegatedCommand } from './command.ts';
import { devices } from './devices.ts';
import { doctor } from './doctor.ts';
import { helper } from './helper.ts';
import { phone } from './phone.ts';
import { selftest } from './selftest.ts';
import { serve } from './serve.ts';
import { stdio } from './stdio.ts';

/** All commands, in the order of the help. The first one runs when none is named. */
export const commands: readonly [Command, ...(Command | DelegatedCommand)[]] = [
  serve,
  stdio,
  devices,
  doctor,
  call,
  clientConfig,
  helper,
  phone,
  selftest,
];
