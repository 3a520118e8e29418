import type { Call } from '../../call/call.ts';
import { pause, withinLimit } from '../../call/call.ts';
import type { Clock } from '../../call/clock.ts';
import { permissionDenied } from '../../device/errors.ts';
import type { Session } from '../../device/session.ts';
import type { HostFolder } from '../files/host-folder.ts';
import type { ScreenFormat } from './defaults.ts';
import type { DeviceTool, Limits, PreparedCall, ToolAnswer, ToolContext } from './define.ts';
import { limitsFor } from './define.ts';
import { Eyes } from './eyes.ts';
import { Hands, type Way } from './hands.ts';
import { Pace, type Policy } from './policy.ts';
import type { Steps } from './steps.ts';

/** What becomes known of a call while it runs. */
export interface Trace {
  device?: string;
  way?: Way;
}

export interface RunnerOptions {
  readonly policy: Policy;
  readonly limits: Limits;
  readonly clock: Clock;
  readonly screenFormat: ScreenFormat;
  readonly maxTokens: number;
  readonly treeDepth: number;
  readonly hostFolder: HostFolder | undefined;
  /** How fast each device is used, by all clients together. */
  readonly paces: WeakMap<Session, Pace>;
}

/** A call that is ready to run on a device. */
export interface Run {
  readonly tool: DeviceTool;
  readonly prepared: PreparedCall;
  readonly session: Session;
  readonly signal: AbortSignal;
  readonly trace: Trace;
  readonly steps: Steps;
  /** How long a target may take to appear, in milliseconds. */
  readonly patience?: number;
  readonly progress?: ((message: string) => void) | undefined;
}

/** Runs prepared calls on a device: capability and policy asked once, paced, within their limits. */
export class Runner {
  readonly #options: RunnerOptions;

  constructor(options: RunnerOptions) {
    this.#options = options;
  }

  /** Runs a call. Whatever acts must have its turn already. */
  async run(run: Run): Promise<ToolAnswer> {
    const { tool, prepared, session, signal } = run;
    const { device } = session;
    const able = tool.needs === undefined ? true : device.capabilities[tool.needs];
    if (able !== true) throw permissionDenied(able);
    if (!tool.hints.readOnlyHint) await this.#pace(session, prepared.writes, signal);
    const limit = prepared.limit(limitsFor(device, this.#options.limits), device);
    const { clock } = this.#options;
    return withinLimit({ clock, limit, cancelled: signal, endsItself: tool.endsItself }, (call) =>
      prepared.run(this.#context(run, call)),
    );
  }

  limited<T>(limit: number, cancelled: AbortSignal, work: (call: Call) => Promise<T>): Promise<T> {
    return withinLimit({ clock: this.#options.clock, limit, cancelled }, work);
  }

  #context({ tool, session, trace, steps, patience = 0, progress }: Run, call: Call): ToolContext {
    const { policy, screenFormat, maxTokens, treeDepth, hostFolder } = this.#options;
    const acts = !tool.hints.readOnlyHint && session.device.power !== undefined;
    const wake = acts ? (own: Call) => this.#wake(session, own) : undefined;
    const eyes = new Eyes(session, call, { wake, patience, namesSuccessors: screenFormat === 'lean' });
    const onWay = (way: Way) => (trace.way = way);
    const hands = new Hands({ session, eyes, policy, call, onWay });
    const { device } = session;
    return {
      eyes,
      hands,
      device,
      call,
      steps,
      policy,
      hostFolder,
      isFree: () => session.isFree,
      screenFormat,
      maxTokens,
      treeDepth,
      progress,
    };
  }

  /** Wakes a display that was seen to sleep. What is looked at meanwhile may still show it asleep. */
  async #wake(session: Session, call: Call): Promise<void> {
    if (!this.#options.policy.wake) {
      throw permissionDenied('The display is asleep, and this server was started with --no-wake.');
    }
    session.touched({ moves: 'nothing' });
    await session.device.power?.wake(call);
    session.touched({ moves: 'nothing' });
  }

  /** Holds writes back when the device has had as many as it may get in a second. */
  async #pace(session: Session, writes: number, signal: AbortSignal): Promise<void> {
    const { paces, clock, policy, limits } = this.#options;
    const pace = paces.get(session) ?? new Pace(clock, policy.writesPerSecond);
    paces.set(session, pace);
    const wait = pace.next(writes);
    if (wait > 0) await this.limited(wait + limits.action, signal, (call) => pause(wait, call));
  }
}
