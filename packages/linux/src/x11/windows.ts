import type { ManagedWindow, Rectangle } from '../display-parts/managed-window.ts';
import type { X11Connection } from './connection.ts';
import { RequestError } from './errors.ts';
import type { Properties } from './properties.ts';
import { opcodes, words } from './protocol.ts';

/** All managed windows, topmost first. Windows that close while we read are left out. */
export async function readWindows(
  connection: X11Connection,
  properties: Properties,
): Promise<ManagedWindow[]> {
  const { root } = connection.setup.screen;
  const [stacked, listed, [active = 0]] = await Promise.all([
    properties.numbers(root, '_NET_CLIENT_LIST_STACKING'),
    properties.numbers(root, '_NET_CLIENT_LIST'),
    properties.numbers(root, '_NET_ACTIVE_WINDOW'),
  ]);
  const ids = (stacked.length > 0 ? stacked : listed).toReversed();
  const windows = await Promise.all(
    ids.map((id) =>
      readWindow(connection, properties, { id, active: id === active }).catch(undefinedIfClosed),
    ),
  );
  return windows.filter((window) => window !== undefined);
}

async function readWindow(
  connection: X11Connection,
  properties: Properties,
  { id, active }: { id: number; active: boolean },
): Promise<ManagedWindow> {
  const [clientBounds, details, border, shadow, states] = await Promise.all([
    readClientBounds(connection, id),
    readDetails(properties, id),
    properties.numbers(id, '_NET_FRAME_EXTENTS'),
    properties.numbers(id, '_GTK_FRAME_EXTENTS'),
    properties.numbers(id, '_NET_WM_STATE'),
  ]);
  const hidden = await properties.atom('_NET_WM_STATE_HIDDEN');
  return {
    id,
    active,
    clientBounds,
    bounds: expand(expand(clientBounds, border, 1), shadow, -1),
    minimized: states.includes(hidden),
    ...details,
  };
}

async function readDetails(properties: Properties, id: number) {
  const [netName, oldName, [pid], wmClass, gtkId, kdeId, kind] = await Promise.all([
    properties.text(id, '_NET_WM_NAME'),
    properties.text(id, 'WM_NAME'),
    properties.numbers(id, '_NET_WM_PID'),
    properties.text(id, 'WM_CLASS'),
    properties.text(id, '_GTK_APPLICATION_ID'),
    properties.text(id, '_KDE_NET_WM_DESKTOP_FILE'),
    readKind(properties, id),
  ]);
  return {
    title: netName ?? oldName ?? '',
    pid,
    // WM_CLASS holds two zero-terminated strings, the instance and the class.
    className: wmClass?.split('\0')[1],
    desktopId: untilZero(gtkId ?? kdeId),
    kind,
  };
}

async function readKind(properties: Properties, id: number): Promise<ManagedWindow['kind']> {
  const [types, dialog, dock, desktop] = await Promise.all([
    properties.numbers(id, '_NET_WM_WINDOW_TYPE'),
    properties.atom('_NET_WM_WINDOW_TYPE_DIALOG'),
    properties.atom('_NET_WM_WINDOW_TYPE_DOCK'),
    properties.atom('_NET_WM_WINDOW_TYPE_DESKTOP'),
  ]);
  if (types.includes(dialog)) return 'dialog';
  return types.includes(dock) || types.includes(desktop) ? 'panel' : 'normal';
}

export async function readClientBounds(connection: X11Connection, window: number): Promise<Rectangle> {
  const { root } = connection.setup.screen;
  const [origin, geometry] = await Promise.all([
    connection.request({ opcode: opcodes.translateCoordinates, body: words(window, root, 0) }),
    connection.request({ opcode: opcodes.getGeometry, body: words(window) }),
  ]);
  const left = origin.readInt16LE(12);
  const top = origin.readInt16LE(14);
  return { left, top, right: left + geometry.readUInt16LE(16), bottom: top + geometry.readUInt16LE(18) };
}

/** `edges` are left, right, top, bottom, as in _NET_FRAME_EXTENTS. */
function expand(bounds: Rectangle, edges: readonly number[], sign: 1 | -1): Rectangle {
  const [left = 0, right = 0, top = 0, bottom = 0] = edges;
  return {
    left: bounds.left - sign * left,
    top: bounds.top - sign * top,
    right: bounds.right + sign * right,
    bottom: bounds.bottom + sign * bottom,
  };
}

function untilZero(text: string | undefined): string | undefined {
  return text?.replace(/\0.*$/s, '');
}

export function undefinedIfClosed(error: unknown): undefined {
  if (error instanceof RequestError) return undefined;
  throw error;
}
