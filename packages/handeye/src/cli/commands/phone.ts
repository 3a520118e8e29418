import { join } from 'node:path';
import { configFolder } from '../../config/folder.ts';
import type { DelegatedCommand } from '../command.ts';
import { loadVirtualPhone } from '../virtual-phone.ts';

/** The virtual phone has a command of its own, which reads its own options: `virtual-phone`. */
export const phone: DelegatedCommand = {
  name: 'phone',
  about: 'Start the built-in virtual phone alone, for adb and other tools.',
  async delegate(argv, environment) {
    const { runCommand } = await loadVirtualPhone();
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
