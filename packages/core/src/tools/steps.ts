import * as z from 'zod';
import type { Call } from '../call/call.ts';
import { orAborted } from '../call/call.ts';
import { actionFailed, DeviceError, deviceErrorOf, invalidParams, isTimeout } from '../device/errors.ts';
import { Acted, acting, defineTool, type Step, type Steps, type ToolAnswer, Waited } from './frame/define.ts';
import { succeeded } from './frame/results.ts';
import type { ContentItem } from './frame/toolbox.ts';

const MOST_STEPS = 50;
const MOST_TIMES = 50;
const MOST_WRITES = 200;
/** Milliseconds for all steps together. */
const TIME_LIMIT = 120_000;

const step = z.strictObject({
  tool: z.string().min(1),
  arguments: z.record(z.string(), z.unknown()).default({}),
  times: z.int().min(1).max(MOST_TIMES).default(1),
});

/** A step of the list, and how often it is made. */
interface Planned {
  readonly step: Step;
  readonly times: number;
}

export const runSteps = defineTool({
  name: 'run_steps',
  title: 'Run steps',
  description:
    'Call several tools in order, and see what happened once, at the end. Stops at the first failure. Where you have ' +
    'not seen an id yet, an element_id may be `text:Save`, `desc:Navigate up` or `res:search_view`, which may take 5 s to appear.',
  hints: acting,
  // It does nothing by itself: each step is judged as what it is.
  class: 'read',
  input: z.strictObject({ steps: z.array(step).min(1).max(MOST_STEPS) }),
  limit: () => TIME_LIMIT,
  endsItself: true,
  callsTools: true,
  // Each step is paced by itself.
  writes: () => 0,
  example: {
    steps: [
      { tool: 'click_element', arguments: { element_id: 'text:7' }, times: 2 },
      { tool: 'click_element', arguments: { element_id: 'text:=' } },
    ],
  },
  fails: {
    invalid_params:
      'An unknown tool, wrong arguments of any step, `run_steps` itself, more than 200 writes. No step was run.',
    action_failed:
      'A step failed, waited in vain with more steps to come, or the time was over: the answer says which, and what the screen shows then.',
  },
  async handle({ steps, call }, { steps: wanted }) {
    const planned = checkedPlan(wanted, steps);
    return new Run(planned, call).result();
  },
});

/** Everything is checked before anything is done. */
function checkedPlan(wanted: readonly z.infer<typeof step>[], steps: Steps): readonly Planned[] {
  const planned = wanted.map(({ tool, arguments: args, times }, at) => ({
    step: named(at, () => steps.prepare(tool, args)),
    times,
  }));
  const writes = planned.reduce((sum, { step: { writes: own }, times }) => sum + own * times, 0);
  if (writes > MOST_WRITES) {
    throw invalidParams(
      `These steps write ${writes} times, and ${MOST_WRITES} is the most. Nothing was done.`,
    );
  }
  return planned;
}

function named<T>(at: number, prepare: () => T): T {
  try {
    return prepare();
  } catch (error) {
    if (!(error instanceof DeviceError)) throw error;
    throw new DeviceError(error.kind, `Step ${at + 1}: ${sentence(error.message)} Nothing was done.`, {
      cause: error,
    });
  }
}

/** Most messages about parameters end without a full stop. */
function sentence(message: string): string {
  return /[.!?]$/.test(message) ? message : `${message}.`;
}

/** The result of one step. */
interface Outcome {
  readonly at: number;
  readonly said: string;
}

/** The steps while they run: what became of each, in order. */
class Run {
  readonly #planned: readonly Planned[];
  readonly #call: Call;
  readonly #outcomes: Outcome[] = [];
  /** What steps answered with: all that reads have read, and the film of stop_recording. */
  readonly #items: ContentItem[] = [];

  constructor(planned: readonly Planned[], call: Call) {
    this.#planned = planned;
    this.#call = call;
  }

