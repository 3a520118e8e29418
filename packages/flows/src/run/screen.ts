import { pause } from '@handeye/core/call/call';
import { deviceErrorOf, DeviceUnreachable } from '@handeye/core/device/errors';
import type { PicturedSnapshot } from '@handeye/core/device/session';
import type { ToolContext } from '@handeye/core/tools/frame/define';

/** How long a screen may take to come to rest after something was done, before it is looked at all the same. */
const SETTLE_LIMIT = 1_000;
/** Milliseconds between two looks for what may still come. */
const BETWEEN_LOOKS = 150;

/** What a look for something ended with. */
export interface Sought<T> {
  readonly found: T | undefined;
  readonly snapshot: PicturedSnapshot;
}

/** The screen as a flow sees it: one look serves the effect of a step and the target of the next one. */
export class Screen {
  readonly #context: Pick<ToolContext, 'eyes' | 'device' | 'call'>;
  #last: PicturedSnapshot | undefined;
  /** Something was done that the screen may still be answering to. */
  #isMoving = false;

  constructor(context: Pick<ToolContext, 'eyes' | 'device' | 'call'>) {
    this.#context = context;
  }

  /** The last look, whatever was done since. */
  get last(): PicturedSnapshot | undefined {
    return this.#last;
  }

  /** Something is done: the next look waits for rest. */
  touched(): void {
    this.#isMoving = true;
    this.#isFresh = false;
  }

  #isFresh = false;

  /** The screen now, at rest. The last look, if nothing was done and no time passed since. */
  async look(): Promise<PicturedSnapshot> {
    if (this.#last && this.#isFresh) return this.#last;
    const { eyes, device, call } = this.#context;
    if (this.#isMoving) await device.settle?.(SETTLE_LIMIT, call);
    this.#isMoving = false;
    this.#last = await eyes.look();
    this.#isFresh = true;
    return this.#last;
  }

  /**
   * Looks until something is found, at most so long; what is found after a wait is looked for once more when the screen has come
   * to rest. A screen that cannot be read for a moment is waited for, too.
   */
  async until<T>(
    find: (snapshot: PicturedSnapshot) => Promise<T | undefined> | T | undefined,
    timeout: number,
  ): Promise<Sought<T>> {
    const { call } = this.#context;
    const end = call.clock.now() + timeout;
    let isFirst = true;
    for (;;) {
      const snapshot = await this.#readable(end);
      const found = await find(snapshot);
      if (found !== undefined && isFirst) return { found, snapshot };
      if (found !== undefined) {
        this.touched();
        const rested = await this.#readable(end);
        const again = await find(rested);
        if (again !== undefined) return { found: again, snapshot: rested };
      }
      if (call.clock.now() >= end) return { found: undefined, snapshot };
      await pause(Math.max(1, Math.min(BETWEEN_LOOKS, end - call.clock.now())), call);
      isFirst = false;
      this.#isFresh = false;
    }
  }

  async #readable(end: number): Promise<PicturedSnapshot> {
    const { call } = this.#context;
    for (;;) {
      try {
        return await this.look();
      } catch (error) {
        const known = deviceErrorOf(error);
        const isForGood = known === undefined || known instanceof DeviceUnreachable || call.signal.aborted;
        if (isForGood || call.clock.now() >= end) throw error;
        await pause(BETWEEN_LOOKS, call);
      }
    }
  }
}
