/** Lends a key of the display to a character and waits to be killed: what a server leaves that dies while it types. */
import { realClock, withinLimit } from '../../../packages/handeye/src/device/call.ts';
import { Keymap, keysymOf } from '../../../packages/handeye/src/linux/x11/keymap.ts';
import { LentKeys } from '../../../packages/handeye/src/linux/x11/lent-keys.ts';
import { createOwnWindow } from '../../../packages/handeye/src/linux/x11/own-window.ts';
import { Properties } from '../../../packages/handeye/src/linux/x11/properties.ts';
import { XServer } from '../../../packages/handeye/src/linux/x11/server.ts';

const [, , display = ''] = process.argv;
const server = await withinLimit({ clock: realClock, limit: 10_000 }, (call) =>
  XServer.connect(display, process.env, call),
);
const lentKeys = new LentKeys(server, new Properties(server), createOwnWindow(server));
const [spare = 0] = (await Keymap.read(server)).spare;
await lentKeys.lend(new Map([[spare, keysymOf('☂')]]));
await server.settled();
process.stdout.write('lent\n');
