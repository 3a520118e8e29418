import type { Call } from '../../call/call.ts';
import { metText } from '../../device/aim.ts';
import { invalidParams } from '../../device/errors.ts';
import type { PicturedSnapshot, Session } from '../../device/session.ts';
import { frameArguments } from './arguments.ts';
import type { ScreenFormat } from './defaults.ts';
import {
  Acted,
  type DeviceTool,
  type PreparedCall,
  type ServerTool,
  type Step,
  type StepOptions,
  type StepRun,
  type Steps,
  type Tool,
  type ToolAnswer,
} from './define.ts';
import type { ToolCall } from './tool-call.ts';

/** How long a target may take to appear in a step: the client has not seen the screens in between. */
const PATIENCE = 5_000;
/** How long a screen may take to settle after a step before the next one is made anyway. */
const SETTLE_LIMIT = 1_000;

/** A tool with its arguments checked, and the device to run it on. */
export interface Chosen {
  readonly tool: DeviceTool;
  readonly prepared: PreparedCall;
  readonly session: Session;
}

/** The part of the frame that makes steps. Each is accounted for like a call of its own. */
export interface StepFrame {
  readonly screenFormat: ScreenFormat;
  /** The tool of that name, with or without the prefix; throws the error of a call of it. */
  toolFor(name: string): Tool;
  /** The same among the tools of all toolsets, in the form for lean. */
  everyToolFor(name: string): Tool;
  stepOnServer(step: ToolCall, prepared: ReturnType<ServerTool['prepare']>, time: Call): Promise<ToolAnswer>;
  stepOnDevice(step: ToolCall, chosen: Chosen, steps: Steps): Promise<ToolAnswer>;
}

/** The tools of a frame as steps of one call on one device, whose turn that call has. */
export class ToolSteps implements Steps {
  readonly #frame: StepFrame;
  readonly #whole: ToolCall;
  readonly #session: Session;
  /** Something was done that the screen may still be answering to. */
  #acted = false;
  /** The look that the last step ended with, if the next one need not look again. */
  #lastLook: PicturedSnapshot | undefined;

  constructor(frame: StepFrame, whole: ToolCall, session: Session) {
    this.#frame = frame;
    this.#whole = whole;
    this.#session = session;
  }

  prepare(name: string, args: unknown, { ofFlow = false }: StepOptions = {}): Step {
    const tool = ofFlow ? this.#frame.everyToolFor(name) : this.#frame.toolFor(name);
    if (tool.runsOn === 'server') return this.#serverStep(tool, args);
    if (tool.callsTools) throw invalidParams(`${tool.name} cannot be a step of itself.`);
    return this.#deviceStep(tool, args, ofFlow);
  }

  #serverStep(tool: ServerTool, args: unknown): Step {
    const { name } = tool;
    if (!tool.hints.readOnlyHint)
      throw invalidParams(`${name} cannot be a step: it is not about this device.`);
    const prepared = tool.prepare(args);
    return {
      tool: name,
      kind: 'read',
      writes: 0,
      run: (time) =>
        this.#frame.stepOnServer(this.#whole.step({ name, tool, args, signal: time.signal }), prepared, time),
    };
  }

  #deviceStep(tool: DeviceTool, args: unknown, ofFlow: boolean): Step {
    const { name } = tool;
    // The answer of run_steps observes once, at the end.
    const { device, rest } = frameArguments(args, { device: true, observe: tool.touchesScreen });
    if (device !== undefined) throw invalidParams("'device' stands beside 'steps', not inside a step.");
    const prepared = tool.prepare(rest, { format: ofFlow ? 'lean' : this.#frame.screenFormat });
    const reads = tool.onlyWaits === true ? 'wait' : 'read';
    const kind = tool.hints.readOnlyHint ? reads : 'act';
    return {
      tool: name,
      kind,
      writes: kind === 'act' ? prepared.writes : 0,
      run: async (time, on?: StepRun) => {
        const isSeen = on !== undefined && this.#session.isCurrent(on.seen);
        if (!isSeen) await this.#settle(time);
        this.#acted = (this.#acted && !isSeen) || kind === 'act';
        const { latest } = this.#session;
        const step = this.#whole.step({
          name,
          tool,
          args: rest,
          signal: time.signal,
          patience: PATIENCE,
          // A wait is for what comes yet.
          lastLook: kind === 'wait' ? undefined : isSeen ? on.seen : this.#lastLook,
          ofFlow,
        });
        this.#lastLook = undefined;
        try {
          const chosen = { tool, prepared, session: this.#session };
          return withHit(await this.#frame.stepOnDevice(step, chosen, this), step.met);
        } finally {
          this.#whole.notes.push(...step.notes);
          this.#lastLook = this.#lookSince(latest);
        }
      },
    };
  }

  /**
   * The look that the step ended with, after its last input: where a look waits for a second of rest, the next step follows
   * within less time than such a look takes to be read.
   */
  #lookSince(before: PicturedSnapshot | undefined): PicturedSnapshot | undefined {
    const { latest, device } = this.#session;
    if (latest === undefined || latest === before || device.tier?.looksAreCheap !== false) return undefined;
    return latest.rested && latest.awake && this.#session.isCurrent(latest) ? latest : undefined;
  }

  /** A screen that a step opened must be there before the next one looks for its target, or it finds one on the screen before. */
  async #settle(time: Call): Promise<void> {
    if (!this.#acted) return;
    this.#acted = false;
    await this.#session.device.settle?.(SETTLE_LIMIT, time);
  }
}

/** The answer of a step whose finger hit something else than meant, which its line then says. */
function withHit(answer: ToolAnswer, met: ToolCall['met'] = []): ToolAnswer {
  const other = met.find(({ meant }) => meant);
  if (!other || (typeof answer !== 'string' && !(answer instanceof Acted))) return answer;
  const acted = typeof answer === 'string' ? new Acted(answer) : answer;
  return acted.remarking(`It hit ${metText(other)}`);
}
