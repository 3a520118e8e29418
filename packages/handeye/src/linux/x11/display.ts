import type { Call } from '../../device/call.ts';
import { orAborted, pause } from '../../device/call.ts';
import type { Clipboard, Picture } from '../../device/port.ts';
import type { Screen } from '../../ui/snapshot.ts';
import { capture } from './capture.ts';
import { Input } from './input.ts';
import { Keyboard } from './keyboard.ts';
import { LentKeys } from './lent-keys.ts';
import { createOwnWindow } from './own-window.ts';
import { Pointer } from './pointer.ts';
import { Properties } from './properties.ts';
import { Selection } from './selection.ts';
import { XServer } from './server.ts';
import type { XWindow } from './windows.ts';
import { readWindows } from './windows.ts';

/** Where nobody says how dense the screen is: what X assumes. */
const USUAL_DENSITY = 96;
const MILLIMETRES_PER_INCH = 25.4;
const ACTIVATION_PAUSE = 20;
const ACTIVATION_PATIENCE = 1000;

/** An X display: its windows, and hands on its keyboard, its mouse and its clipboard. */
export class Display {
  readonly keyboard: Keyboard;
  readonly pointer: Pointer;
  readonly clipboard: Clipboard;
  readonly #server: XServer;
  readonly #properties: Properties;

  private constructor(server: XServer, input: Input) {
    this.#server = server;
    this.#properties = new Properties(server);
    const window = createOwnWindow(server);
    this.keyboard = new Keyboard(server, input, new LentKeys(server, this.#properties, window));
    this.pointer = new Pointer(server, input);
    this.clipboard = new Selection(server, this.#properties, window);
  }

  static async open(name: string, environment: NodeJS.ProcessEnv, call: Call): Promise<Display> {
    const server = await XServer.connect(name, environment, call);
    try {
      return new Display(server, await orAborted(Input.open(server), call.signal));
    } catch (error) {
      server.close();
      throw error;
    }
  }

  /** Its managed windows, from the top down. */
  windows(call: Call): Promise<XWindow[]> {
    return orAborted(readWindows(this.#server, this.#properties), call.signal);
  }

  /** Its size now: it may have been turned or resized since we connected. */
  async screen(call: Call): Promise<Screen> {
    const { root, millimetres, width: widthThen } = this.#server.setup.screen;
    const body = Buffer.alloc(4);
    body.writeUInt32LE(root, 0);
    const geometry = await orAborted(this.#server.ask({ opcode: 14, body }), call.signal);
    const measured = millimetres > 0 ? Math.round((widthThen * MILLIMETRES_PER_INCH) / millimetres) : 0;
    return {
      width: geometry.readUInt16LE(16),
      height: geometry.readUInt16LE(18),
      density: measured || USUAL_DENSITY,
    };
  }

  async picture(call: Call): Promise<Picture> {
    const size = await this.screen(call);
    return orAborted(capture(this.#server, size), call.signal);
  }

  /** Brings a window to the front and waits until it has the keyboard. False if the window manager does not do it. */
  async activate(window: number, call: Call): Promise<boolean> {
    const { root } = this.#server.setup.screen;
    const message = Buffer.alloc(32);
    message.writeUInt8(33, 0);
    message.writeUInt8(32, 1);
    message.writeUInt32LE(window, 4);
    message.writeUInt32LE(await this.#properties.atom('_NET_ACTIVE_WINDOW'), 8);
    // 2: a pager asks on the user's behalf, so that focus stealing prevention lets it through.
    message.writeUInt32LE(2, 12);
    const to = Buffer.alloc(8);
    to.writeUInt32LE(root, 0);
    to.writeUInt32LE(0x18_0000, 4);
    this.#server.send({ opcode: 25, body: Buffer.concat([to, message]) });
    const end = call.clock.now() + ACTIVATION_PATIENCE;
    for (;;) {
      if (await this.#isActive(window)) return true;
      if (call.clock.now() >= end) return false;
      await pause(ACTIVATION_PAUSE, call);
    }
  }

  close(): void {
    this.#server.close();
  }

  async #isActive(window: number): Promise<boolean> {
    const [active] = await this.#properties.numbers(this.#server.setup.screen.root, '_NET_ACTIVE_WINDOW');
    return active === window;
  }
}
