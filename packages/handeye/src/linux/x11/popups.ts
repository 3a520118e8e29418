import type { Popup } from '../display-parts/managed-window.ts';
import type { X11Connection } from './connection.ts';
import type { Properties } from './properties.ts';
import { opcodes, words } from './protocol.ts';
import { readClientBounds, undefinedIfClosed } from './windows.ts';

const VIEWABLE = 2;
/** Types of windows that only show something. */
const passiveTypes = ['TOOLTIP', 'NOTIFICATION', 'DND', 'SPLASH'] as const;

/** Open menus and lists: windows that are shown without the window manager. Qt 6.4 says of them only what they are not. */
export async function readPopups(
  connection: X11Connection,
  properties: Properties,
): Promise<readonly Popup[]> {
  const { root } = connection.setup.screen;
  const tree = await connection.request({ opcode: opcodes.queryTree, body: words(root) });
  const ids = Array.from({ length: tree.readUInt16LE(16) }, (_, index) => tree.readUInt32LE(32 + 4 * index));
  const popups = await Promise.all(
    ids.map((id) => readPopup(connection, properties, id).catch(undefinedIfClosed)),
  );
  return popups.filter((popup) => popup !== undefined);
}

async function readPopup(
  connection: X11Connection,
  properties: Properties,
  id: number,
): Promise<Popup | undefined> {
  const attributes = await connection.request({ opcode: opcodes.getWindowAttributes, body: words(id) });
  const isUnmanaged = attributes.readUInt8(27) === 1;
  if (!isUnmanaged || attributes.readUInt8(26) !== VIEWABLE) return undefined;
  const [types, passive, [pid], bounds] = await Promise.all([
    properties.numbers(id, '_NET_WM_WINDOW_TYPE'),
    Promise.all(passiveTypes.map((type) => properties.atom(`_NET_WM_WINDOW_TYPE_${type}`))),
    properties.numbers(id, '_NET_WM_PID'),
    readClientBounds(connection, id),
  ]);
  return types.some((type) => passive.includes(type)) ? undefined : { pid, bounds };
}
