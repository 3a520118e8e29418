import type { Call } from '../../call/call.ts';
import type { Clock } from '../../call/clock.ts';
import { withinLimit } from '../../call/call.ts';
import { SharedAttempt } from '../../call/shared-attempt.ts';
import { isTimeout } from '../../device/errors.ts';
import type { Phone } from '../phone.ts';
import { HelperGone } from './errors.ts';
import { RunningHelper, stopPackages } from './running-helper.ts';

/** Starting takes 2 to 5 seconds on a phone. This leaves a look (20 s) enough time to go on without the helper. */
const START_LIMIT = 12_000;
/** The limit for stopping: the program waits for it before it ends. */
const STOP_LIMIT = 5_000;
/** A helper that did not start, or twice died soon after its start, is tried again after this time. */
const REST = 30_000;
const DIED_YOUNG = 10_000;

export interface HelperOptions {
  readonly clock: Clock;
  /** Called when the helper comes into use (undefined), or with the reason why it is no longer used. */
  readonly onChange?: ((problem: string | undefined) => void) | undefined;
}

/** Keeps a helper running on a phone: starts it when it is needed, restarts it if it died, and stops it at the end. */
export class Helper {
  readonly #phone: Phone;
  readonly #options: HelperOptions;
  readonly #life = new AbortController();
  #running: { readonly helper: RunningHelper; readonly since: number } | undefined;
  readonly #starting = new SharedAttempt<RunningHelper>();
  #resting: { readonly until: number; readonly problem: string } | undefined;
  #youngDeaths = 0;
  #wasStarted = false;

  constructor(phone: Phone, options: HelperOptions) {
    this.#phone = phone;
    this.#options = options;
  }

  /** Why the helper is not used at present; undefined while it is used or has not been started yet. */
  get problem(): string | undefined {
    const resting = this.#resting;
    return resting && resting.until > this.#options.clock.now() ? resting.problem : undefined;
  }

  get isRunning(): boolean {
    return this.#running !== undefined;
  }

  /** The running helper. Throws HelperGone if it cannot run now. */
  async running(call: Call): Promise<RunningHelper> {
    const problem = this.problem;
    if (problem !== undefined) throw new HelperGone(problem, false);
    if (this.#running) return this.#running.helper;
    // All who wait share one start; it outlives their calls, because others will need it.
    return this.#starting.join(() => this.#start(), call.signal);
  }

  /** It did not answer: the next call starts a new one. */
  lost(helper: RunningHelper): void {
    helper.hangUp();
    this.#ended(helper);
  }

  /** Stops it. Afterwards nothing of it holds the phone's UiAutomation. */
  async close(): Promise<void> {
    const running = this.#running?.helper;
    // A lost helper may still be a process on the phone.
    if (!this.#wasStarted) {
      this.#life.abort(closed);
      return;
    }
    const options = { clock: this.#options.clock, limit: STOP_LIMIT };
    try {
      await withinLimit(options, async (call) => {
        if (running) await running.stop(call);
        this.#life.abort(closed);
        await this.#starting.underWay?.catch(() => undefined);
        if (!running) await stopPackages(this.#phone, call);
      });
    } catch {
      // If the phone is unreachable, it has already ended what our streams kept alive.
    } finally {
      this.#life.abort(closed);
    }
  }

  async #start(): Promise<RunningHelper> {
    const { clock } = this.#options;
    const life = this.#life.signal;
    life.throwIfAborted();
    this.#wasStarted = true;
    const options = { clock, limit: START_LIMIT, cancelled: life };
    let started: RunningHelper | undefined;
    const onEnd = () => {
      this.#ended(started);
    };
    try {
      const helper = await withinLimit(options, (call) =>
        RunningHelper.start(this.#phone, { life, onEnd }, call),
      );
      started = helper;
      this.#running = { helper, since: clock.now() };
      this.#resting = undefined;
      this.#options.onChange?.(undefined);
      return helper;
    } catch (error) {
      throw life.aborted ? error : this.#failed(error);
    }
  }

  /** An unreachable phone is not a problem of the helper. */
  #failed(error: unknown): unknown {
    const late = isTimeout(error) ? 'The helper did not start in time.' : undefined;
    const problem = error instanceof HelperGone ? error.message : late;
    if (problem === undefined) return error;
    this.#rest(problem);
    return new HelperGone(problem, false, { cause: error });
  }

  #ended(helper: RunningHelper | undefined): void {
    const ended = this.#running;
    if (ended === undefined || ended.helper !== helper || this.#life.signal.aborted) return;
    this.#running = undefined;
    const isYoung = this.#options.clock.now() - ended.since < DIED_YOUNG;
    this.#youngDeaths = isYoung ? this.#youngDeaths + 1 : 0;
    if (this.#youngDeaths > 1) this.#rest('The helper keeps ending or hanging right after it starts.');
  }

  #rest(problem: string): void {
    this.#resting = { until: this.#options.clock.now() + REST, problem };
    this.#options.onChange?.(problem);
  }
}

const closed = new Error('the device was closed');
