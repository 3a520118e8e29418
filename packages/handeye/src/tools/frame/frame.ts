import type { Call } from '../../call/call.ts';
import type { Clock } from '../../call/clock.ts';
import { pause, withinLimit } from '../../call/call.ts';
import { realClock } from '../../call/clock.ts';
import type { ErrorKind } from '../../device/errors.ts';
import {
  actionFailed,
  DeviceError,
  errorCodes,
  invalidParams,
  permissionDenied,
  deviceErrorOf,
  TimeUp,
} from '../../device/errors.ts';
import type { Registry } from '../../device/registry.ts';
import type { Session } from '../../device/session.ts';
import { shown } from '../../ui/sanitize.ts';
import type { Answered, Context, DeviceTool, HouseTool, Limits, ScreenFormat, Tool } from './define.ts';
import { defaultLimits, limitsFor } from './define.ts';
import { Eyes } from './eyes.ts';
import { Hands } from './hands.ts';
import { instructions, listing, prefixed } from './listing.ts';
import type { Policy } from './policy.ts';
import { defaultPolicy, Pace } from './policy.ts';
import type { ContentItem, Toolbox, ToolResult } from './toolbox.ts';
import type { Toolset } from './toolsets.ts';
import { toolsOf } from './toolsets.ts';

const standardToolsets: readonly Toolset[] = ['device'];

/** What is known of a finished call: enough for a log, nothing of what was on the screen or typed. */
export interface Audit {
  readonly tool: string;
  readonly device: string | undefined;
  readonly milliseconds: number;
  readonly outcome: 'ok' | 'cancelled' | ErrorKind;
  /** Our own fault, for the log only; never shown to a client. */
  readonly fault: unknown;
}

export interface FrameOptions {
  readonly registry: Registry;
  readonly toolsets?: readonly Toolset[];
  readonly prefix?: string;
  readonly policy?: Policy;
  readonly limits?: Limits;
  readonly screenFormat?: ScreenFormat;
  readonly treeDepth?: number;
  readonly clock?: Clock;
  readonly audit?: (audit: Audit) => void;
}

/**
 * The frame around every tool: arguments checked before a device is chosen, capability and policy asked once,
 * input in turn, limits kept, failures turned into results, each call accounted for.
 */
export function createToolbox(options: FrameOptions): Toolbox {
  const frame = new Frame(options);
  return {
    instructions: prefixed(instructions(options.toolsets ?? standardToolsets), frame.prefix),
    tools: frame.listed.map((tool) => listing(tool, frame.prefix, options.registry.several)),
    has: (name) => frame.knows(name),
    call: (name, args, { signal }) => frame.call(name, args, signal),
  };
}

class Frame {
  readonly prefix: string;
  readonly #registry: Registry;
  readonly #policy: Policy;
  readonly #limits: Limits;
  readonly #screenFormat: ScreenFormat;
  readonly #treeDepth: number;
  readonly #clock: Clock;
  readonly #audit: (audit: Audit) => void;
  readonly #tools: ReadonlyMap<string, Tool>;
  readonly #paces = new WeakMap<Session, Pace>();

  constructor(options: FrameOptions) {
    this.prefix = options.prefix ?? '';
    this.#registry = options.registry;
    this.#policy = options.policy ?? defaultPolicy;
    this.#limits = options.limits ?? defaultLimits;
    this.#screenFormat = options.screenFormat ?? 'compact';
    this.#treeDepth = options.treeDepth ?? 3;
    this.#clock = options.clock ?? realClock;
    this.#audit = options.audit ?? (() => undefined);
    const tools = toolsOf(options.toolsets ?? standardToolsets, { several: options.registry.several });
    this.#tools = new Map(tools.map((tool) => [this.prefix + tool.name, tool]));
  }

