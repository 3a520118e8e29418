import type { Call } from '../../device/call.ts';
import { orAborted, pause } from '../../device/call.ts';
import type { Direction, Moment, Point, Stroke } from '../../device/port.ts';
import type { Input } from './input.ts';
import { buttons } from './input.ts';
import type { XServer } from './server.ts';

const wheel: Record<Direction, number> = {
  up: buttons.wheelUp,
  down: buttons.wheelDown,
  left: buttons.wheelLeft,
  right: buttons.wheelRight,
};

/** The mouse: a stroke is a press of its left button, moved along the stroke's way. */
export class Pointer {
  readonly #server: XServer;
  readonly #input: Input;
  #lastClick: Moment | undefined;

  constructor(server: XServer, input: Input) {
    this.#server = server;
    this.#input = input;
  }

  /** Makes the strokes at their times; resolves when the server has taken them all. */
  async draw(strokes: readonly Stroke[], call: Call): Promise<void> {
    const inTurn = strokes.toSorted(([a], [b]) => a.time - b.time);
    const [[first] = []] = inTurn;
    if (first) await this.#noDoubleClick(first, call);
    const start = call.clock.now();
    for (const stroke of inTurn) await this.#stroke(stroke, start, call);
    await orAborted(this.#server.settled(), call.signal);
  }

  async click(at: Point, button: number, call: Call): Promise<void> {
    await this.#noDoubleClick(at, call);
    this.#input.move(at);
    this.#input.button(button, true);
    this.#input.button(button, false);
    this.#lastClick = { ...at, time: call.clock.now() };
    await orAborted(this.#server.settled(), call.signal);
  }

  /**
   * Two clicks at one place, soon after each other, would be a double click: a row that is clicked twice would open,
   * and a second context menu of GTK3 would stay away. Whoever means a double click draws it at once.
   */
  async #noDoubleClick({ x, y }: Point, call: Call): Promise<void> {
    const last = this.#lastClick;
    if (last && Math.hypot(x - last.x, y - last.y) <= DOUBLE_CLICK.pixels)
      await until(last.time + DOUBLE_CLICK.milliseconds, call);
  }

  /** Turns the wheel over a point, so many notches. */
  async scroll(at: Point, { direction, notches }: { direction: Direction; notches: number }, call: Call) {
    this.#input.move(at);
    for (let notch = 0; notch < notches; notch++) {
      this.#input.button(wheel[direction], true);
      this.#input.button(wheel[direction], false);
    }
    await orAborted(this.#server.settled(), call.signal);
  }

  async #stroke([first, ...rest]: Stroke, start: number, call: Call): Promise<void> {
    await until(start + first.time, call);
    this.#input.move(first);
    this.#input.button(buttons.left, true);
    try {
      for (const moment of inSmallSteps([first, ...rest])) {
        await until(start + moment.time, call);
        this.#input.move(moment);
      }
    } finally {
      // Whatever happens, no button stays down behind us.
      this.#input.button(buttons.left, false);
      this.#lastClick = { ...(rest.at(-1) ?? first), time: call.clock.now() };
    }
  }
}

/** Beyond what GTK and Qt (400 ms, 5 pixels) and Chromium (500 ms) take for a double click. */
const DOUBLE_CLICK = { milliseconds: 550, pixels: 10 };

/** Milliseconds between two places of a moving mouse. A jump is no drag: applications follow the way. */
const STEP = 15;

function inSmallSteps([first, ...rest]: Stroke): Moment[] {
  let from: Moment = first;
  return rest.flatMap((to) => {
    const start = from;
    from = to;
    const steps = Math.max(1, Math.round((to.time - start.time) / STEP));
    return Array.from({ length: steps }, (_, step) => between(start, to, (step + 1) / steps));
  });
}

function between(from: Moment, to: Moment, part: number): Moment {
  const at = (one: number, other: number) => one + (other - one) * part;
  return { x: at(from.x, to.x), y: at(from.y, to.y), time: at(from.time, to.time) };
}

async function until(time: number, call: Call): Promise<void> {
  const wait = time - call.clock.now();
  if (wait > 0) await pause(wait, call);
}
