import type { Clock } from '@handeye/core/call/clock';

interface Event {
  readonly at: number;
  readonly run: () => void;
  isCancelled: boolean;
}

/** Time that jumps from event to event, and all randomness: the same seed gives the same history. */
export class World {
  #now = 0;
  #events: Event[] = [];
  #state: number;

  constructor(seed: number) {
    this.#state = seed >>> 0;
  }

  get now(): number {
    return this.#now;
  }

  /** Between 0 and 1 (mulberry32). */
  readonly random = (): number => {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), this.#state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };

  after(milliseconds: number, run: () => void): () => void {
    const event = { at: this.#now + Math.max(0, milliseconds), run, isCancelled: false };
    this.#insert(event);
    return () => {
      event.isCancelled = true;
    };
  }

  /** Runs events until `until` returns true, at most to the time `end`. */
  async run(end: number, until: () => boolean = () => false): Promise<void> {
    for (;;) {
      await rest();
      if (until()) return;
      while (this.#events.at(-1)?.isCancelled) this.#events.pop();
      const next = this.#events.at(-1);
      if (!next || next.at > end) break;
      this.#events.pop();
      this.#now = next.at;
      next.run();
    }
    this.#now = Math.max(this.#now, end);
  }

  /** The last one is next; events of the same time run in the order in which they were scheduled. */
  #insert(event: Event): void {
    let from = 0;
    let to = this.#events.length;
    while (from < to) {
      const middle = (from + to) >>> 1;
      if (this.#events[middle]!.at > event.at) from = middle + 1;
      else to = middle;
    }
    this.#events.splice(from, 0, event);
  }
}

/** Runs everything that needs no time. */
function rest(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

export interface ProcessOptions {
  /** The rate of its clock, and its start. */
  readonly rate?: number;
  readonly offset?: number;
}

/** A process of the farm. It can be suspended, killed, or cut off from the bus, or only its watches can be lost. */
export class Process {
  isDead = false;
  isCut = false;
  isDeaf = false;
  #isStopped = false;
  #inbox: (() => void)[] = [];
  readonly clock: Clock;
  /** Milliseconds of its clock per millisecond of the world. */
  readonly rate: number;
  readonly #heal = new Set<() => void>();
  readonly #rewatch = new Set<() => void>();

  constructor(
    readonly world: World,
    { rate = 1, offset = 0 }: ProcessOptions = {},
  ) {
    this.rate = rate;
    this.clock = {
      now: () => offset + world.now * rate,
      after: (milliseconds, then) => {
        let isCancelled = false;
        const cancel = world.after(milliseconds / rate, () => {
          this.deliver(() => {
            if (!isCancelled) then();
          });
        });
        return () => {
          isCancelled = true;
          cancel();
        };
      },
    };
  }

  /** Messages to a suspended process wait until it resumes. */
  deliver(run: () => void): void {
    if (this.isDead) return;
    if (this.#isStopped) this.#inbox.push(run);
    else run();
  }

  /** SIGSTOP, and SIGCONT after that long. Clocks continue. */
  stopFor(milliseconds: number): void {
    this.#isStopped = true;
    this.world.after(milliseconds, () => {
      this.goOn();
    });
  }

  goOn(): void {
    this.#isStopped = false;
    const waiting = this.#inbox;
    this.#inbox = [];
    // Each is a separate event, as in an event loop; later ones queue behind them.
    for (const run of waiting)
      this.world.after(0, () => {
        this.deliver(run);
      });
  }

  cutFor(milliseconds: number): void {
    this.isCut = true;
    this.world.after(milliseconds, () => {
      this.join();
    });
  }

  join(): void {
    if (!this.isCut) return;
    this.isCut = false;
    for (const listener of this.#heal) listener();
  }

  onJoin(listener: () => void): void {
    this.#heal.add(listener);
  }

  /** The NATS node of its watches is gone; requests are answered as before. */
  deafFor(milliseconds: number): void {
    this.isDeaf = true;
    this.world.after(milliseconds, () => {
      this.hear();
    });
  }

  hear(): void {
    if (!this.isDeaf) return;
    this.isDeaf = false;
    for (const listener of this.#rewatch) listener();
  }

  onHear(listener: () => void): void {
    this.#rewatch.add(listener);
  }

  kill(): void {
    this.isDead = true;
  }
}
