import type { Clock } from '../../call/clock.ts';
import type { CallOptions, Toolbox, ToolResult } from '../../tools/frame/toolbox.ts';
import { WrappedToolbox } from '../../tools/frame/wrapped-toolbox.ts';
import type { Counter, Histogram, Metrics } from './metrics.ts';

/** Seconds: a fast read takes some milliseconds, a wait may take minutes. */
const bounds = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 120];

/** Clients may call any name: one that no tool has must not make a series. */
const UNKNOWN_TOOL = 'unknown';

/** Counts calls of tools and measures how long they take. */
export class CallMetrics {
  readonly clock: Clock;
  readonly #calls: Counter;
  readonly #durations: Histogram;
  #running = 0;

  constructor(metrics: Metrics, clock: Clock) {
    this.clock = clock;
    this.#calls = metrics.counter({
      name: 'handeye_calls_total',
      help: 'Tool calls that ended, by tool and outcome: ok, cancelled, or the kind of error.',
      labels: ['tool', 'outcome'],
    });
    this.#durations = metrics.histogram(
      {
        name: 'handeye_call_duration_seconds',
        help: 'How long tool calls took, with what they waited for.',
        labels: ['tool'],
      },
      bounds,
    );
    metrics.gauge({ name: 'handeye_calls_running', help: 'Tool calls that run now.' }, () => [
      { value: this.#running },
    ]);
  }

  began(): void {
    this.#running += 1;
  }

  ended(tool: string, outcome: string, milliseconds: number): void {
    this.#running -= 1;
    this.#calls.add([tool, outcome]);
    this.#durations.observe(milliseconds / 1000, [tool]);
  }
}

/** The same tools, whose calls are counted. */
export class MeasuredToolbox extends WrappedToolbox {
  readonly #metrics: CallMetrics;

  constructor(toolbox: Toolbox, metrics: CallMetrics) {
    super(toolbox);
    this.#metrics = metrics;
  }

  async call(name: string, args: unknown, options: CallOptions): Promise<ToolResult> {
    const { clock } = this.#metrics;
    const start = clock.now();
    let outcome = 'internal';
    this.#metrics.began();
    try {
      const result = await this.inner.call(name, args, options);
      outcome = outcomeOf(result, options.signal);
      return result;
    } finally {
      this.#metrics.ended(this.has(name) ? name : UNKNOWN_TOOL, outcome, clock.now() - start);
    }
  }

  protected around(toolbox: Toolbox): Toolbox {
    return new MeasuredToolbox(toolbox, this.#metrics);
  }
}

function outcomeOf({ isError, _meta: meta }: ToolResult, signal: AbortSignal): string {
  if (isError !== true) return 'ok';
  return signal.aborted ? 'cancelled' : (meta?.['handeye/error'].kind ?? 'internal');
}
