import { type Call, withinLimit } from '../../call/call.ts';
import type { Picture } from '../../device/answers.ts';
import { deviceErrorOf } from '../../device/errors.ts';
import type { Device, Point } from '../../device/port.ts';
import type { Session } from '../../device/session.ts';
import type { Reach } from '../../guard/act.ts';
import type { Place } from '../../guard/call-guard.ts';
import type { Bounds } from '@handeye/screen/node';
import type { Screen } from '@handeye/screen/snapshot';
import { jpegOf, outlined, smallPicture } from './pictures/picture.ts';
import { Eyes } from './eyes.ts';

/**
 * Milliseconds between two looks while a person is asked. A device that acts by accessibility is read in a moment; a phone
 * over plain ADB is dumped for a second or two, during which its other accessibility services stand still.
 */
const LOOK_EVERY = 2_000;
const DUMP_EVERY = 8_000;

/** How much of the screen around a target a picture shows: a share of its shorter side. */
const MARGIN = 1 / 6;

/** Half the side of the square that stands for a point. */
const POINT_RADIUS = 24;

/** How a question looks: with eyes and a call of its own, since the call that asks stands still. */
export interface Sight {
  readonly eyes: Eyes;
  readonly call: Call;
}

/** Serves questions about places on the screen: whether something else is there now, and a picture of it. */
export class AskedPlaces {
  readonly #session: Session;
  readonly #eyes: Eyes;
  readonly #call: Call;

  constructor({ session, eyes, call }: { session: Session; eyes: Eyes; call: Call }) {
    this.#session = session;
    this.#eyes = eyes;
    this.#call = call;
  }

  /** A place with its bounds and the applications that a write there would reach. */
  at(bounds: Bounds | undefined, reach: (sight: Sight) => Promise<Reach>): Place {
    return {
      lookEvery: lookEvery(this.#session.device),
      reachNow: ({ watching }, signal) =>
        watching
          ? this.#aside(signal, (sight) => reachUnlessAsleep(sight, reach))
          : reach({ eyes: this.#eyes, call: this.#call }),
      picture: () => this.#picture(bounds),
    };
  }

  /** Looks without waking the display, within the time that the call has left. */
  #aside<T>(cancelled: AbortSignal, work: (sight: Sight) => Promise<T>): Promise<T> {
    const { clock } = this.#call;
    return withinLimit({ clock, limit: this.#call.remaining(), cancelled }, (call) =>
      work({ eyes: new Eyes(this.#session, call), call }),
    );
  }

  /** The target and what is around it; undefined where the device gives no picture of it. */
  async #picture(bounds: Bounds | undefined): Promise<Picture | undefined> {
    if (this.#session.device.capabilities.picture !== true) return undefined;
    try {
      const look = await this.#aside(this.#call.signal, ({ eyes }) =>
        eyes.look({ picture: true, accept: 'nothing', onlyShown: true }),
      );
      if (look.protected || !look.picture) return undefined;
      const small = await smallPicture(look, bounds && widened(bounds, look.screen));
      if (!small) return undefined;
      if (bounds) outlined(small, bounds);
      return { bytes: await jpegOf(small, { marked: true }) };
    } catch (error) {
      if (deviceErrorOf(error)) return undefined;
      throw error;
    }
  }
}

/** A display that went to sleep meanwhile is woken for the answer, not before. */
async function reachUnlessAsleep(
  sight: Sight,
  reach: (sight: Sight) => Promise<Reach>,
): Promise<Reach | undefined> {
  return (await sight.eyes.screen()).awake === false ? undefined : reach(sight);
}

/** The square that stands for a point. */
export function around({ x, y }: Point): Bounds {
  return {
    left: x - POINT_RADIUS,
    top: y - POINT_RADIUS,
    right: x + POINT_RADIUS,
    bottom: y + POINT_RADIUS,
  };
}

function lookEvery({ capabilities }: Device): number {
  return capabilities.click === true ? LOOK_EVERY : DUMP_EVERY;
}

function widened({ left, top, right, bottom }: Bounds, { width, height }: Screen): Bounds {
  const margin = Math.round(Math.min(width, height) * MARGIN);
  return {
    left: Math.max(0, left - margin),
    top: Math.max(0, top - margin),
    right: Math.min(width, right + margin),
    bottom: Math.min(height, bottom + margin),
  };
}
