import type { Call } from '../../call/call.ts';
import { invalidParams } from '../../device/errors.ts';
import type { Leases } from '../../device/leases.ts';
import type { Registry } from '../../device/registry.ts';
import type { MadeCall } from './shared/accounts.ts';
import type { ScreenFormat } from './defaults.ts';
import type { DeviceTool, ServerTool, Tool, ToolAnswer } from './define.ts';
import { frameArguments } from './frame-arguments.ts';
import type { Run, Runner, Trace } from './runner.ts';
import type { Step, Steps } from './steps.ts';

/** How long a target may take to appear in a step: nobody has seen the screens in between. */
const PATIENCE = 5_000;
/** How long a screen may take to settle after a step before the next one is made anyway. */
const SETTLE_LIMIT = 1_000;

/** Tools that only wait may stand anywhere among the steps; others that read tell something only at the end. */
const waits: ReadonlySet<string> = new Set(['wait_for_element', 'wait_for_idle']);

/** What steps need of the frame that they run in. */
export interface StepFrame {
  readonly runner: Runner;
  readonly registry: Registry;
  readonly leases: Leases | undefined;
  readonly screenFormat: ScreenFormat;
  /** The tool of that name, with or without the prefix; throws what a call of it would. */
  readonly toolFor: (name: string) => Tool;
  /** Accounts for each step like for a call of its own. */
  readonly accounted: (made: MadeCall, work: (trace: Trace) => Promise<ToolAnswer>) => Promise<ToolAnswer>;
}

/** The call that steps belong to: its device, its client, and who is asked about it. */
type Whole = Pick<
  Run,
  'asker' | 'pauses' | 'session' | 'client' | 'seen' | 'tellsNotes' | 'trace' | 'byPerson'
> &
  Pick<MadeCall, 'onAccount'>;

/** The tools of a frame as steps on one device, whose turn the caller has. */
export function stepsOn(frame: StepFrame, whole: Whole): Steps {
  return new FrameSteps(frame, whole);
}

class FrameSteps implements Steps {
  readonly #frame: StepFrame;
  readonly #whole: Whole;
  /** Something was done that the screen may still be answering to. */
  #acted = false;

  constructor(frame: StepFrame, whole: Whole) {
    this.#whole = whole;
    this.#frame = frame;
  }

  prepare(name: string, args: unknown): Step {
    const tool = this.#frame.toolFor(name);
    if (tool.name === 'run_steps') throw invalidParams('run_steps cannot be a step of itself.');
    return tool.runsOn === 'server' ? this.#serverStep(tool, args) : this.#deviceStep(tool, args);
  }

  #serverStep(tool: ServerTool, args: unknown): Step {
    if (!tool.hints.readOnlyHint)
      throw invalidParams(`${tool.name} cannot be a step: it is not about this device.`);
    const prepared = tool.prepare(args);
    const { registry, leases, accounted, runner } = this.#frame;
    const { asker, pauses, byPerson, client = '' } = this.#whole;
    const about = { registry, leases, client };
    return {
      tool: tool.name,
      kind: 'read',
      writes: 0,
      run: (call) =>
        accounted(this.#made(tool, args, call.signal), async (trace) => {
          await runner.permitOnServer({ tool, signal: call.signal, trace, asker, pauses, byPerson });
          return prepared.run({ ...about, call });
        }),
    };
  }

  #deviceStep(tool: DeviceTool, args: unknown): Step {
    // The answer of run_steps observes once, at the end.
    const { device, rest } = frameArguments(args, { device: true, observe: tool.touchesScreen });
    if (device !== undefined) throw invalidParams("'device' stands beside 'steps', not inside a step.");
    const prepared = tool.prepare(rest, this.#frame.screenFormat);
    const reads = waits.has(tool.name) ? 'wait' : 'read';
    const kind = tool.hints.readOnlyHint ? reads : 'act';
    return {
      tool: tool.name,
      kind,
      writes: kind === 'act' ? prepared.writes : 0,
      run: async (call) => {
        await this.#settle(call);
        this.#acted ||= kind === 'act';
        return this.#frame.accounted(this.#made(tool, rest, call.signal), async (trace) => {
          trace.device = this.#whole.session.device.id;
          const { signal } = call;
          const own = { tool, prepared, signal, trace, steps: this, patience: PATIENCE };
          try {
            return await this.#frame.runner.run({ ...this.#whole, ...own });
          } finally {
            this.#whole.trace.notes.push(...trace.notes);
          }
        });
      },
    };
  }

  #made(tool: Tool, args: unknown, signal: AbortSignal): MadeCall {
    const { client, onAccount } = this.#whole;
    return { name: tool.name, tool, args, client, isStep: true, signal, onAccount };
  }

  /** What a step opened must be there before the next one looks for its target, or it finds one on the screen before. */
  async #settle(call: Call): Promise<void> {
    if (!this.#acted) return;
    this.#acted = false;
    await this.#whole.session.device.settle?.(SETTLE_LIMIT, call);
  }
}