  async result(): Promise<Acted | readonly ContentItem[]> {
    for (const [at, one] of this.#planned.entries()) {
      const failure = await this.#failureOf(at, one);
      if (failure) return new Acted(failure.message, { failure, further: this.#items });
    }
    const text = this.#lines().join('\n');
    // A reading at the end is what the client wants to see of the screen.
    return this.#planned.at(-1)?.step.kind === 'read'
      ? [{ type: 'text', text }, ...this.#items]
      : new Acted(text, { further: this.#items });
  }

  /** Runs one step as often as it is wanted; the failure that ends everything, if there is one. */
  async #failureOf(at: number, { step: one, times }: Planned): Promise<DeviceError | undefined> {
    let answer: ToolAnswer | undefined;
    for (let time = 1; time <= times; time += 1) {
      try {
        this.#call.signal.throwIfAborted();
        answer = await orAborted(one.run(this.#call), this.#call.signal);
        if (at < this.#planned.length - 1) mustHaveCome(one, answer);
      } catch (error) {
        const why = this.#call.signal.aborted ? this.#ended() : deviceErrorOf(error)?.message;
        if (why === undefined) throw error;
        const which = times > 1 ? ` (time ${time} of ${times})` : '';
        const lines = [...this.#lines(), `${at + 1} ${one.tool}${which} failed: ${why}`];
        return actionFailed(lines.join('\n'), error);
      }
    }
    this.#keepItems(at, one, answer);
    this.#outcomes.push({ at, said: saidBy(one, answer) + (times > 1 ? ` (${times} times)` : '') });
    return undefined;
  }

  #keepItems(at: number, { kind }: Step, answer: ToolAnswer | undefined): void {
    if (answer === undefined || (kind !== 'read' && !Array.isArray(answer))) return;
    const [first, ...rest] = succeeded(answer).content;
    if (first?.type !== 'text') return;
    const isOnly = this.#planned.filter(({ step }) => step.kind === 'read').length === 1;
    const text = kind === 'read' && isOnly ? first.text : numbered(at, first.text);
    this.#items.push({ type: 'text', text }, ...rest);
  }

  /** The time is over, the device was taken away, or the client has cancelled: the steps so far are reported all the same. */
  #ended(): string {
    const reason: unknown = this.#call.signal.reason;
    if (isTimeout(reason)) return `the ${TIME_LIMIT / 1000} s for all steps are over`;
    return deviceErrorOf(reason)?.message ?? 'the call was cancelled';
  }

  /** One line a step, equal ones in a row as one: `1-9 ok`. */
  #lines(): string[] {
    const lines: string[] = [];
    for (let from = 0; from < this.#outcomes.length;) {
      const { at, said } = this.#outcomes[from] ?? { at: 0, said: '' };
      let to = from;
      while (this.#outcomes[to + 1]?.said === said) to += 1;
      const numbers = to === from ? `${at + 1}` : `${at + 1}-${at + 1 + to - from}`;
      lines.push(`${numbers} ${said}`);
      from = to + 1;
    }
    return lines;
  }
}

/** The answer of one step among others; several lines stay together below its number. */
function numbered(at: number, text: string): string {
  return `${at + 1}${text.includes('\n') ? ':\n' : ' '}${text}`;
}

/** The next steps rely on the wait. */
function mustHaveCome(step: Step, answer: ToolAnswer): void {
  if (typeof answer === 'string') return;
  const isInVain =
    answer instanceof Waited || answer instanceof Acted
      ? !answer.came
      : 'found' in answer && answer.found === false;
  if (isInVain) throw actionFailed(saidBy(step, answer));
}

/** `ok`, and what the step found out or doubts. */
function saidBy({ kind }: Step, answer: ToolAnswer | undefined): string {
  if (answer === undefined || kind === 'read') return 'ok';
  if (answer instanceof Acted) return ['ok', ...answer.effects, ...answer.remarks].join(': ');
  const [first] = succeeded(answer).content;
  return kind === 'wait' && first?.type === 'text' ? first.text : 'ok';
}
