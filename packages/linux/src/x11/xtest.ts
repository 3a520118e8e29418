import type { Mouse, MouseButton, WheelDirection } from '../input/pointer.ts';
import type { X11Connection } from './connection.ts';
import { UnsupportedError } from './errors.ts';
import type { Position } from './protocol.ts';
import { encodeName, opcodes } from './protocol.ts';

/** XTEST's request that makes an input event. */
const FAKE_INPUT = 2;
const eventTypes = { keyPress: 2, keyRelease: 3, buttonPress: 4, buttonRelease: 5, motion: 6 } as const;

const buttons: Readonly<Record<MouseButton, number>> = { left: 1, middle: 2, right: 3 };
/** The wheel is four more buttons. */
const wheelButtons: Readonly<Record<WheelDirection, number>> = { up: 4, down: 5, left: 6, right: 7 };

/** Synthetic input through the XTEST extension. Applications cannot tell it from a person's own input. */
export class XTest implements Mouse {
  readonly #connection: X11Connection;
  readonly #opcode: number;

  private constructor(connection: X11Connection, opcode: number) {
    this.#connection = connection;
    this.#opcode = opcode;
  }

  static async open(connection: X11Connection): Promise<XTest> {
    const opcode = await extensionOpcode(connection, 'XTEST');
    if (opcode === undefined)
      throw new UnsupportedError('the X server has no XTEST extension, so nothing can be typed or clicked');
    return new XTest(connection, opcode);
  }

  key(keycode: number, pressed: boolean): void {
    this.#fakeInput(pressed ? eventTypes.keyPress : eventTypes.keyRelease, keycode);
  }

  button(button: MouseButton, pressed: boolean): void {
    this.#button(buttons[button], pressed);
  }

  wheel(direction: WheelDirection, notches: number): void {
    for (let notch = 0; notch < notches; notch++) {
      this.#button(wheelButtons[direction], true);
      this.#button(wheelButtons[direction], false);
    }
  }

  move({ x, y }: Position): void {
    this.#fakeInput(eventTypes.motion, 0, { x, y });
  }

  sync(): Promise<void> {
    return this.#connection.sync();
  }

  #button(button: number, pressed: boolean): void {
    this.#fakeInput(pressed ? eventTypes.buttonPress : eventTypes.buttonRelease, button);
  }

  #fakeInput(type: number, detail: number, { x, y } = { x: 0, y: 0 }): void {
    const body = Buffer.alloc(32);
    body.writeUInt8(type, 0);
    body.writeUInt8(detail, 1);
    body.writeUInt32LE(this.#connection.setup.screen.root, 8);
    body.writeInt16LE(Math.round(x), 20);
    body.writeInt16LE(Math.round(y), 22);
    this.#connection.send({ opcode: this.#opcode, detail: FAKE_INPUT, body });
  }
}

/** Major opcode of an extension; undefined if the server does not have it. */
export async function extensionOpcode(connection: X11Connection, name: string): Promise<number | undefined> {
  const reply = await connection.request({ opcode: opcodes.queryExtension, body: encodeName(name) });
  return reply.readUInt8(8) === 1 ? reply.readUInt8(9) : undefined;
}
