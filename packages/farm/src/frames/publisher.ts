import { createHash } from 'node:crypto';
import { callWithoutDeadline, pause, withinLimit } from '@handeye/core/call/call';
import type { Clock } from '@handeye/core/call/clock';
import type { Picture, PicturedView } from '@handeye/core/device/port';
import type { Session } from '@handeye/core/device/session';
import { opened } from '@handeye/core/tools/frame/pictures/picture';
import type { Bus, BusMessage } from '../bus/bus.ts';
import { decoded } from '../protocol/messages.ts';
import { subjects } from '../protocol/names.ts';
import { encodedFrame, WATCH_AGAIN, WATCH_LASTS, watchRequest } from './frame.ts';

/** Milliseconds between two looks: on a device with cheap looks, and on a phone where a look takes most of its power. */
const FAST = 250;
const SLOW = 1_000;

/** Deadline of a look in milliseconds. */
const LOOK_LIMIT = 10_000;

/** The longest side of a picture in pixels, and its quality: readable, and far below the largest message. */
const LONGEST_SIDE = 1200;
const QUALITY = 72;

export interface FramePublisherOptions {
  readonly bus: Bus;
  readonly clock: Clock;
  /** The host's name. */
  readonly host: string;
  /** The session of a device in use; undefined if it is not in use. */
  readonly session: (device: string) => Session | undefined;
}

interface Watched {
  until: number;
  /** A digest of the last frame, and the time it was sent. */
  key: string;
  sent: number;
}

/** Publishes frames of leased devices, and looks at them only while they are watched. */
export class FramePublisher {
  readonly #options: FramePublisherOptions;
  readonly #watched = new Map<string, Watched>();
  readonly #stop = new AbortController();

  constructor(options: FramePublisherOptions) {
    this.#options = options;
  }

  /** Handles a server's watch request. */
  onWatch({ data }: BusMessage): void {
    const device = decoded(watchRequest, data)?.device;
    if (device === undefined || this.#stop.signal.aborted) return;
    const until = this.#options.clock.now() + WATCH_LASTS;
    const known = this.#watched.get(device);
    if (known) known.until = until;
    // Unknown names are not kept.
    else if (this.#options.session(device)) void this.#follow(device, { until, key: '', sent: 0 });
  }

  close(): void {
    this.#stop.abort(new Error('The host is stopping.'));
  }

  async #follow(device: string, watched: Watched): Promise<void> {
    const { clock, session } = this.#options;
    const life = callWithoutDeadline(clock, this.#stop.signal);
    this.#watched.set(device, watched);
    try {
      for (;;) {
        const own = session(device);
        if (!own || clock.now() >= watched.until) return;
        const began = clock.now();
        // A failed look is retried: a call may be using the device.
        await this.#send(device, own, watched).catch(() => undefined);
        const isCheap = own.device.tier?.looksAreCheap ?? own.device.kind === 'desktop';
        const took = clock.now() - began;
        await pause(isCheap ? Math.max(FAST - took, FAST / 5) : Math.max(SLOW - took, took), life);
      }
    } catch (error) {
      if (!this.#stop.signal.aborted) throw error;
    } finally {
      this.#watched.delete(device);
    }
  }

  /** Looks and publishes a changed frame. Repeats an unchanged one at intervals for new watchers. */
  async #send(device: string, session: Session, watched: Watched): Promise<void> {
    const { bus, clock, host } = this.#options;
    const wish = { picture: session.device.capabilities.picture === true };
    const limits = { clock, limit: LOOK_LIMIT, cancelled: this.#stop.signal };
    const seen = await withinLimit(limits, (call) => session.watch(wish, call));
    const picture = seen.picture && !seen.protected ? await smaller(seen.picture) : undefined;
    const view: PicturedView = { ...seen, picture };
    const frame = encodedFrame({ view, tier: session.device.tier });
    const key = createHash('sha1').update(frame).digest('base64');
    if (key === watched.key && clock.now() - watched.sent < WATCH_AGAIN) return;
    [watched.key, watched.sent] = [key, clock.now()];
    const fits = frame.length <= bus.maxPayload;
    const sent = fits
      ? frame
      : encodedFrame({ view: { ...view, picture: undefined }, tier: session.device.tier });
    if (sent.length <= bus.maxPayload) bus.publish(subjects.frames({ host, device }), sent);
  }
}

/** A smaller picture for people. Secrets are already painted over. */
async function smaller(picture: Picture): Promise<Picture> {
  const { image } = await opened(picture);
  const size = {
    width: LONGEST_SIDE,
    height: LONGEST_SIDE,
    fit: 'inside',
    withoutEnlargement: true,
  } as const;
  return { bytes: await image.resize(size).removeAlpha().jpeg({ quality: QUALITY }).toBuffer() };
}
