/**
 * Distance and duration of a fling. Android uses a spline that depends on friction and screen density; the numbers here
 * reproduce the recorded device (300 px in 300 ms moved a list 441 px).
 */

const FRICTION = 0.015;
const GRAVITY = 9.80665;
const INCHES_PER_METER = 39.37;
const INFLEXION = 0.35;
const DECELERATION = Math.log(0.78) / Math.log(0.9);

/** The slowest and the fastest fling, in dp per second. */
export const SLOWEST_FLING = 50;
export const FASTEST_FLING = 8000;

export interface Fling {
  readonly distance: number;
  readonly durationMs: number;
}

/** The fling of a list released at a speed (pixels per second, without sign). */
export function flingOf(speed: number, density: number): Fling {
  const resistance = FRICTION * GRAVITY * INCHES_PER_METER * density * 0.84;
  const spline = Math.log((INFLEXION * speed) / resistance);
  return {
    distance: resistance * Math.exp((DECELERATION / (DECELERATION - 1)) * spline),
    durationMs: 1000 * Math.exp(spline / (DECELERATION - 1)),
  };
}

/** The fraction of the distance after a fraction of the time; it starts at the finger's speed. */
export function flingProgress(part: number): number {
  return 1 - (1 - Math.min(1, part)) ** (1 / INFLEXION);
}

interface Sample {
  readonly time: number;
  readonly x: number;
  readonly y: number;
}

/** Measures a finger's speed over its last 100 ms; a finger that rested before it was lifted has none. */
export class VelocityTracker {
  private samples: Sample[] = [];

  add(sample: Sample): void {
    this.samples.push(sample);
    this.samples = this.samples.filter(({ time }) => sample.time - time <= 100);
  }

  /** Pixels per second, when the finger was lifted. */
  velocity(leftAt: number): { x: number; y: number } {
    const last = this.samples.at(-1);
    const first = this.samples[0];
    if (last === undefined || first === undefined || leftAt - last.time > 40) return { x: 0, y: 0 };
    const seconds = (last.time - first.time) / 1000;
    return seconds <= 0
      ? { x: 0, y: 0 }
      : { x: (last.x - first.x) / seconds, y: (last.y - first.y) / seconds };
  }
}
