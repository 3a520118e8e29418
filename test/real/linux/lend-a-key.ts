/** Lends a key of the display to a character and waits to be killed: what a server leaves that dies while it types. */
import { realClock, withinLimit } from '../../../src/device/call.ts';
import { Keymap, keysymOf } from '../../../src/linux/x11/keymap.ts';
import { LentKeys } from '../../../src/linux/x11/key-remapper.ts';
import { createOwnWindow } from '../../../src/linux/x11/hidden-window.ts';
import { Properties } from '../../../src/linux/x11/properties.ts';
import { XServer } from '../../../src/linux/x11/connection.ts';

const [, , display = ''] = process.argv;
const server = await withinLimit({ clock: realClock, limit: 10_000 }, (call) =>
  XServer.connect(display, process.env, call),
);
const lentKeys = new LentKeys(server, new Properties(server), createOwnWindow(server));
const [spare = 0] = (await Keymap.read(server)).spare;
await lentKeys.lend(new Map([[spare, keysymOf('☂')]]));
await server.settled();
process.stdout.write('lent\n');
