import type { Call } from '@handeye/core/call/call';
import { orAborted, pause } from '@handeye/core/call/call';
import type { ManagedWindow } from '../display-parts/managed-window.ts';
import type { RawImage } from '../display-parts/raw-image.ts';
import { capture } from './capture.ts';
import type { X11Connection } from './connection.ts';
import { UnsupportedError, X11Error } from './errors.ts';
import { opcodes, words } from './protocol.ts';
import { extensionOpcode } from './xtest.ts';

/** Requests of the Composite extension. */
const composite = { queryVersion: 0, redirectWindow: 1, unredirectWindow: 3, nameWindowPixmap: 6 } as const;
const AUTOMATIC = 0;
/** Pixmaps of windows came with version 0.2. */
const VERSION = [0, 4] as const;
/** The program must first redraw the covered part, and there is no event for that. */
const REDRAW_MS = 300;

/**
 * The area that a window draws on, without what covers it (Composite), else that part of the screen. Its place is its
 * `clientBounds`.
 */
export async function captureWindow(
  connection: X11Connection,
  window: ManagedWindow,
  { screen, call }: { screen: { width: number; height: number }; call: Call },
): Promise<RawImage> {
  if (window.minimized) throw new UnsupportedError('the window is minimised, so there is no picture of it');
  const opcode = await orAborted(extensionOpcode(connection, 'Composite'), call.signal);
  const whole = opcode === undefined ? undefined : await captureContent(connection, { window, opcode }, call);
  return whole ?? capturePart(connection, window, screen, call);
}

/** Undefined where the server does not keep the content of this window. */
async function captureContent(
  connection: X11Connection,
  { window, opcode }: { window: ManagedWindow; opcode: number },
  call: Call,
): Promise<RawImage | undefined> {
  const ask = (detail: number, ...values: number[]) => ({ opcode, detail, body: words(...values) });
  await orAborted(connection.request(ask(composite.queryVersion, ...VERSION)), call.signal);
  const pixmap = connection.newId();
  connection.send(ask(composite.redirectWindow, window.id, AUTOMATIC));
  try {
    await pause(REDRAW_MS, call);
    connection.send(ask(composite.nameWindowPixmap, window.id, pixmap));
    const { left, top, right, bottom } = window.clientBounds;
    const size = { width: right - left, height: bottom - top };
    return await orAborted(capture(connection, { drawable: pixmap, left: 0, top: 0, ...size }), call.signal);
  } catch (error) {
    if (error instanceof X11Error) return undefined;
    throw error;
  } finally {
    connection.send({ opcode: opcodes.freePixmap, body: words(pixmap) });
    connection.send(ask(composite.unredirectWindow, window.id, AUTOMATIC));
  }
}

async function capturePart(
  connection: X11Connection,
  { clientBounds }: ManagedWindow,
  { width, height }: { width: number; height: number },
  call: Call,
): Promise<RawImage> {
  const [left, top] = [Math.max(0, clientBounds.left), Math.max(0, clientBounds.top)];
  const [right, bottom] = [Math.min(width, clientBounds.right), Math.min(height, clientBounds.bottom)];
  if (right <= left || bottom <= top) throw new UnsupportedError('the window is not on the screen');
  const size = { width: right - left, height: bottom - top };
  const drawable = connection.setup.screen.root;
  return orAborted(capture(connection, { drawable, left, top, ...size }), call.signal);
}
