import { type Call, pause } from '@handeye/core/call/call';
import type { FilmFrame, RecordingWish } from '@handeye/core/device/services/recorder';
import type { Phone } from '../phone.ts';
import { captureOf, screencapCommand } from '../screen/screencap.ts';

/** Milliseconds between pictures at first; it doubles each time there are too many. */
const FIRST_INTERVAL = 1_000;
const MOST_FRAMES = 18;
/** Milliseconds until the next try while a call acts. */
const BUSY_PAUSE = 100;
/** The longest time that a picture waits for acting calls; steps may take a minute. */
const MOST_DELAY = 700;
/** A picture that takes longer is left out. */
const PICTURE_LIMIT = 10_000;

/** Pictures of the screen while a film is recorded, thinned out as it grows, so that they are spaced over all of it. */
export class FrameSeries {
  readonly #phone: Phone;
  readonly #wish: RecordingWish;
  readonly #start: () => number;
  #frames: FilmFrame[] = [];
  #interval = FIRST_INTERVAL;
  /** A picture that is being taken. */
  #underWay: Promise<void> = Promise.resolve();

  /** `start` gives the time when the film began. */
  constructor(phone: Phone, wish: RecordingWish, start: () => number) {
    this.#phone = phone;
    this.#wish = wish;
    this.#start = start;
  }

  get frames(): readonly FilmFrame[] {
    return this.#frames;
  }

  /** Takes pictures until the call is cancelled. Never fails: a film is useful without pictures. */
  async take(call: Call): Promise<void> {
    let due = 0;
    while (!call.signal.aborted) {
      const wait = due - this.#elapsed(call);
      const isAwaited = -wait < MOST_DELAY;
      if (wait > 0 || (isAwaited && !this.#wish.isFree())) {
        await pause(Math.max(wait, BUSY_PAUSE), call).catch(() => undefined);
        continue;
      }
      await this.takeOne(call);
      due = this.#elapsed(call) + this.#interval;
    }
  }

  /** Takes one picture now, after the one in progress. */
  takeOne(call: Call): Promise<void> {
    this.#underWay = this.#underWay.then(() => this.#picture(call));
    return this.#underWay;
  }

  async #picture(call: Call): Promise<void> {
    if (call.signal.aborted) return;
    const time = this.#elapsed(call);
    const own: Call = { ...call, remaining: () => Math.min(PICTURE_LIMIT, call.remaining()) };
    try {
      const { picture } = await captureOf(this.#phone, await this.#phone.run(screencapCommand, own), own);
      if (picture) this.#keep({ ...(await this.#wish.shrink(picture)), seconds: time / 1000 });
    } catch {
      // The connection may be cut, the recording over, the picture unreadable: the others are enough.
    }
  }

  #keep(frame: FilmFrame): void {
    this.#frames.push(frame);
    if (this.#frames.length <= MOST_FRAMES) return;
    this.#frames = this.#frames.filter((_, place) => place % 2 === 0);
    this.#interval *= 2;
  }

  #elapsed({ clock }: Call): number {
    return clock.now() - this.#start();
  }
}
