import type { Call } from '@handeye/core/call/call';
import type { Clock } from '@handeye/core/call/clock';
import { DeadlineExceeded, withinLimit } from '@handeye/core/call/call';
import { SharedAttempt } from '@handeye/core/call/shared-attempt';
import { isTimeout } from '@handeye/core/device/errors';
import { isUnreachable } from '../errors.ts';
import type { Phone } from '../phone.ts';
import { loadDex } from './dex.ts';
import { CompanionGone } from './errors.ts';
import { RunningCompanion } from './running.ts';

/** Starting takes 1 to 2 seconds on a phone. The limit leaves an action (10 s) enough time to go on without the companion. */
const START_LIMIT = 8_000;
/** The limit for stopping: the program that ends waits for it. */
const STOP_LIMIT = 3_000;
/** The share of a call's time that is left when a start that takes long is asked about. */
const LAST_WORDS = 0.1;
/** A companion that failed twice within a minute is not started for ten. */
const FAILURES_WITHIN = 60_000;
const REST = 600_000;

/** Android 7. From then on the user's accessibility services stay on beside a companion. */
export const FIRST_SDK_BESIDE_SERVICES = 24;

export interface CompanionOptions {
  readonly clock: Clock;
  readonly services: 'refuse' | 'save';
  readonly onReplaced?: (() => void) | undefined;
  /** Called when the companion starts to serve, or with the reason why it stopped. */
  readonly onChange?: ((problem: string | undefined) => void) | undefined;
}

/** Keeps a companion running on a phone: starts it when it is needed, restarts it when it died, and ends it. */
export class Companion {
  readonly #phone: Phone;
  readonly #options: CompanionOptions;
  readonly #life = new AbortController();
  readonly #starting = new SharedAttempt<RunningCompanion>();
  #running: RunningCompanion | undefined;
  #failures: readonly number[] = [];
  #resting: { readonly until: number; readonly problem: string } | undefined;
  /** The last reported state: undefined if it serves, else the problem; null before the first report. */
  #said: string | undefined | null = null;
  /** The number of tasks that the companion must not run beside. */
  #without = 0;
  #lastProblem = '';

  constructor(phone: Phone, options: CompanionOptions) {
    this.#phone = phone;
    this.#options = options;
  }

  /** Why the companion is not started at present; undefined while it may be. */
  get problem(): string | undefined {
    const resting = this.#resting;
    return resting && resting.until > this.#options.clock.now() ? resting.problem : undefined;
  }

  /** The companion that already runs; none is started. */
  get current(): RunningCompanion | undefined {
    return this.problem === undefined && this.#running?.endedBy === undefined ? this.#running : undefined;
  }

  /** The running companion. CompanionGone if it cannot run now. */
  async running(call: Call): Promise<RunningCompanion> {
    const problem = this.problem ?? (this.#without > 0 ? this.#lastProblem : undefined);
    if (problem !== undefined) throw new CompanionGone(problem, 'no');
    const running = this.#running;
    if (running?.endedBy === undefined && running) return running;
    if (running) this.lost(running, 'The companion on the phone ended.');
    const tired = this.problem;
    if (tired !== undefined) throw new CompanionGone(tired, 'no');
    return this.#started(call);
  }

  /** One start for all callers; it outlives their calls, as others will need it. */
  async #started(call: Call): Promise<RunningCompanion> {
    const start = (signal: AbortSignal) => this.#starting.join(() => this.#start(), signal);
    const limit = call.remaining() * (1 - LAST_WORDS);
    try {
      return await withinLimit({ clock: call.clock, limit, cancelled: call.signal }, ({ signal }) =>
        start(signal),
      );
    } catch (error) {
      if (!(error instanceof DeadlineExceeded) || call.signal.aborted) throw error;
      // The start may be waiting for a phone that is gone: then that is the answer.
      await this.#phone.reached(call);
      return this.#running ?? (await start(call.signal));
    }
  }

  /** The companion failed: the next caller gets a new one. */
  lost(companion: RunningCompanion, problem: string): void {
    if (this.#running !== companion) return;
    this.#running = undefined;
    // A pulled cable is not the companion's fault.
    if (companion.endedBy !== 'connection') this.#failed(problem);
    companion.hangUp();
  }

  /**
   * Does work that the companion must not run beside: `uiautomator dump` needs the phone's one UiAutomation, too (a
   * dump beside the companion is killed, seen on 5.1).
   */
  async without<T>(work: () => Promise<T>, call: Call): Promise<T> {
    this.#without += 1;
    try {
      await this.#starting.underWay?.catch(() => undefined);
      const running = this.#running;
      this.#running = undefined;
      if (running) await running.quit(call);
      return await work();
    } finally {
      this.#without -= 1;
    }
  }

  /** Ends it. Afterwards it does not hold the phone's accessibility. */
  async close(): Promise<void> {
    const options = { clock: this.#options.clock, limit: STOP_LIMIT };
    try {
      await withinLimit(options, async (call) => {
        const running = this.#running;
        this.#running = undefined;
        if (running) await running.quit(call);
        this.#life.abort(closed);
        await this.#starting.underWay?.catch(() => undefined);
      });
    } catch {
      // The phone is out of reach: the end of its stdin ends the companion.
    } finally {
      this.#life.abort(closed);
    }
  }

  async #start(): Promise<RunningCompanion> {
    const { clock, services, onReplaced } = this.#options;
    const life = this.#life.signal;
    life.throwIfAborted();
    try {
      const companion = await withinLimit({ clock, limit: START_LIMIT, cancelled: life }, async (call) => {
        const dex = await loadDex();
        const started = await RunningCompanion.start(this.#phone, { dex, services, onReplaced }, call);
        if (call.signal.aborted) started.hangUp(); // too late: no caller takes it any more
        return started;
      });
      this.#running = companion;
      this.#resting = undefined;
      this.#say(undefined);
      return companion;
    } catch (error) {
      throw life.aborted ? error : this.#startFailed(error);
    }
  }

  /** An unreachable phone does not count as the companion's failure. */
  #startFailed(error: unknown): unknown {
    // A phone that does not answer is a time-out, too, and says nothing about the companion.
    if (isUnreachable(error)) return error;
    const late = isTimeout(error) ? 'The companion did not start in time.' : undefined;
    const problem = error instanceof CompanionGone ? error.message : late;
    if (problem === undefined) return error;
    this.#failed(problem);
    this.#say(problem);
    return new CompanionGone(problem, 'no', { cause: error });
  }

  #failed(problem: string): void {
    const now = this.#options.clock.now();
    this.#lastProblem = problem;
    this.#failures = [...this.#failures.filter((time) => now - time < FAILURES_WITHIN), now];
    if (this.#failures.length > 1) {
      this.#failures = [];
      this.#resting = { until: now + REST, problem };
      this.#say(problem);
    }
  }

  /** Reports each change once. */
  #say(problem: string | undefined): void {
    if (this.#said === problem) return;
    this.#said = problem;
    this.#options.onChange?.(problem);
  }
}

const closed = new Error('the device was closed');
