import type { ManagedWindow, Rectangle, UnmanagedWindow } from '../display-parts/managed-window.ts';
import type { X11Connection } from './connection.ts';
import type { Properties } from './properties.ts';
import { opcodes, words } from './protocol.ts';
import { readClientBounds, undefinedIfClosed } from './windows.ts';
import { extensionOpcode } from './xtest.ts';

const VIEWABLE = 2;
/** SHAPE's request for the rectangles of a window's shape, and the shape that takes clicks (SHAPE 1.1). */
const GET_RECTANGLES = 8;
const INPUT_SHAPE = 2;
/** Deeper than any window manager nests its frames. */
const MAX_FRAMES = 10;
/** Types of windows that come and go beside the ones in use; menus and all other types are there to be used. */
const passingTypes = ['TOOLTIP', 'NOTIFICATION', 'DND', 'SPLASH'] as const;

/**
 * All windows that take clicks, topmost first, managed or not: a window that a program puts over everything else is in no list
 * of the window manager, and nevertheless gets the click.
 */
export async function readStacking(
  connection: X11Connection,
  properties: Properties,
  managed: readonly ManagedWindow[],
): Promise<readonly (ManagedWindow | UnmanagedWindow)[]> {
  const { root } = connection.setup.screen;
  const [{ children }, shape, frames] = await Promise.all([
    queryTree(connection, root),
    extensionOpcode(connection, 'SHAPE'),
    Promise.all(managed.map((window) => topLevelOf(connection, window.id).catch(undefinedIfClosed))),
  ]);
  const byFrame = new Map(managed.map((window, index) => [frames[index], window]));
  const read = children.toReversed().map(async (id) => {
    const attributes = await connection.request({ opcode: opcodes.getWindowAttributes, body: words(id) });
    if (attributes.readUInt8(26) !== VIEWABLE) return undefined;
    return byFrame.get(id) ?? readUnmanaged(connection, properties, { id, shape });
  });
  const windows = await Promise.all(read.map((one) => one.catch(undefinedIfClosed)));
  return windows.filter((window) => window !== undefined);
}

async function readUnmanaged(
  connection: X11Connection,
  properties: Properties,
  { id, shape }: { readonly id: number; readonly shape: number | undefined },
): Promise<UnmanagedWindow | undefined> {
  const [bounds, input, types, passing, [pid], netName, oldName, wmClass] = await Promise.all([
    readClientBounds(connection, id),
    shape === undefined ? undefined : readInputShape(connection, shape, id),
    properties.numbers(id, '_NET_WM_WINDOW_TYPE'),
    Promise.all(passingTypes.map((type) => properties.atom(`_NET_WM_WINDOW_TYPE_${type}`))),
    properties.numbers(id, '_NET_WM_PID'),
    properties.text(id, '_NET_WM_NAME'),
    properties.text(id, 'WM_NAME'),
    properties.text(id, 'WM_CLASS'),
  ]);
  const clickable = input === undefined ? bounds : clickablePart(bounds, input);
  if (!clickable) return undefined;
  return {
    id,
    pid,
    title: netName ?? oldName ?? '',
    className: wmClass?.split('\0')[1],
    bounds: clickable,
    isPassing: types.some((type) => passing.includes(type)),
    isUnmanaged: true,
  };
}

/** The window below the root that holds a window: the frame that its window manager put around it, or itself. */
async function topLevelOf(connection: X11Connection, window: number): Promise<number> {
  const { root } = connection.setup.screen;
  let top = window;
  for (let frames = 0; frames < MAX_FRAMES; frames += 1) {
    const { parent } = await queryTree(connection, top);
    if (parent === root || parent === 0) return top;
    top = parent;
  }
  return top;
}

async function queryTree(connection: X11Connection, window: number) {
  const reply = await connection.request({ opcode: opcodes.queryTree, body: words(window) });
  const count = reply.readUInt16LE(16);
  return {
    parent: reply.readUInt32LE(12),
    /** From the bottom up. */
    children: Array.from({ length: count }, (_, index) => reply.readUInt32LE(32 + 4 * index)),
  };
}

/** Where a window takes clicks, from its own corner. Empty if it lets all of them through. */
async function readInputShape(connection: X11Connection, shape: number, window: number) {
  const body = words(window, INPUT_SHAPE);
  const reply = await connection.request({ opcode: shape, detail: GET_RECTANGLES, body });
  return Array.from({ length: reply.readUInt32LE(8) }, (_, index): Rectangle => {
    const at = 32 + 8 * index;
    const [left, top] = [reply.readInt16LE(at), reply.readInt16LE(at + 2)];
    return {
      left,
      top,
      right: left + reply.readUInt16LE(at + 4),
      bottom: top + reply.readUInt16LE(at + 6),
    };
  });
}

/** The smallest part of a window that contains everything that takes clicks. */
function clickablePart(window: Rectangle, shape: readonly Rectangle[]): Rectangle | undefined {
  const edge = (side: keyof Rectangle, pick: (...all: number[]) => number) =>
    pick(...shape.map((one) => one[side]));
  const part = {
    left: Math.max(window.left, window.left + edge('left', Math.min)),
    top: Math.max(window.top, window.top + edge('top', Math.min)),
    right: Math.min(window.right, window.left + edge('right', Math.max)),
    bottom: Math.min(window.bottom, window.top + edge('bottom', Math.max)),
  };
  return part.left < part.right && part.top < part.bottom ? part : undefined;
}
