import { type Call, orAborted, pause } from '@handeye/core/call/call';
import { Pointer } from '../input/pointer.ts';
import type { ManagedWindow, Popup, UnmanagedWindow } from '../display-parts/managed-window.ts';
import type { RawImage } from '../display-parts/raw-image.ts';
import { capture } from './capture.ts';
import { captureWindow } from './window-capture.ts';
import { X11Connection } from './connection.ts';
import { createHiddenWindow } from './hidden-window.ts';
import { KeyRemapper } from './key-remapper.ts';
import { Keyboard } from './keyboard.ts';
import { LayoutLock } from './layout-lock.ts';
import { Properties } from './properties.ts';
import { events, opcodes, words } from './protocol.ts';
import { Selection } from './selection.ts';
import { readStacking } from './stacking.ts';
import { readClientBounds, readWindows, undefinedIfClosed } from './windows.ts';
import { XTest } from './xtest.ts';

/** The density that X assumes if the screen's physical size is unknown. */
const DEFAULT_DPI = 96;
const MILLIMETRES_PER_INCH = 25.4;
const ACTIVATION_POLL_MS = 20;
const ACTIVATION_TIMEOUT_MS = 1000;
const CURRENT_TIME = 0;
/** The source indication of requests to the window manager: a pager, acting for the user, so focus stealing prevention lets it pass. */
const SOURCE_PAGER = 2;
const SUBSTRUCTURE_MASK = 0x18_0000;

/** Size in pixels; density in dots per inch. */
interface ScreenSize {
  readonly width: number;
  readonly height: number;
  readonly density: number;
}

/** An X display: its windows, keyboard, pointer and clipboard. */
export class XDisplay {
  readonly title: string;
  /** X offers everything. */
  readonly missing = {};
  readonly keyboard: Keyboard;
  readonly pointer: Pointer;
  readonly clipboard: Selection;
  readonly #connection: X11Connection;
  readonly #properties: Properties;
  readonly #remapper: KeyRemapper;

  private constructor(
    name: string,
    connection: X11Connection,
    { xtest, layoutLock }: { xtest: XTest; layoutLock: LayoutLock | undefined },
  ) {
    this.title = `X11 ${name}`;
    this.#connection = connection;
    this.#properties = new Properties(connection);
    const window = createHiddenWindow(connection);
    this.#remapper = new KeyRemapper(connection, this.#properties, window);
    this.keyboard = new Keyboard(connection, { xtest, remapper: this.#remapper, layoutLock });
    this.pointer = new Pointer(xtest);
    this.clipboard = new Selection(connection, this.#properties, window);
  }

  static async open(name: string, environment: NodeJS.ProcessEnv, call: Call): Promise<XDisplay> {
    const connection = await X11Connection.connect(name, environment, call);
    try {
      const opening = Promise.all([XTest.open(connection), LayoutLock.open(connection)]);
      const [xtest, layoutLock] = await orAborted(opening, call.signal);
      return new XDisplay(name, connection, { xtest, layoutLock });
    } catch (error) {
      connection.close();
      throw error;
    }
  }

  get ended(): boolean {
    return this.#connection.ended;
  }

  /** The window manager is asked through the same server. */
  get windowManager(): this {
    return this;
  }

  /** Its managed windows, topmost first. */
  windows(call: Call): Promise<ManagedWindow[]> {
    return orAborted(readWindows(this.#connection, this.#properties), call.signal);
  }

  popups(call: Call): Promise<readonly Popup[]> {
    return orAborted(readPopups(this.#connection, this.#properties), call.signal);
  }

  stacking(
    managed: readonly ManagedWindow[],
    call: Call,
  ): Promise<readonly (ManagedWindow | UnmanagedWindow)[]> {
    return orAborted(readStacking(this.#connection, this.#properties, managed), call.signal);
  }

  /** Its current size: it may have been rotated or resized since we connected. */
  async screen(call: Call): Promise<ScreenSize> {
    const { root, millimetres, width: initialWidth } = this.#connection.setup.screen;
    const request = { opcode: opcodes.getGeometry, body: words(root) };
    const geometry = await orAborted(this.#connection.request(request), call.signal);
    const measured = millimetres > 0 ? Math.round((initialWidth * MILLIMETRES_PER_INCH) / millimetres) : 0;
    return {
      width: geometry.readUInt16LE(16),
      height: geometry.readUInt16LE(18),
      density: measured || DEFAULT_DPI,
    };
  }

  /** The whole screen, or one window without what covers it. */
  async screenshot(call: Call, window?: ManagedWindow): Promise<RawImage> {
    const screen = await this.screen(call);
    if (window) return captureWindow(this.#connection, window, { screen, call });
    const { width, height } = screen;
    const drawable = this.#connection.setup.screen.root;
    return orAborted(capture(this.#connection, { drawable, left: 0, top: 0, width, height }), call.signal);
  }

  /** Brings a window to the front and waits until it is active. False if the window manager does not do it. */
  async activate(window: number, call: Call): Promise<boolean> {
    await this.#askWindowManager('_NET_ACTIVE_WINDOW', window, [SOURCE_PAGER]);
    const end = call.clock.now() + ACTIVATION_TIMEOUT_MS;
    for (;;) {
      if (await this.#isActive(window)) return true;
      if (call.clock.now() >= end) return false;
      await pause(ACTIVATION_POLL_MS, call);
    }
  }

  /** Asks a window to close, as its close button does: it may ask something first. */
  async askToClose(window: number): Promise<void> {
    await this.#askWindowManager('_NET_CLOSE_WINDOW', window, [CURRENT_TIME, SOURCE_PAGER]);
  }

  async #askWindowManager(what: string, window: number, data: readonly number[]): Promise<void> {
    const { root } = this.#connection.setup.screen;
    const message = Buffer.alloc(32);
    message.writeUInt8(events.clientMessage, 0);
    message.writeUInt8(32, 1);
    words(window, await this.#properties.atom(what), ...data).copy(message, 4);
    const destination = words(root, SUBSTRUCTURE_MASK);
    this.#connection.send({ opcode: opcodes.sendEvent, body: Buffer.concat([destination, message]) });
  }

  async close(): Promise<void> {
    // The server may be gone already, and the layout with it.
    if (!this.ended) await this.#remapper.restore().catch(() => undefined);
    this.#connection.close();
  }

  async #isActive(window: number): Promise<boolean> {
    const [active] = await this.#properties.numbers(this.#connection.setup.screen.root, '_NET_ACTIVE_WINDOW');
    return active === window;
  }
}

const VIEWABLE = 2;
/** Types of windows that only show something. */
const passiveTypes = ['TOOLTIP', 'NOTIFICATION', 'DND', 'SPLASH'] as const;

/**
 * Open menus and lists: windows that are shown without the window manager. Qt 6.4 sets their type only negatively: none of the
 * passing ones.
 */
async function readPopups(connection: X11Connection, properties: Properties): Promise<readonly Popup[]> {
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
