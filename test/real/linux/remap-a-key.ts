/** Remaps a key of the display and waits to be killed, like a server that is killed while it types. */
import { withinLimit } from '@handeye/core/call/call';
import { realClock } from '@handeye/core/call/clock';
import { X11Connection } from '../../../packages/linux/src/x11/connection.ts';
import { createHiddenWindow } from '../../../packages/linux/src/x11/hidden-window.ts';
import { KeyRemapper } from '../../../packages/linux/src/x11/key-remapper.ts';
import { keysymOf } from '../../../packages/linux/src/input/keysyms.ts';
import { Keymap } from '../../../packages/linux/src/x11/keymap.ts';
import { Properties } from '../../../packages/linux/src/x11/properties.ts';

const [, , DISPLAY = ''] = process.argv;
const connection = await withinLimit({ clock: realClock, limit: 10_000 }, (call) =>
  X11Connection.connect(DISPLAY, process.env, call),
);
const remapper = new KeyRemapper(connection, new Properties(connection), createHiddenWindow(connection));
const [KEYCODE = 0] = (await Keymap.read(connection)).unusedKeycodes;
await remapper.remap(new Map([[KEYCODE, keysymOf('☂')]]));
await connection.sync();
process.stdout.write('remapped\n');
