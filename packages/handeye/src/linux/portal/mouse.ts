import type { Mouse, MouseButton, Position, WheelDirection } from '../input/pointer.ts';
import type { RemoteSession } from './remote-session.ts';

/** Button codes of linux/input-event-codes.h. */
const buttonCodes: Readonly<Record<MouseButton, number>> = { left: 0x110, right: 0x111, middle: 0x112 };

/** Axes of NotifyPointerAxisDiscrete, and which way a notch turns. */
const wheel: Readonly<Record<WheelDirection, { readonly axis: number; readonly step: number }>> = {
  up: { axis: 0, step: -1 },
  down: { axis: 0, step: 1 },
  left: { axis: 1, step: -1 },
  right: { axis: 1, step: 1 },
};

/** The mouse of a RemoteDesktop session. */
export class PortalMouse implements Mouse {
  readonly #session: RemoteSession;

  constructor(session: RemoteSession) {
    this.#session = session;
  }

  /** Lets the compositor make its mouse, by a motion that leaves it where it is. */
  wake(): void {
    this.#session.notify('PointerMotion', 'dd', [0, 0]);
  }

  move(to: Position): void {
    const at = this.#session.onStream(to);
    if (at) this.#session.notify('PointerMotionAbsolute', 'udd', [at.node, at.x, at.y]);
  }

  button(button: MouseButton, pressed: boolean): void {
    this.#session.notify('PointerButton', 'iu', [buttonCodes[button], pressed ? 1 : 0]);
  }

  wheel(direction: WheelDirection, notches: number): void {
    const { axis, step } = wheel[direction];
    for (let notch = 0; notch < notches; notch++)
      this.#session.notify('PointerAxisDiscrete', 'ui', [axis, step]);
  }

  sync(): Promise<void> {
    return this.#session.confirm();
  }
}
