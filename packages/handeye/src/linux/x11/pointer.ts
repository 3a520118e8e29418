import type { Call } from '../../call/call.ts';
import { orAborted, pause } from '../../call/call.ts';
import type { X11Connection } from './connection.ts';
import type { Position } from './protocol.ts';
import type { XTest } from './xtest.ts';
import { buttons } from './xtest.ts';

/** Where the pointer is `time` milliseconds after the gesture began. */
export interface TimedPosition extends Position {
  readonly time: number;
}

/** A drag: the button is pressed at the first position and released at the last. */
export type Drag = readonly [TimedPosition, ...TimedPosition[]];

/** GTK and Qt take two clicks within 400 ms and 5 pixels for a double click, Chromium within 500 ms. */
const DOUBLE_CLICK_MS = 550;
const DOUBLE_CLICK_PIXELS = 10;

/** Time between two motion events. A single jump is not a drag: applications follow the path. */
const MOTION_STEP_MS = 15;

const wheelButtons = {
  up: buttons.wheelUp,
  down: buttons.wheelDown,
  left: buttons.wheelLeft,
  right: buttons.wheelRight,
} as const;

export type WheelDirection = keyof typeof wheelButtons;

/** The mouse. */
export class Pointer {
  readonly #connection: X11Connection;
  readonly #xtest: XTest;
  #lastClick: TimedPosition | undefined;

  constructor(connection: X11Connection, xtest: XTest) {
    this.#connection = connection;
    this.#xtest = xtest;
  }

  /** Drags with the left button, at the times given. Resolves when the server has processed all events. */
  async drag(drags: readonly Drag[], call: Call): Promise<void> {
    const inOrder = drags.toSorted(([a], [b]) => a.time - b.time);
    const [[first] = []] = inOrder;
    if (first) await this.#avoidDoubleClick(first, call);
    const start = call.clock.now();
    for (const drag of inOrder) await this.#dragOnce(drag, start, call);
    await orAborted(this.#connection.sync(), call.signal);
  }

  async click(at: Position, button: 'left' | 'middle' | 'right', call: Call): Promise<void> {
    await this.#avoidDoubleClick(at, call);
    this.#xtest.move(at);
    this.#xtest.button(buttons[button], true);
    this.#xtest.button(buttons[button], false);
    this.#lastClick = { ...at, time: call.clock.now() };
    await orAborted(this.#connection.sync(), call.signal);
  }

  /** Turns the wheel over a position. */
  async scroll(
    at: Position,
    { direction, notches }: { direction: WheelDirection; notches: number },
    call: Call,
  ): Promise<void> {
    this.#xtest.move(at);
    for (let notch = 0; notch < notches; notch++) {
      this.#xtest.button(wheelButtons[direction], true);
      this.#xtest.button(wheelButtons[direction], false);
    }
    await orAborted(this.#connection.sync(), call.signal);
  }

  /**
   * Two clicks on the same place in quick succession would be a double click: a row clicked twice would open, and
   * GTK3 would not show a second context menu. A double click on purpose is two drags in one call.
   */
  async #avoidDoubleClick({ x, y }: Position, call: Call): Promise<void> {
    const last = this.#lastClick;
    if (last && Math.hypot(x - last.x, y - last.y) <= DOUBLE_CLICK_PIXELS)
      await waitUntil(last.time + DOUBLE_CLICK_MS, call);
  }

  async #dragOnce([first, ...rest]: Drag, start: number, call: Call): Promise<void> {
    await waitUntil(start + first.time, call);
    this.#xtest.move(first);
    this.#xtest.button(buttons.left, true);
    try {
      for (const position of interpolate([first, ...rest])) {
        await waitUntil(start + position.time, call);
        this.#xtest.move(position);
      }
    } finally {
      // Never leave the button pressed.
      this.#xtest.button(buttons.left, false);
      this.#lastClick = { ...(rest.at(-1) ?? first), time: call.clock.now() };
    }
  }
}

function interpolate([first, ...rest]: Drag): TimedPosition[] {
  let from: TimedPosition = first;
  return rest.flatMap((to) => {
    const start = from;
    from = to;
    const steps = Math.max(1, Math.round((to.time - start.time) / MOTION_STEP_MS));
    return Array.from({ length: steps }, (_, step) => between(start, to, (step + 1) / steps));
  });
}

function between(from: TimedPosition, to: TimedPosition, part: number): TimedPosition {
  const at = (one: number, other: number) => one + (other - one) * part;
  return { x: at(from.x, to.x), y: at(from.y, to.y), time: at(from.time, to.time) };
}

async function waitUntil(time: number, call: Call): Promise<void> {
  const wait = time - call.clock.now();
  if (wait > 0) await pause(wait, call);
}