  /** What tools/list shows: with --read-only, the reading tools only. */
  get listed(): Tool[] {
    const tools = [...this.#tools.values()];
    return this.#policy.readOnly ? tools.filter((tool) => tool.hints.readOnlyHint) : tools;
  }

  knows(name: string): boolean {
    return this.#tools.has(name);
  }

  async call(name: string, args: unknown, signal: AbortSignal): Promise<ToolResult> {
    const start = this.#clock.now();
    const trace: { device?: string } = {};
    const account = (outcome: Audit['outcome'], fault?: unknown) => {
      const milliseconds = Math.round(this.#clock.now() - start);
      this.#audit({ tool: name, device: trace.device, milliseconds, outcome, fault });
    };
    try {
      const result = succeeded(await this.#run(name, args, { signal, trace }));
      account('ok');
      return result;
    } catch (error) {
      const answer = (failure: DeviceError) =>
        failed(this.#tools.get(name)?.reword?.(failure, args) ?? failure, this.prefix);
      const known = deviceErrorOf(error);
      if (known) {
        account(known.kind);
        return answer(known instanceof TimeUp ? inAll(known, this.#clock.now() - start) : known);
      }
      if (signal.aborted) {
        account('cancelled');
        return answer(actionFailed('The call was cancelled.'));
      }
      account('internal', error);
      return answer(ourFault(name));
    }
  }

  #run(
    name: string,
    args: unknown,
    { signal, trace }: { signal: AbortSignal; trace: { device?: string } },
  ): Promise<Answered> {
    const tool = this.#tools.get(name);
    if (!tool) throw invalidParams(`Unknown tool '${name}'`);
    if (this.#policy.readOnly && !tool.hints.readOnlyHint) {
      throw permissionDenied(`This server is read-only: '${name}' is not served.`);
    }
    if (tool.place === 'house') return this.#runInHouse(tool, args, signal);
    return this.#runOnDevice(tool, args, { signal, trace });
  }

  #runInHouse(tool: HouseTool, args: unknown, signal: AbortSignal): Promise<Answered> {
    const prepared = tool.prepare(args);
    return this.#limited(this.#limits.action, signal, (call) =>
      prepared.run({ registry: this.#registry, call }),
    );
  }

  async #runOnDevice(
    tool: DeviceTool,
    args: unknown,
    { signal, trace }: { signal: AbortSignal; trace: { device?: string } },
  ): Promise<Answered> {
    const { wanted, rest } = this.#registry.several ? apart(args) : { wanted: undefined, rest: args };
    const prepared = tool.prepare(rest);
    const session = await this.#limited(this.#limits.action, signal, (call) =>
      this.#registry.choose(wanted, call),
    );
    trace.device = session.device.id;
    const able = tool.needs === undefined ? true : session.device.capabilities[tool.needs];
    if (able !== true) throw permissionDenied(able);
    const limited = (work: (context: Context) => Promise<Answered>) =>
      this.#limited(prepared.limit(limitsFor(session.device, this.#limits), session.device), signal, (call) =>
        work(this.#context(session, call)),
      );
    if (tool.hints.readOnlyHint) return limited(prepared.run);
    return session.inTurn(signal, async () => {
      await this.#pace(session, prepared.writes, signal);
      return limited(async (context) => {
        await context.hands.wake();
        return prepared.run(context);
      });
    });
  }

  #limited<T>(limit: number, cancelled: AbortSignal, work: (call: Call) => Promise<T>): Promise<T> {
    return withinLimit({ clock: this.#clock, limit, cancelled }, work);
  }

  #context(session: Session, call: Call): Context {
    const eyes = new Eyes(session, call);
    const hands = new Hands({ session, eyes, policy: this.#policy, call });
    return {
      eyes,
      hands,
      device: session.device,
      call,
      screenFormat: this.#screenFormat,
      treeDepth: this.#treeDepth,
    };
  }

  /** Holds writes back when the device has had as many as it may get in a second. */
  async #pace(session: Session, writes: number, signal: AbortSignal): Promise<void> {
    const pace = this.#paces.get(session) ?? new Pace(this.#clock, this.#policy.writesPerSecond);
    this.#paces.set(session, pace);
    const wait = pace.next(writes);
    if (wait > 0) await this.#limited(wait + this.#limits.action, signal, (call) => pause(wait, call));
  }
}

/** With several devices each tool takes one more argument, which only the frame knows. */
function apart(args: unknown): { wanted: string | undefined; rest: unknown } {
  if (typeof args !== 'object' || args === null || !('device' in args))
    return { wanted: undefined, rest: args };
  const { device, ...rest } = args;
  if (device !== null && device !== undefined && typeof device !== 'string') {
    throw invalidParams("Parameter 'device' must be a string");
  }
  return { wanted: device ?? undefined, rest };
}

function succeeded(answer: Answered): ToolResult {
  if (typeof answer === 'string') return { content: [{ type: 'text', text: answer }] };
  if (isItems(answer)) return { content: answer };
  return { content: [{ type: 'text', text: JSON.stringify(answer) }], structuredContent: answer };
}

/** Array.isArray does not narrow a readonly array. */
function isItems(answer: Exclude<Answered, string>): answer is readonly ContentItem[] {
  return Array.isArray(answer);
}

function failed({ kind, message }: DeviceError, prefix: string): ToolResult {
  return {
    // A message may quote the device (a command's own words).
    content: [{ type: 'text', text: prefixed(shown(message) ?? '', prefix) }],
    isError: true,
    _meta: { 'handeye/error': { kind, code: errorCodes[kind] } },
  };
}

/** Timers are not exact: up to this many milliseconds more are no other time than the limit. */
const INEXACT = 250;

/** The time that the caller waited, which the limit of one of its parts is not. */
function inAll(error: TimeUp, elapsed: number): TimeUp {
  return elapsed - error.milliseconds < INEXACT ? error : new TimeUp(elapsed, { cause: error });
}

function ourFault(tool: string): DeviceError {
  return new DeviceError(
    'internal',
    `${tool} failed because of a fault in Handeye itself. Trying another way may work; the server's log has the details.`,
  );
}
