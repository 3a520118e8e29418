import type { Call } from '@handeye/core/call/call';
import { orAborted, pause } from '@handeye/core/call/call';

/** In pixels from the screen's upper left corner. */
export interface Position {
  readonly x: number;
  readonly y: number;
}

/** The position of the pointer `time` milliseconds after the gesture began. */
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

export type MouseButton = 'left' | 'middle' | 'right';
export type WheelDirection = 'up' | 'down' | 'left' | 'right';

/** The mouse events that a display offers: sent at once, in order. */
export interface Mouse {
  move(to: Position): void;
  button(button: MouseButton, pressed: boolean): void;
  wheel(direction: WheelDirection, notches: number): void;
  /** Waits until the display has processed everything sent so far. */
  sync(): Promise<void>;
}

/** Clicks, drags and turns of the wheel, made of a mouse's events. */
export class Pointer {
  readonly #mouse: Mouse;
  #lastClick: TimedPosition | undefined;

  constructor(mouse: Mouse) {
    this.#mouse = mouse;
  }

  /** Drags with the left button, at the times given. Resolves when the display has processed all events. */
  async drag(drags: readonly Drag[], call: Call): Promise<void> {
    const inOrder = drags.toSorted(([a], [b]) => a.time - b.time);
    const [[first] = []] = inOrder;
    if (first) await this.#avoidDoubleClick(first, call);
    const start = call.clock.now();
    for (const drag of inOrder) await this.#dragOnce(drag, start, call);
    await orAborted(this.#mouse.sync(), call.signal);
  }

  async click(at: Position, button: MouseButton, call: Call): Promise<void> {
    await this.#avoidDoubleClick(at, call);
    this.#mouse.move(at);
    this.#mouse.button(button, true);
    this.#mouse.button(button, false);
    this.#lastClick = { ...at, time: call.clock.now() };
    await orAborted(this.#mouse.sync(), call.signal);
  }

  /** Turns the wheel over a position. */
  async scroll(
    at: Position,
    { direction, notches }: { direction: WheelDirection; notches: number },
    call: Call,
  ): Promise<void> {
    this.#mouse.move(at);
    this.#mouse.wheel(direction, notches);
    await orAborted(this.#mouse.sync(), call.signal);
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
    this.#mouse.move(first);
    this.#mouse.button('left', true);
    try {
      for (const position of interpolate([first, ...rest])) {
        await waitUntil(start + position.time, call);
        this.#mouse.move(position);
      }
    } finally {
      // Never leave the button pressed.
      this.#mouse.button('left', false);
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
