import { permissionDenied } from '../../device/errors.ts';
import { extensionOpcode } from './extension.ts';
import type { XServer } from './server.ts';

/** The kinds of event that XTest can make. */
const kinds = { keyPress: 2, keyRelease: 3, buttonPress: 4, buttonRelease: 5, motion: 6 } as const;

/** The pointer's buttons. The wheel is four of them. */
export const buttons = { left: 1, right: 3, wheelUp: 4, wheelDown: 5, wheelLeft: 6, wheelRight: 7 } as const;

/** Keys and pointer by XTest: what arrives looks like a person's own input. */
export class Input {
  readonly #server: XServer;
  readonly #opcode: number;

  private constructor(server: XServer, opcode: number) {
    this.#server = server;
    this.#opcode = opcode;
  }

  static async open(server: XServer): Promise<Input> {
    const opcode = await extensionOpcode(server, 'XTEST');
    if (opcode === undefined)
      throw permissionDenied('This X server lacks XTEST, so nothing can be typed or clicked.');
    return new Input(server, opcode);
  }

  key(keycode: number, pressed: boolean): void {
    this.#fake(pressed ? kinds.keyPress : kinds.keyRelease, keycode);
  }

  button(button: number, pressed: boolean): void {
    this.#fake(pressed ? kinds.buttonPress : kinds.buttonRelease, button);
  }

  move({ x, y }: { x: number; y: number }): void {
    this.#fake(kinds.motion, 0, { x, y });
  }

  #fake(kind: number, detail: number, { x, y } = { x: 0, y: 0 }): void {
    const body = Buffer.alloc(32);
    body.writeUInt8(kind, 0);
    body.writeUInt8(detail, 1);
    body.writeUInt32LE(this.#server.setup.screen.root, 8);
    body.writeInt16LE(Math.round(x), 20);
    body.writeInt16LE(Math.round(y), 22);
    this.#server.send({ opcode: this.#opcode, detail: 2, body });
  }
}
