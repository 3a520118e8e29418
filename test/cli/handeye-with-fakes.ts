// The command line as a process of its own, with the rooms of the tests.
import { homedir } from 'node:os';
import { main } from '../../src/cli/main.ts';
import { stopSignal } from '../../src/cli/signals.ts';
import { fakeRooms } from './fake-rooms.ts';

const rooms = fakeRooms();
process.exitCode = await main(
  process.argv.slice(2),
  {
    env: process.env,
    platform: process.platform,
    home: homedir(),
    stdin: process.stdin,
    stdout: process.stdout,
    stderr: process.stderr,
    cwd: process.cwd(),
    version: '1.2.3',
    program: [process.execPath, 'cli.js'],
    stopped: stopSignal(process, () => performance.now()),
  },
  rooms,
);
console.log(rooms.events.join(' '));
