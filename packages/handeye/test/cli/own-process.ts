import { homedir } from 'node:os';
import type { ProcessEnvironment } from '../../src/cli/command.ts';
import { stopSignal } from '../../src/cli/signals.ts';

/** The environment for a command line in a process of its own. */
export function ownProcess(platform: NodeJS.Platform = process.platform): ProcessEnvironment {
  return {
    env: process.env,
    platform,
    home: homedir(),
    stdin: process.stdin,
    stdout: process.stdout,
    stderr: process.stderr,
    cwd: process.cwd(),
    version: '1.2.3',
    program: [process.execPath, 'cli.js'],
    stopped: stopSignal(process, { platform, now: () => performance.now() }),
  };
}
