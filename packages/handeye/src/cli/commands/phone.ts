import { join } from 'node:path';
import { configFolder } from '../../config/folder.ts';
import type { DelegatedCommand } from '../command.ts';

/** The command `virtual-phone` of the virtual phone's package, which has its own options. */
export const phone: DelegatedCommand = {
  name: 'phone',
  about: 'Start only the virtual phone, for adb and other tools.',
  async delegate(argv, environment) {
    const { runCommand } = await import('@handeye/virtual-phone');
    return await runCommand(argv, {
      name: 'handeye phone',
      stdin: environment.stdin,
      stdout: environment.stdout,
      stderr: environment.stderr,
      keysFile: join(configFolder(environment), 'phone-keys'),
      stopped: environment.stopped,
    });
  },
};
