import type { Call } from '@handeye/core/call/call';
import { withinLimit } from '@handeye/core/call/call';
import type { Clock } from '@handeye/core/call/clock';
import type { Capabilities } from '@handeye/core/device/port';
import { CompanionRefused } from '../companion/errors.ts';
import { type Check, Skip, type Trial } from './check.ts';

/** The limit of a check: several looks of a slow phone. */
const CHECK_LIMIT = 60_000;
const RESTORE_LIMIT = 15_000;

type Tried = Pick<Trial, 'tier' | 'check' | 'milliseconds'>;

/** A subject of checks that knows the duration of its last call of each name. */
interface Timed {
  readonly times: ReadonlyMap<string, number>;
}

/** Runs checks and keeps their outcomes. */
export class Trials {
  readonly all: Trial[] = [];
  readonly #onTrial: (trial: Trial) => void;

  constructor(onTrial: (trial: Trial) => void) {
    this.#onTrial = onTrial;
  }

  async run<Subject extends Timed>(
    checks: readonly Check<Subject>[],
    on: { readonly tier: Trial['tier']; readonly on: Subject; readonly capabilities?: Capabilities },
    call: Call,
  ): Promise<void> {
    let broken: string | undefined;
    for (const check of checks) {
      const tried = { tier: on.tier, check: check.name, milliseconds: 0 };
      const able = check.needs === undefined || !on.capabilities ? true : on.capabilities[check.needs];
      if (broken !== undefined) this.skipped(tried, `${broken} failed.`);
      else if (able !== true) this.skipped(tried, able);
      else if (!(await this.#try(check, on, call)) && check.required) broken = check.name;
      call.signal.throwIfAborted();
    }
  }

  /** Prepares a tier's checks. Undefined, and a failed trial, if that fails. */
  opening<T>(tier: Trial['tier'], clock: Clock, open: () => Promise<T>): Promise<T | undefined> {
    return this.#step({ tier, check: 'start' }, clock, { work: open, isReported: true });
  }

  /** A step on the phone before or after all tiers. */
  phone<T>(check: string, clock: Clock, work: () => Promise<T>): Promise<T | undefined> {
    return this.#step({ tier: 'phone', check }, clock, { work, isReported: true });
  }

  /** Puts back the changes of a tier's checks; reported only if it fails. The user's stop does not end it. */
  async restoring(tier: Trial['tier'], clock: Clock, work: (call: Call) => Promise<void>): Promise<void> {
    const limited = () => withinLimit({ clock, limit: RESTORE_LIMIT }, work);
    await this.#step({ tier, check: 'clipboard put back' }, clock, { work: limited, isReported: false });
  }

  skipped(tried: Tried, reason: string): void {
    this.#add({ ...tried, outcome: 'skipped', note: reason });
  }

  failed(tried: Tried, error: unknown): void {
    this.#add({ ...tried, outcome: 'failed', note: messageOf(error) });
  }

  async #step<T>(
    { tier, check }: Omit<Tried, 'milliseconds'>,
    clock: Clock,
    { work, isReported }: { work: () => Promise<T>; isReported: boolean },
  ): Promise<T | undefined> {
    const start = clock.now();
    const tried = () => ({ tier, check, milliseconds: Math.round(clock.now() - start) });
    try {
      const result = await work();
      if (isReported) this.#add({ ...tried(), outcome: 'ok', note: '' });
      return result;
    } catch (error) {
      this.failed(tried(), error);
      return undefined;
    }
  }

  async #try<Subject extends Timed>(
    { name, run }: Check<Subject>,
    { tier, on }: { readonly tier: Trial['tier']; readonly on: Subject },
    call: Call,
  ): Promise<boolean> {
    const start = call.clock.now();
    // The time of the call itself, without the looks around it, if the check has the call's name.
    const tried = () => ({
      tier,
      check: name,
      milliseconds: on.times.get(name) ?? Math.round(call.clock.now() - start),
    });
    try {
      const limits = { clock: call.clock, limit: CHECK_LIMIT, cancelled: call.signal };
      const note = await withinLimit(limits, (own) => run(on, own));
      this.#add({ ...tried(), outcome: 'ok', note });
      return true;
    } catch (error) {
      if (call.signal.aborted) throw error;
      if (error instanceof Skip) this.skipped(tried(), error.message);
      // This Android lacks it, which the companion says before it does anything.
      else if (error instanceof CompanionRefused && error.code === 'unsupported')
        this.skipped(tried(), 'This Android does not offer it.');
      else this.failed(tried(), error);
      return false;
    }
  }

  #add(trial: Trial): void {
    this.all.push(trial);
    this.#onTrial(trial);
  }
}

function messageOf(error: unknown): string {
  if (error instanceof CompanionRefused) return `${error.code}: ${error.message}`;
  return error instanceof Error ? error.message : String(error);
}
