import { type Call, orAborted } from '@handeye/core/call/call';
import type { Clock } from '@handeye/core/call/clock';
import { actionFailed, permissionDenied } from '@handeye/core/device/errors';
import {
  type Capabilities,
  capabilityNames,
  type Device,
  type PicturedView,
  type Remark,
  type ScreenState,
  type Tier,
} from '@handeye/core/device/port';
import type { Bus, Subscription } from '../bus/bus.ts';
import { encoded } from '../protocol/messages.ts';
import { type DeviceName, fullName, subjects } from '../protocol/names.ts';
import { decodedFrame, type FarmFrame, WATCH_AGAIN } from './frame.ts';

/** Milliseconds after which a frame is out of date: hosts repeat it sooner. */
const STALE = 3 * WATCH_AGAIN;

/** Milliseconds to wait for the first frame. */
const FIRST_FRAME = 5_000;

/** Milliseconds without a look after which watching stops. */
const IDLE = 5_000;

export interface FarmScreenOptions {
  readonly bus: Bus;
  readonly clock: Clock;
  readonly name: DeviceName;
  readonly title: string;
  readonly kind: Device['kind'];
}

/** A farm device for people who watch it: the frames of its host. It can only be looked at. */
export class FarmScreen implements Device {
  readonly id: string;
  readonly title: string;
  readonly kind: Device['kind'];
  readonly capabilities: Capabilities;
  readonly #options: FarmScreenOptions;
  #subscription: Subscription | undefined;
  #newest: { readonly frame: FarmFrame; readonly at: number } | undefined;
  #onFrame: () => void = () => undefined;
  #asked = -Infinity;
  #looked = 0;
  #stopIdle: () => void = () => undefined;

  constructor(options: FarmScreenOptions) {
    this.#options = options;
    this.id = fullName(options.name);
    this.title = options.title;
    this.kind = options.kind;
    const able = capabilityNames.map((name) => [name, name === 'picture' ? true : onlyWatched(this.id)]);
    this.capabilities = Object.fromEntries(able) as Capabilities;
  }

  get tier(): Tier {
    // A look here costs the device nothing: the host decides how often it looks.
    return { name: this.#newest?.frame.tier?.name ?? 'farm', looksAreCheap: true };
  }

  async look(_wish: unknown, call: Call): Promise<PicturedView> {
    const { clock } = this.#options;
    this.#watch();
    const known = this.#fresh();
    if (known) return known;
    let stop: () => void = () => undefined;
    const waited = new Promise<void>((resolve) => {
      this.#onFrame = resolve;
      stop = clock.after(FIRST_FRAME, resolve);
    });
    await orAborted(waited, call.signal).finally(() => {
      stop();
    });
    const seen = this.#fresh();
    if (seen) return seen;
    throw actionFailed(
      `${this.id} shows nothing now: a device of the farm is shown while the holder of its lease works on it.`,
    );
  }

  async screen(call: Call): Promise<ScreenState> {
    const { screen, awake } = await this.look(undefined, call);
    return { ...screen, awake };
  }

  act(): Promise<Remark> {
    return this.#refuse();
  }

  touch(): Promise<undefined> {
    return this.#refuse();
  }

  type(): Promise<Remark> {
    return this.#refuse();
  }

  press(): Promise<Remark> {
    return this.#refuse();
  }

  close(): Promise<void> {
    this.#leave();
    return Promise.resolve();
  }

  #refuse(): Promise<never> {
    return Promise.reject(permissionDenied(onlyWatched(this.id)));
  }

  #fresh(): PicturedView | undefined {
    const { clock } = this.#options;
    return this.#newest && clock.now() - this.#newest.at < STALE ? this.#newest.frame.view : undefined;
  }

  /** Subscribes to the frames and repeats the watch request to the host. */
  #watch(): void {
    const { bus, clock, name } = this.#options;
    this.#looked = clock.now();
    this.#subscription ??= this.#listen();
    if (clock.now() - this.#asked < WATCH_AGAIN) return;
    this.#asked = clock.now();
    bus.publish(subjects.host(name.host, 'watch'), encoded({ device: name.device }));
  }

  #listen(): Subscription {
    const { bus, clock, name } = this.#options;
    this.#leaveLater();
    return bus.subscribe(subjects.frames(name), ({ data }) => {
      const frame = decodedFrame(data);
      if (!frame) return;
      this.#newest = { frame, at: clock.now() };
      this.#onFrame();
    });
  }

  #leaveLater(): void {
    const { clock } = this.#options;
    this.#stopIdle = clock.after(IDLE, () => {
      if (clock.now() - this.#looked >= IDLE) this.#leave();
      else this.#leaveLater();
    });
  }

  #leave(): void {
    this.#stopIdle();
    this.#subscription?.close();
    this.#subscription = undefined;
    this.#newest = undefined;
    this.#asked = -Infinity;
  }
}

/** The error for any action on a watched device. */
export function onlyWatched(id: string): string {
  return `${id} is a device of the farm: here it can only be watched. Its calls run at its host, and only with a lease.`;
}
