import type { Flow } from '../file/flow.ts';
import type { FlowEvent, FlowResult } from '../run/result.ts';
import type { Evidence } from './evidence.ts';
import type { Attempt, Outcome, OutcomeStatus, SuiteResult } from './outcome.ts';

/** Performs flows, one at a time: a device. */
export interface Performer {
  readonly name: string;
  perform(flow: Flow, options: PerformerOptions): Promise<{ result: FlowResult; evidence?: Evidence }>;
}

export interface PerformerOptions {
  readonly signal: AbortSignal;
  readonly onEvent: (event: FlowEvent) => void;
}

/** Events of a suite, for progress. `key` tells flows apart that are performed at the same time. */
export type SuiteEvent =
  | { readonly kind: 'began'; readonly key: number; readonly flow: Flow; readonly performer: string }
  | { readonly kind: 'event'; readonly key: number; readonly flow: Flow; readonly event: FlowEvent }
  | { readonly kind: 'again'; readonly key: number; readonly flow: Flow; readonly because: string }
  | { readonly kind: 'ended'; readonly key: number; readonly outcome: Outcome };

export interface SuiteOptions {
  readonly performers: readonly Performer[];
  /** `split`: each flow once, on the device that is free. `all`: each flow on each device. */
  readonly shard: 'split' | 'all';
  /** How often a failed flow is tried again. */
  readonly retries: number;
  readonly failFast: boolean;
  readonly signal: AbortSignal;
  readonly onEvent: (event: SuiteEvent) => void;
}

/** A flow that waits for a performer. `only`: it must be this one. */
interface Job {
  readonly key: number;
  readonly flow: Flow;
  readonly only: Performer | undefined;
  /** Attempts that ended with the loss of a device. */
  readonly lost: readonly Attempt[];
}

/** Performs the flows and resolves when all have ended. Never rejects. */
export async function runSuite(flows: readonly Flow[], options: SuiteOptions): Promise<SuiteResult> {
  const startedAt = Date.now();
  const suite = new Suite(flows, options);
  await Promise.all(options.performers.map((performer) => suite.work(performer)));
  return { outcomes: suite.finished(), startedAt, milliseconds: Date.now() - startedAt };
}

class Suite {
  readonly #options: SuiteOptions;
  readonly #jobs: readonly Job[];
  readonly #waiting: Job[];
  readonly #outcomes = new Map<number, Outcome>();
  readonly #busy = new Set<Performer>();
  /** Performers whose device is gone. */
  readonly #gone = new Set<Performer>();
  readonly #stop = new AbortController();
  readonly #signal: AbortSignal;
  #wake: (() => void)[] = [];

  constructor(flows: readonly Flow[], options: SuiteOptions) {
    this.#options = options;
    const targets = options.shard === 'all' ? options.performers : [undefined];
    this.#jobs = flows
      .flatMap((flow) => targets.map((only) => ({ flow, only, lost: [] })))
      .map((job, key) => ({ ...job, key }));
    this.#waiting = [...this.#jobs];
    this.#signal = AbortSignal.any([options.signal, this.#stop.signal]);
    this.#signal.addEventListener('abort', () => {
      this.#wakeAll();
    });
  }

  /** Takes flows until none is left for this performer. */
  async work(performer: Performer): Promise<void> {
    while (!this.#gone.has(performer)) {
      const job = await this.#next(performer);
      if (job === undefined) return;
      this.#busy.add(performer);
      await this.#perform(job, performer);
      this.#busy.delete(performer);
      this.#wakeAll();
    }
  }

  /** All outcomes in order. A flow that had no turn is skipped, or lacked a device. */
  finished(): readonly Outcome[] {
    return this.#jobs.map(({ key, flow, only }) => {
      const outcome = this.#outcomes.get(key);
      if (outcome !== undefined) return outcome;
      const noDevice = !this.#signal.aborted;
      const attempts = this.#waiting.find((job) => job.key === key)?.lost ?? [];
      return {
        flow,
        device: only?.name,
        status: noDevice || attempts.length > 0 ? 'infrastructure' : 'skipped',
        attempts,
        problem: noDevice ? 'No device is left to perform it.' : undefined,
      };
    });
  }

  /** Waits while another performer is busy: its flow may come back if its device goes away. */
  async #next(performer: Performer): Promise<Job | undefined> {
    for (;;) {
      if (this.#signal.aborted) return undefined;
      const index = this.#waiting.findIndex(({ only }) => only === undefined || only === performer);
      if (index >= 0) return this.#waiting.splice(index, 1)[0];
      if (this.#options.shard === 'all' || this.#busy.size === 0) return undefined;
      await new Promise<void>((resolve) => this.#wake.push(resolve));
    }
  }

  async #perform(job: Job, performer: Performer): Promise<void> {
    const { key, flow } = job;
    this.#options.onEvent({ kind: 'began', key, flow, performer: performer.name });
    const attempts = [...job.lost];
    for (let failures = 0; ;) {
      const attempt = await this.#attempt(job, performer);
      attempts.push(attempt);
      const { status } = attempt.result;
      if (status === 'infrastructure') {
        this.#lostDevice({ ...job, lost: attempts }, performer);
        return;
      }
      if (status === 'failed') failures += 1;
      if (status !== 'failed' || failures > this.#options.retries || this.#signal.aborted) {
        const isFlaky = status === 'passed' && failures > 0;
        this.#end(job, { flow, attempts, status: isFlaky ? 'flaky' : status, problem: undefined });
        return;
      }
      this.#options.onEvent({ kind: 'again', key, flow, because: reasonOf(attempt.result) });
    }
  }

  async #attempt({ key, flow }: Job, performer: Performer): Promise<Attempt> {
    const { result, evidence } = await performer.perform(flow, {
      signal: this.#signal,
      onEvent: (event) => {
        this.#options.onEvent({ kind: 'event', key, flow, event });
      },
    });
    return { result, evidence };
  }

  /** The flow is tried once more on another device, if there is one. */
  #lostDevice(job: Job, performer: Performer): void {
    this.#gone.add(performer);
    const others = this.#options.performers.some((other) => !this.#gone.has(other));
    if (job.only === undefined && others && job.lost.length < 2 && !this.#signal.aborted) {
      const { key, flow } = job;
      const last = job.lost.at(-1);
      this.#options.onEvent({ kind: 'again', key, flow, because: last ? reasonOf(last.result) : '' });
      this.#waiting.unshift(job);
      return;
    }
    this.#end(job, { flow: job.flow, attempts: job.lost, status: 'infrastructure', problem: undefined });
  }

  #end({ key }: Job, ended: Omit<Outcome, 'device'>): void {
    const outcome = { ...ended, device: ended.attempts.at(-1)?.result.device };
    this.#outcomes.set(key, outcome);
    this.#options.onEvent({ kind: 'ended', key, outcome });
    const isBad: readonly OutcomeStatus[] = ['failed', 'infrastructure'];
    if (this.#options.failFast && isBad.includes(outcome.status)) this.#stop.abort();
  }

  #wakeAll(): void {
    const waiting = this.#wake;
    this.#wake = [];
    for (const wake of waiting) wake();
  }
}

/** Why an attempt did not pass, in one line. */
export function reasonOf({ divergence, problem }: FlowResult): string {
  if (divergence === undefined) return problem ?? '';
  const { at, step, found } = divergence;
  return `${at.file}:${at.line}: ${step.says}: ${found}`;
}
