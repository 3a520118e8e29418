import type { Call } from '@handeye/core/call/call';
import type { Rectangle } from '../display-parts/managed-window.ts';
import type { Drag, Mouse, MouseButton, Position, WheelDirection } from '../input/pointer.ts';
import { Pointer } from '../input/pointer.ts';
import type { WaylandConnection } from './connection.ts';
import type { Outputs } from './outputs.ts';
import type { Global, Registry } from './registry.ts';

export const VIRTUAL_POINTER_MANAGER = 'zwlr_virtual_pointer_manager_v1';

const CREATE_VIRTUAL_POINTER = 0;
const requests = { motionAbsolute: 1, button: 2, frame: 4, axisSource: 5, axisDiscrete: 7 } as const;
/** Linux's numbers of mouse buttons (BTN_LEFT, BTN_RIGHT, BTN_MIDDLE). */
const buttons: Readonly<Record<MouseButton, number>> = { left: 0x110, right: 0x111, middle: 0x112 };
const WHEEL_SOURCE = 0;
/** libinput's value for one notch of a wheel, in degrees. */
const DEGREES_PER_NOTCH = 15;
const wheels: Readonly<Record<WheelDirection, { axis: number; sign: 1 | -1 }>> = {
  up: { axis: 0, sign: -1 },
  down: { axis: 0, sign: 1 },
  left: { axis: 1, sign: -1 },
  right: { axis: 1, sign: 1 },
};

/** A pointer of our own at the compositor's seat (wlr-virtual-pointer), for the whole layout of monitors. */
export class VirtualPointer {
  readonly #outputs: Outputs;
  readonly #mouse: VirtualMouse;
  readonly #pointer: Pointer;

  constructor(
    connection: WaylandConnection,
    { registry, manager, outputs }: { registry: Registry; manager: Global; outputs: Outputs },
  ) {
    this.#outputs = outputs;
    this.#mouse = new VirtualMouse(connection, registry.bind(manager, 1));
    this.#pointer = new Pointer(this.#mouse);
  }

  async drag(drags: readonly Drag[], call: Call): Promise<void> {
    await this.#measure(call);
    return this.#pointer.drag(drags, call);
  }

  async click(at: Position, button: MouseButton, call: Call): Promise<void> {
    await this.#measure(call);
    return this.#pointer.click(at, button, call);
  }

  async scroll(
    at: Position,
    turn: { readonly direction: WheelDirection; readonly notches: number },
    call: Call,
  ): Promise<void> {
    await this.#measure(call);
    return this.#pointer.scroll(at, turn, call);
  }

  /** Positions are fractions of the layout, which may have changed. */
  async #measure(call: Call): Promise<void> {
    this.#mouse.layout = await this.#outputs.layout(call);
  }
}

class VirtualMouse implements Mouse {
  readonly #connection: WaylandConnection;
  readonly #id: number;
  layout: Rectangle = { left: 0, top: 0, right: 0, bottom: 0 };

  constructor(connection: WaylandConnection, manager: number) {
    this.#connection = connection;
    this.#id = connection.newObject('zwlr_virtual_pointer_v1');
    // No seat is named: the compositor takes its first.
    connection.send(manager, CREATE_VIRTUAL_POINTER, 0, this.#id);
  }

  move({ x, y }: Position): void {
    const { left, top, right, bottom } = this.layout;
    // Halves, so that the pointer is in the middle of its pixel.
    const at = (position: number, extent: number) => {
      const halves = 2 * Math.floor(position) + 1;
      return Math.min(Math.max(0, halves), 2 * extent);
    };
    const [width, height] = [right - left, bottom - top];
    const point = [at(x, width), at(y, height), 2 * width, 2 * height];
    this.#send(requests.motionAbsolute, now(), ...point);
    this.#send(requests.frame);
  }

  button(button: MouseButton, pressed: boolean): void {
    this.#send(requests.button, now(), buttons[button], pressed ? 1 : 0);
    this.#send(requests.frame);
  }

  wheel(direction: WheelDirection, notches: number): void {
    const { axis, sign } = wheels[direction];
    for (let notch = 0; notch < notches; notch++) {
      this.#send(requests.axisSource, WHEEL_SOURCE);
      this.#send(requests.axisDiscrete, now(), axis, { fixed: sign * DEGREES_PER_NOTCH }, sign);
      this.#send(requests.frame);
    }
  }

  sync(): Promise<void> {
    return this.#connection.sync();
  }

  #send(opcode: number, ...args: Parameters<WaylandConnection['send']>[2][]): void {
    this.#connection.send(this.#id, opcode, ...args);
  }
}

/** The time of an event, by the kernel's clock for real mice: programs detect double clicks by it. */
function now(): number {
  return Number((process.hrtime.bigint() / 1_000_000n) & 0xffff_ffffn);
}
