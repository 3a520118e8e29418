// The command line as a process of its own, with the rooms of the tests.
import { main } from '../../src/cli/main.ts';
import { fakeRooms } from './fake-rooms.ts';
import { ownProcess } from './own-process.ts';

const rooms = fakeRooms();
process.exitCode = await main(process.argv.slice(2), ownProcess(), rooms);
console.log(rooms.events.join(' '));
