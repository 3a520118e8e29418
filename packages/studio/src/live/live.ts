import { withinLimit } from '@handeye/core/call/call';
import type { Clock } from '@handeye/core/call/clock';
import { deviceErrorOf } from '@handeye/core/device/errors';
import type { Registry } from '@handeye/core/device/registry';
import type { PicturedSnapshot, Session } from '@handeye/core/device/session';
import type { Looked } from '../wire/screen.ts';
import { IdHistory } from './id-history.ts';
import { LONGEST_SIDE, type Seen, WatchedDevice } from './watched-device.ts';

/** Milliseconds between two looks: on devices with cheap looks, and where each look is a dump. */
const FAST = 200;
const SLOW = 1_000;
/** Minimum milliseconds between the end of a look and the next: others use the device, too. */
const SHORTEST_PAUSE = 40;

/** Milliseconds until a slow look is reported as a problem, and between two attempts after a failure. */
const LOOK_LIMIT = 20_000;
const RETRY = 2_000;

/** Milliseconds between two signs of life: a page that gets none for twice as long is not live. */
const HEARTBEAT = 1_000;

/** Number of devices whose ids are remembered after watching ended. */
const MOST_HISTORIES = 32;

export interface LiveOptions {
  readonly registry: Registry;
  readonly clock: Clock;
  /** The token limit of a model's lean screen. */
  readonly maxTokens: number;
  /** The screen changed. */
  readonly onSeen: (seen: Seen) => void;
  /** A device was looked at, with or without a change. */
  readonly onLooked: (looked: Looked) => void;
  /** A device whose looks are slow takes no longer than usual. */
  readonly onAlive: (alive: { readonly device: string }) => void;
  readonly onUnseen: (unseen: { readonly device: string; readonly message: string }) => void;
}

interface Following {
  readonly watched: WatchedDevice;
  readonly stop: AbortController;
  /** An action happened since the running look began, so the next one follows as soon as possible. */
  isDue: boolean;
  /** Ends the pause between two looks. */
  endPause: () => void;
  /** The time until which no look is expected to end. */
  quietUntil: number;
  stopHeartbeat: () => void;
}

/** Looks at the watched devices and no others. */
export class Live {
  readonly #options: LiveOptions;
  readonly #following = new Map<string, Following>();
  readonly #histories = new Map<string, IdHistory>();
  #frames = 0;

  constructor(options: LiveOptions) {
    this.#options = options;
    options.registry.onActed((device) => {
      this.#lookNow(device);
    });
  }

  /** Sets the watched devices. */
  watch(devices: ReadonlySet<string>): void {
    for (const [device, { stop }] of this.#following) {
      if (devices.has(device)) continue;
      this.#following.delete(device);
      stop.abort(new Error('No page watches the device any more.'));
    }
    for (const device of devices) if (!this.#following.has(device)) this.#begin(device);
  }

  /** The last view of a watched device. */
  seen(device: string): Seen | undefined {
    return this.#following.get(device)?.watched.seen;
  }

  /** The last views of all watched devices. */
  get allSeen(): readonly Seen[] {
    return [...this.#following.values()].flatMap(({ watched }) => watched.seen ?? []);
  }

  /** The history of a device's ids. */
  historyOf(device: string): IdHistory {
    const known = this.#histories.get(device) ?? new IdHistory();
    this.#histories.delete(device);
    this.#histories.set(device, known);
    const [oldest] = this.#histories.keys();
    if (this.#histories.size > MOST_HISTORIES && oldest !== undefined) this.#histories.delete(oldest);
    return known;
  }

  close(): void {
    this.watch(new Set());
  }

  /** Looks at a watched device as soon as possible: an action happened on it. */
  #lookNow(device: string): void {
    const following = this.#following.get(device);
    if (!following) return;
    following.isDue = true;
    following.endPause();
  }

  #begin(device: string): void {
    const { maxTokens } = this.#options;
    const following: Following = {
      watched: new WatchedDevice({ device, maxTokens, history: this.historyOf(device) }),
      stop: new AbortController(),
      isDue: false,
      endPause: () => undefined,
      quietUntil: 0,
      stopHeartbeat: () => undefined,
    };
    following.stop.signal.addEventListener('abort', () => {
      following.stopHeartbeat();
      following.endPause();
    });
    this.#following.set(device, following);
    this.#beat(device, following);
    void this.#follow(device, following);
  }

  /** Reports each second that all is well, but not while a look takes longer than the one before. */
  #beat(device: string, following: Following): void {
    const { clock, onAlive } = this.#options;
    following.stopHeartbeat = clock.after(HEARTBEAT, () => {
      if (clock.now() <= following.quietUntil) onAlive({ device });
      this.#beat(device, following);
    });
  }

