/** The phone's only source of time: real, or advanced by a test. */
export interface Clock {
  /** Milliseconds since the epoch. */
  now(): number;
  /** Calls back once after a delay; the returned function cancels it. */
  after(ms: number, callback: () => void): Cancel;
}

export type Cancel = () => void;

/** The host's time. Timers do not keep the process alive. */
export function realClock(): Clock {
  return {
    now: () => Date.now(),
    after(ms, callback) {
      const timer = setTimeout(callback, ms);
      timer.unref();
      return () => {
        clearTimeout(timer);
      };
    },
  };
}

/** The clock of a running system. Its timers stop together at the system's end, and a snapshot of the phone includes them. */
export class SystemClock implements Clock {
  /** Timers of the programs that run on the phone: they stop as well, but a snapshot leaves them as they are. */
  readonly programs: Clock = {
    now: () => this.now(),
    after: (ms, callback) => this.#start(this.#programTimers, ms, callback),
  };
  private readonly timers = new Set<WaitingTimer>();
  private stopped = false;
  readonly #programTimers = new Set<WaitingTimer>();
  readonly #clock: Clock;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  now(): number {
    return this.#clock.now();
  }

  after(ms: number, callback: () => void): Cancel {
    return this.#start(this.timers, ms, callback);
  }

  /** Cancels all timers and accepts no new ones. */
  stop(): void {
    this.stopped = true;
    for (const timers of [this.timers, this.#programTimers]) {
      for (const timer of timers) timer.cancel();
      timers.clear();
    }
  }

  /** Halts the system's timers before its state is replaced. */
  suspend(): void {
    for (const timer of this.timers) timer.cancel();
  }

  /** Starts the timers of the state that was put in place; each has its remaining time. */
  resume(): void {
    for (const timer of this.timers) this.#wait(this.timers, timer);
  }

  #start(timers: Set<WaitingTimer>, ms: number, callback: () => void): Cancel {
    if (this.stopped) return () => undefined;
    const timer: WaitingTimer = { due: this.now() + ms, callback, cancel: () => undefined };
    timers.add(timer);
    this.#wait(timers, timer);
    return () => {
      timers.delete(timer);
      timer.cancel();
    };
  }

  #wait(timers: Set<WaitingTimer>, timer: WaitingTimer): void {
    timer.cancel = this.#clock.after(Math.max(0, timer.due - this.now()), () => {
      timers.delete(timer);
      timer.callback();
    });
  }
}

export interface DrivenClock extends Clock {
  /** Advances the time: every due timer runs at its own time, in order. */
  advance(ms: number): void;
}

export interface ForwardClock extends Clock {
  /** Puts the clock forward. Timers that fall due run now, once, as on a phone that wakes up after that time. */
  forward(ms: number): void;
  /** Milliseconds by which it was put forward in all. */
  readonly ahead: number;
  /** Sets the time; running timers keep their remaining time. */
  setTo(time: number): void;
}

/** A clock that can be put forward while it runs. */
export function forwardClock(clock: Clock): ForwardClock {
  let ahead = 0;
  const now = () => clock.now() + ahead;
  const waiting = new Set<WaitingTimer>();
  const wait = (timer: WaitingTimer) => {
    timer.cancel = clock.after(Math.max(0, timer.due - now()), () => {
      waiting.delete(timer);
      timer.callback();
    });
  };
  return {
    now,
    get ahead() {
      return ahead;
    },
    after(ms, callback) {
      const timer: WaitingTimer = { due: now() + ms, callback, cancel: () => undefined };
      waiting.add(timer);
      wait(timer);
      return () => {
        waiting.delete(timer);
        timer.cancel();
      };
    },
    forward(ms) {
      ahead += ms;
      const inOrder = [...waiting].sort((one, other) => one.due - other.due);
      for (const timer of inOrder) {
        // A timer that ran before may have cancelled it.
        if (!waiting.has(timer)) continue;
        timer.cancel();
        if (timer.due > now()) wait(timer);
        else {
          waiting.delete(timer);
          timer.callback();
        }
      }
    },
    setTo(time) {
      const shift = time - now();
      ahead += shift;
      for (const timer of waiting) timer.due += shift;
    },
  };
}

interface Timer {
  readonly due: number;
  readonly callback: () => void;
}

interface WaitingTimer {
  due: number;
  readonly callback: () => void;
  cancel: Cancel;
}

/** A clock that stands still until it is advanced. */
export function drivenClock(start = Date.UTC(2026, 10, 15, 9, 41)): DrivenClock {
  let now = start;
  const timers = new Set<Timer>();

  function nextDue(limit: number): Timer | undefined {
    let next: Timer | undefined;
    for (const timer of timers) {
      if (timer.due <= limit && (next === undefined || timer.due < next.due)) next = timer;
    }
    return next;
  }

  return {
    now: () => now,
    after(ms, callback) {
      const timer = { due: now + Math.max(0, ms), callback };
      timers.add(timer);
      return () => {
        timers.delete(timer);
      };
    },
    advance(ms) {
      const limit = now + ms;
      for (let timer = nextDue(limit); timer !== undefined; timer = nextDue(limit)) {
        timers.delete(timer);
        now = timer.due;
        timer.callback();
      }
      now = limit;
    },
  };
}

/** Milliseconds until the clock shows another minute. */
export function untilNextMinute(clock: Clock): number {
  const minute = 60_000;
  return minute - (clock.now() % minute);
}
