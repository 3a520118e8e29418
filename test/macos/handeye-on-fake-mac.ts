// Handeye as a process of its own on a Mac that is not there: its first argument says which (see optionsOf).
import { homedir } from 'node:os';
import { main } from '../../src/cli/main.ts';
import { stopSignal } from '../../src/cli/signals.ts';
import { roomsOf } from '../../src/cli/wire.ts';
import type { MacOptions } from '../../src/macos/index.ts';

const [options = '{}', ...argv] = process.argv.slice(2);
process.exitCode = await main(
  argv,
  {
    env: process.env,
    platform: 'darwin',
    home: homedir(),
    stdin: process.stdin,
    stdout: process.stdout,
    stderr: process.stderr,
    cwd: process.cwd(),
    version: '1.2.3',
    program: [process.execPath, 'cli.js'],
    stopped: stopSignal(process, () => performance.now()),
  },
  roomsOf({ mac: JSON.parse(options) as MacOptions }),
);