  async #follow(device: string, following: Following): Promise<void> {
    const { clock } = this.#options;
    const { signal } = following.stop;
    // Functions, because their values change during the wait.
    const isOver = () => signal.aborted;
    const isDue = () => following.isDue;
    /** Milliseconds that must pass even after an action. */
    const owed = (session: Session | undefined, began: number) =>
      session && looksAreCheap(session) ? 0 : began + SLOW - clock.now();
    let took = 0;
    while (!isOver()) {
      const began = clock.now();
      following.isDue = false;
      following.quietUntil = began + took;
      const session = await this.#lookOnce(device, following, isOver);
      if (isOver()) return;
      took = session ? clock.now() - began : 0;
      following.quietUntil = session ? Infinity : 0;
      if (!isDue()) await this.#pause(session ? pauseAfter(session, took) : RETRY, following);
      // Each action ends the pause; on plain ADB the rest of the second is still waited for.
      while (!isOver() && owed(session, began) > 0) await this.#pause(owed(session, began), following);
    }
  }

  /** Looks and reports a change; undefined if the look failed. */
  async #lookOnce(
    device: string,
    { watched, stop }: Following,
    isOver: () => boolean,
  ): Promise<Session | undefined> {
    const { clock, onSeen, onLooked, onUnseen } = this.#options;
    try {
      const began = clock.now();
      const { session, snapshot } = await this.#look(device, stop.signal);
      const milliseconds = Math.round(clock.now() - began);
      const seen = await watched.look(session, snapshot, () => (this.#frames += 1));
      if (isOver()) return session;
      if (seen) onSeen(seen);
      onLooked({ device, frame: watched.seen?.screen.frame ?? 0, milliseconds });
      return session;
    } catch (error) {
      if (isOver()) return undefined;
      watched.lost();
      onUnseen({ device, message: deviceErrorOf(error)?.message ?? 'The device could not be looked at.' });
      return undefined;
    }
  }

  #look(device: string, signal: AbortSignal): Promise<{ session: Session; snapshot: PicturedSnapshot }> {
    const { clock, registry } = this.#options;
    return withinLimit({ clock, limit: LOOK_LIMIT, cancelled: signal }, async (call) => {
      const session = await registry.sessionOf(device, call);
      const picture = session.device.capabilities.picture === true;
      return { session, snapshot: await session.watch({ picture, longest: LONGEST_SIDE }, call) };
    });
  }

  #pause(milliseconds: number, following: Following): Promise<void> {
    return new Promise((resolve) => {
      const stopTimer = this.#options.clock.after(milliseconds, resolve);
      following.endPause = () => {
        stopTimer();
        resolve();
      };
    });
  }
}

/** A dump takes most of a phone's power: after a slow one the pause is as long as the dump. */
function pauseAfter(session: Session, took: number): number {
  return looksAreCheap(session) ? Math.max(SHORTEST_PAUSE, FAST - took) : Math.max(SLOW - took, took);
}

function looksAreCheap({ device }: Session): boolean {
  return device.tier?.looksAreCheap ?? device.kind === 'desktop';
}
