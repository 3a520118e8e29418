import type { Bounds } from '../../ui/node.ts';
import type { Properties } from './properties.ts';
import type { XServer } from './server.ts';
import { XError } from './server.ts';

/** A window that the window manager manages. */
export interface XWindow {
  readonly id: number;
  readonly title: string;
  readonly pid: number | undefined;
  /** The name of its application, as old as X itself: the class of WM_CLASS. */
  readonly className: string | undefined;
  /** The desktop file's name without its ending, where the toolkit says it. */
  readonly desktopId: string | undefined;
  /** What the application draws on, shadows included. */
  readonly drawn: Bounds;
  /** What a person sees as the window: with its title bar, without shadows. */
  readonly bounds: Bounds;
  readonly minimized: boolean;
  readonly active: boolean;
  readonly kind: 'normal' | 'dialog' | 'panel';
}

const opcode = { getGeometry: 14, translateCoordinates: 40 };

/** All managed windows of this desktop, from the top down. Windows that close meanwhile are left out. */
export async function readWindows(server: XServer, properties: Properties): Promise<XWindow[]> {
  const { root } = server.setup.screen;
  const [stacked, listed, [active = 0]] = await Promise.all([
    properties.numbers(root, '_NET_CLIENT_LIST_STACKING'),
    properties.numbers(root, '_NET_CLIENT_LIST'),
    properties.numbers(root, '_NET_ACTIVE_WINDOW'),
  ]);
  const ids = (stacked.length > 0 ? stacked : listed).toReversed();
  const windows = await Promise.all(
    ids.map((id) => readWindow(server, properties, { id, active: id === active }).catch(undefinedIfClosed)),
  );
  return windows.filter((window) => window !== undefined);
}

async function readWindow(
  server: XServer,
  properties: Properties,
  { id, active }: { id: number; active: boolean },
): Promise<XWindow> {
  const [drawn, facts, border, shadow, states] = await Promise.all([
    drawnBounds(server, id),
    readFacts(properties, id),
    properties.numbers(id, '_NET_FRAME_EXTENTS'),
    properties.numbers(id, '_GTK_FRAME_EXTENTS'),
    properties.numbers(id, '_NET_WM_STATE'),
  ]);
  const hidden = await properties.atom('_NET_WM_STATE_HIDDEN');
  return {
    id,
    active,
    drawn,
    bounds: grown(grown(drawn, border, 1), shadow, -1),
    minimized: states.includes(hidden),
    ...facts,
  };
}

async function readFacts(properties: Properties, id: number) {
  const [netName, oldName, [pid], wmClass, gtkId, kdeId, kind] = await Promise.all([
    properties.text(id, '_NET_WM_NAME'),
    properties.text(id, 'WM_NAME'),
    properties.numbers(id, '_NET_WM_PID'),
    properties.text(id, 'WM_CLASS'),
    properties.text(id, '_GTK_APPLICATION_ID'),
    properties.text(id, '_KDE_NET_WM_DESKTOP_FILE'),
    kindOf(properties, id),
  ]);
  return {
    title: netName ?? oldName ?? '',
    pid,
    // WM_CLASS holds two strings, each ended by a zero byte: the instance and the class.
    className: wmClass?.split('\0')[1],
    desktopId: withoutZero(gtkId ?? kdeId),
    kind,
  };
}

async function kindOf(properties: Properties, id: number): Promise<XWindow['kind']> {
  const [types, dialog, dock, desktop] = await Promise.all([
    properties.numbers(id, '_NET_WM_WINDOW_TYPE'),
    properties.atom('_NET_WM_WINDOW_TYPE_DIALOG'),
    properties.atom('_NET_WM_WINDOW_TYPE_DOCK'),
    properties.atom('_NET_WM_WINDOW_TYPE_DESKTOP'),
  ]);
  if (types.includes(dialog)) return 'dialog';
  return types.includes(dock) || types.includes(desktop) ? 'panel' : 'normal';
}

async function drawnBounds(server: XServer, window: number): Promise<Bounds> {
  const where = Buffer.alloc(12);
  where.writeUInt32LE(window, 0);
  where.writeUInt32LE(server.setup.screen.root, 4);
  const what = Buffer.alloc(4);
  what.writeUInt32LE(window, 0);
  const [place, geometry] = await Promise.all([
    server.ask({ opcode: opcode.translateCoordinates, body: where }),
    server.ask({ opcode: opcode.getGeometry, body: what }),
  ]);
  const left = place.readInt16LE(12);
  const top = place.readInt16LE(14);
  return { left, top, right: left + geometry.readUInt16LE(16), bottom: top + geometry.readUInt16LE(18) };
}

/** Edges come as left, right, top, bottom. */
function grown(bounds: Bounds, edges: readonly number[], sign: 1 | -1): Bounds {
  const [left = 0, right = 0, top = 0, bottom = 0] = edges;
  return {
    left: bounds.left - sign * left,
    top: bounds.top - sign * top,
    right: bounds.right + sign * right,
    bottom: bounds.bottom + sign * bottom,
  };
}

function withoutZero(text: string | undefined): string | undefined {
  return text?.replace(/\0.*$/s, '');
}

function undefinedIfClosed(error: unknown): undefined {
  if (error instanceof XError) return undefined;
  throw error;
}
