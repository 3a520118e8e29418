import type { X11Connection } from './connection.ts';
import { extensionOpcode } from './xtest.ts';

/** XKB's requests. */
const USE_EXTENSION = 0;
const LATCH_LOCK_STATE = 5;
/** XkbUseCoreKbd. */
const CORE_KEYBOARD = 0x100;
const VERSION = { major: 1, minor: 0 };

/** Switches among the layouts of the keyboard, as a person does with a key for it. */
export class LayoutLock {
  readonly #connection: X11Connection;
  readonly #opcode: number;

  private constructor(connection: X11Connection, opcode: number) {
    this.#connection = connection;
    this.#opcode = opcode;
  }

  /** Undefined if the server has no XKB, and therefore one layout. */
  static async open(connection: X11Connection): Promise<LayoutLock | undefined> {
    const opcode = await extensionOpcode(connection, 'XKEYBOARD');
    if (opcode === undefined) return undefined;
    const body = Buffer.alloc(4);
    body.writeUInt16LE(VERSION.major, 0);
    body.writeUInt16LE(VERSION.minor, 2);
    const reply = await connection.request({ opcode, detail: USE_EXTENSION, body });
    return reply.readUInt8(1) === 1 ? new LayoutLock(connection, opcode) : undefined;
  }

  /** In order with the keys that are sent before and after. */
  lock(layout: number): void {
    const body = Buffer.alloc(12);
    body.writeUInt16LE(CORE_KEYBOARD, 0);
    body.writeUInt8(1, 4);
    body.writeUInt8(layout, 5);
    this.#connection.send({ opcode: this.#opcode, detail: LATCH_LOCK_STATE, body });
  }
}
