import { setMaxListeners } from 'node:events';
import type { Clock } from './clock.ts';
import type { Pauses } from './pauses.ts';

/** One request's hold on a device: how long it may take, and whether it is still wanted. */
export interface Call {
  readonly clock: Clock;
  /** Aborts with the error to report, when the time is up or the client cancels. */
  readonly signal: AbortSignal;
  /** Milliseconds left until the deadline, never below 0. */
  remaining(): number;
}

/** A call reached its time limit. A caller that knows what it waited for translates this into a better text. */
export class DeadlineExceeded extends Error {
  override readonly name = 'DeadlineExceeded';

  constructor(
    /** The limit. */
    readonly milliseconds: number,
  ) {
    super(`Not finished within ${Math.round(milliseconds)} ms.`);
  }
}

export interface CallLimits {
  readonly clock: Clock;
  readonly limit: number;
  readonly cancelled?: AbortSignal | undefined;
  /** The work ends by itself at once when its signal fires, and its outcome then is the outcome: what was done till then. */
  readonly endsItself?: boolean | undefined;
  /** While one of these is under way, the limit does not run down. */
  readonly pauses?: Pauses | undefined;
}

/** Runs `work` as a call that ends after `limit` milliseconds, or when `cancelled` fires. */
export async function withinLimit<T>(
  { clock, limit, cancelled, endsItself = false, pauses }: CallLimits,
  work: (call: Call) => Promise<T>,
): Promise<T> {
  const controller = new AbortController();
  // Everything that a call waits for listens to its signal; a long one waits for more than node's ten.
  setMaxListeners(0, controller.signal);
  const cancel = () => {
    controller.abort(cancelled?.reason);
  };
  const timer = new Timer(clock, limit, () => {
    controller.abort(new DeadlineExceeded(limit));
  });
  const unwatch = pauses?.watch((isPaused) => {
    if (isPaused) timer.stop();
    else timer.start();
  });
  if (cancelled?.aborted) cancel();
  else cancelled?.addEventListener('abort', cancel, { once: true });
  const call: Call = {
    clock,
    signal: controller.signal,
    remaining: () => timer.remaining(),
  };
  try {
    return await (endsItself ? work(call) : orAborted(work(call), call.signal));
  } finally {
    unwatch?.();
    timer.stop();
    cancelled?.removeEventListener('abort', cancel);
  }
}

/** Runs down while it is not stopped. */
export class Timer {
  readonly #clock: Clock;
  readonly #over: () => void;
  #left: number;
  #running: { readonly since: number; readonly stop: () => void } | undefined;

  constructor(clock: Clock, limit: number, over: () => void) {
    this.#clock = clock;
    this.#left = limit;
    this.#over = over;
    this.start();
  }

  start(): void {
    this.#running ??= { since: this.#clock.now(), stop: this.#clock.after(this.#left, this.#over) };
  }

  stop(): void {
    this.#running?.stop();
    this.#left = this.remaining();
    this.#running = undefined;
  }

  remaining(): number {
    const gone = this.#running ? this.#clock.now() - this.#running.since : 0;
    return Math.max(0, this.#left - gone);
  }
}

/** A call that only its signal ends, for what lives as long as the connection or program behind it. */
export function callWithoutDeadline(clock: Clock, signal: AbortSignal): Call {
  return { clock, signal, remaining: () => Infinity };
}

/** Waits, unless the call ends first. */
export async function pause(milliseconds: number, call: Call): Promise<void> {
  let stopTimer: () => void = () => undefined;
  const over = new Promise<void>((resolve) => {
    stopTimer = call.clock.after(milliseconds, resolve);
  });
  try {
    await orAborted(over, call.signal);
  } finally {
    stopTimer();
  }
}

/** The work's outcome, or the abort's reason if that comes first. Work that ignores its signal cannot hang us. */
export async function orAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  // An aborting caller does not wait for the work, so no listener hears of its failure.
  work.catch(() => undefined);
  signal.throwIfAborted();
  let onAbort: (() => void) | undefined;
  const aborted = new Promise<never>((_, reject) => {
    onAbort = () => {
      reject(signal.reason as Error);
    };
    signal.addEventListener('abort', onAbort, { once: true });
  });
  try {
    return await Promise.race([work, aborted]);
  } finally {
    if (onAbort) signal.removeEventListener('abort', onAbort);
  }
}
