import { withinLimit } from '@handeye/core/call/call';
import type { Clock } from '@handeye/core/call/clock';
import type { Registry } from '@handeye/core/device/registry';
import { jpegOf, LONGEST_SIDE, readyPicture, smallPicture } from '@handeye/core/tools/frame/pictures/picture';
import type { KeptPicture } from '../pictures.ts';

/** Deadline of a picture in milliseconds: a call waits for the previous one. */
const SHOT_LIMIT = 3_000;

/** A picture of a device at one moment, and its stored name. */
export interface Shot extends KeptPicture {
  readonly name: string;
}

/** Takes pictures for a recording while no page watches. */
export class Shots {
  readonly #registry: Registry;
  readonly #clock: Clock;
  #count = 0;

  constructor({ registry, clock }: { readonly registry: Registry; readonly clock: Clock }) {
    this.#registry = registry;
    this.#clock = clock;
  }

  /** The device of a call; undefined if there is none. */
  async deviceOf(args: unknown): Promise<string | undefined> {
    const named: unknown =
      typeof args === 'object' && args !== null && 'device' in args ? args.device : undefined;
    if (typeof named === 'string' && this.#registry.configured.includes(named)) return named;
    // A farm device is not here, and the picture of another device would be misleading.
    if (named !== undefined && this.#registry.several) return undefined;
    const limits = { clock: this.#clock, limit: SHOT_LIMIT };
    return withinLimit(limits, (call) => this.#registry.usual(call)).catch(() => undefined);
  }

  /** Undefined if no picture is possible: the screen forbids it, sleeps, or the device does not answer. */
  async take(device: string): Promise<Shot | undefined> {
    try {
      const snapshot = await withinLimit({ clock: this.#clock, limit: SHOT_LIMIT }, async (call) => {
        const session = await this.#registry.sessionOf(device, call);
        return session.watch({ picture: true, longest: LONGEST_SIDE }, call);
      });
      const small = snapshot.protected
        ? undefined
        : (readyPicture(snapshot) ?? (await smallPicture(snapshot)));
      if (!small) return undefined;
      this.#count += 1;
      return { name: `shot-${this.#count}`, mimeType: 'image/jpeg', bytes: await jpegOf(small) };
    } catch {
      // A recording must not keep a call from being made.
      return undefined;
    }
  }
}
