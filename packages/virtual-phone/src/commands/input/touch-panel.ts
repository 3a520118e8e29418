import type { Framework } from '../../framework/system/framework.ts';

export interface Axis {
  readonly minimum: number;
  readonly maximum: number;
}

interface Finger {
  x: number;
  y: number;
  /** A DOWN was sent to the phone. */
  down: boolean;
  /** It will be down after the next report. */
  touching: boolean;
  moved: boolean;
}

const EV_SYN = 0;
const EV_ABS = 3;
const SYN_REPORT = 0;
const ABS_MT_SLOT = 0x2f;
const ABS_MT_POSITION_X = 0x35;
const ABS_MT_POSITION_Y = 0x36;
const ABS_MT_TRACKING_ID = 0x39;

/**
 * A multi-touch panel with Linux's protocol B: slots, tracking ids, and a report that applies them. Its coordinates do
 * not rotate with the screen.
 */
export class TouchPanel {
  readonly #fingers = new Map<number, Finger>();
  #slot = 0;

  readonly #framework: Framework;
  readonly #xAxis: Axis | undefined;
  readonly #yAxis: Axis | undefined;

  constructor(framework: Framework, xAxis: Axis | undefined, yAxis: Axis | undefined) {
    this.#framework = framework;
    this.#xAxis = xAxis;
    this.#yAxis = yAxis;
  }

  /** Events as type, code, value, type, code, value, … */
  inject(numbers: readonly number[]): void {
    for (let at = 0; at + 2 < numbers.length; at += 3) {
      this.event(numbers[at] ?? 0, numbers[at + 1] ?? 0, numbers[at + 2] ?? 0);
    }
  }

  event(type: number, code: number, value: number): void {
    if (type === EV_SYN && code === SYN_REPORT) this.#report();
    else if (type === EV_ABS) this.#absolute(code, value);
  }

  /** The panel is unplugged: fingers that are still down are cancelled. */
  remove(): void {
    for (const [id, finger] of this.#fingers) {
      if (finger.down) this.#framework.pointer({ action: 'cancel', id, ...this.#place(finger) });
    }
    this.#fingers.clear();
  }

  #absolute(code: number, value: number): void {
    if (code === ABS_MT_SLOT) {
      this.#slot = value;
      return;
    }
    const finger = this.#fingers.get(this.#slot) ?? {
      x: 0,
      y: 0,
      down: false,
      touching: false,
      moved: false,
    };
    this.#fingers.set(this.#slot, finger);
    if (code === ABS_MT_TRACKING_ID) finger.touching = value >= 0;
    else if (code === ABS_MT_POSITION_X) finger.x = value;
    else if (code === ABS_MT_POSITION_Y) finger.y = value;
    finger.moved ||= code === ABS_MT_POSITION_X || code === ABS_MT_POSITION_Y;
  }

  #report(): void {
    for (const [id, finger] of this.#fingers) {
      const action = nextAction(finger);
      if (action !== undefined) this.#framework.pointer({ action, id, ...this.#place(finger) });
      finger.down = finger.touching;
      finger.moved = false;
    }
  }

  /** Its position on the rotated screen, computed as in Android's TouchInputMapper. */
  #place({ x, y }: Finger): { x: number; y: number } {
    const { naturalSize, rotation } = this.#framework.display;
    const { width, height } = naturalSize;
    const across = onto(x, this.#xAxis, width);
    const down = onto(y, this.#yAxis, height);
    switch (rotation) {
      case 0:
        return { x: across, y: down };
      case 1:
        return { x: down, y: width - 1 - across };
      case 2:
        return { x: width - 1 - across, y: height - 1 - down };
      case 3:
        return { x: height - 1 - down, y: across };
    }
  }
}

function nextAction({ down, touching, moved }: Finger): 'down' | 'move' | 'up' | undefined {
  if (touching !== down) return touching ? 'down' : 'up';
  return touching && moved ? 'move' : undefined;
}

function onto(value: number, axis: Axis | undefined, pixels: number): number {
  if (axis === undefined) return value;
  return ((value - axis.minimum) * pixels) / (axis.maximum - axis.minimum + 1);
}
