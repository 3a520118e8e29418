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
import type {
  ToolAnswer,
  ToolContext,
  DeviceTool,
  ServerTool,
  Limits,
  ScreenFormat,
  Tool,
} from './define.ts';
import {
  DEFAULT_MAX_TOKENS,
  DEFAULT_SCREEN_FORMAT,
  DEFAULT_TREE_DEPTH,
  defaultToolsets,
  type ObserveMode,
} from './defaults.ts';
import { Acted, defaultLimits, limitsFor } from './define.ts';
import { internalError, unknownTool } from './error-texts.ts';
import { Eyes } from './eyes.ts';
import { Hands, type Way } from './hands.ts';
import { instructions, listing, prefixed } from './listing.ts';
import type { Policy } from './policy.ts';
import { defaultPolicy, Pace } from './policy.ts';
import type { CallOptions, Choices, ContentItem, Toolbox, ToolListing, ToolResult } from './toolbox.ts';
import type { Toolset } from './toolsets.ts';
import { toolsOf } from './toolsets.ts';

/** What is known of a finished call: enough for a log, nothing of what was on the screen or typed. */
export interface Audit {
  readonly tool: string;
  readonly device: string | undefined;
  readonly milliseconds: number;
  readonly outcome: 'ok' | 'cancelled' | ErrorKind;
  /** The way that was taken last; undefined if nothing was done to the device, or there is only one way. */
  readonly way: Way | undefined;
  /** Our own fault, for the log only; never shown to a client. */
  readonly fault: unknown;
}

/** What becomes known of a call while it runs. */
interface Trace {
  device?: string;
  way?: Way;
}

export interface FrameOptions {
  readonly registry: Registry;
  readonly toolsets?: readonly Toolset[];
  readonly prefix?: string;
  readonly policy?: Policy;
  readonly limits?: Limits;
  readonly screenFormat?: ScreenFormat;
  readonly observe?: ObserveMode;
  readonly maxTokens?: number;
  readonly treeDepth?: number;
  readonly clock?: Clock;
  readonly audit?: (audit: Audit) => void;
}

/** All tools of one configuration. */
export function createToolbox(options: FrameOptions): Toolbox {
  return new Frame(options);
}

/**
 * The frame around every tool: arguments checked before a device is chosen, capability and policy asked once,
 * input in turn, limits kept, failures turned into results, each call accounted for.
 */
class Frame implements Toolbox {
  readonly instructions: string;
  readonly tools: readonly ToolListing[];
  readonly #prefix: string;
  readonly #registry: Registry;
  readonly #policy: Policy;
  readonly #limits: Limits;
  readonly #screenFormat: ScreenFormat;
  readonly #maxTokens: number;
  readonly #treeDepth: number;
  readonly #clock: Clock;
  readonly #audit: (audit: Audit) => void;
  readonly #tools: ReadonlyMap<string, Tool>;
  /** How fast each device is used, by the tools of all formats together. */
  readonly #paces: WeakMap<Session, Pace>;
  readonly #options: FrameOptions;
  readonly #variants = new Map<string, Toolbox>();

  constructor(options: FrameOptions, paces = new WeakMap<Session, Pace>()) {
    this.#options = options;
    this.#paces = paces;
    this.#prefix = options.prefix ?? '';
    this.#registry = options.registry;
    this.#policy = options.policy ?? defaultPolicy;
    this.#limits = options.limits ?? defaultLimits;
    this.#screenFormat = options.screenFormat ?? DEFAULT_SCREEN_FORMAT;
    this.#maxTokens = options.maxTokens ?? DEFAULT_MAX_TOKENS;
    this.#treeDepth = options.treeDepth ?? DEFAULT_TREE_DEPTH;
    this.#clock = options.clock ?? realClock;
    this.#audit = options.audit ?? (() => undefined);
    const { several } = options.registry;
    const format = this.#screenFormat;
    const toolsets = withModelTools(options.toolsets ?? defaultToolsets, format);
    const tools = toolsOf(toolsets, { several, format });
    this.#tools = new Map(tools.map((tool) => [this.#prefix + tool.name, tool]));
    this.instructions = prefixed(instructions(toolsets, format), this.#prefix);
    const listed = this.#policy.readOnly ? tools.filter((tool) => tool.hints.readOnlyHint) : tools;
    this.tools = listed.map((tool) => listing(tool, this.#prefix, { several, format }));
  }

  servedAs({ screen = this.#screenFormat, observe, toolsets }: Choices): Toolbox {
    if (screen === this.#screenFormat && !observe && !toolsets) return this;
    const key = JSON.stringify([screen, observe, toolsets]);
    const own = {
      ...this.#options,
      screenFormat: screen,
      ...(observe && { observe }),
      ...(toolsets && { toolsets }),
    };
    const known = this.#variants.get(key) ?? new Frame(own, this.#paces);
    this.#variants.set(key, known);
    return known;
  }

  has(name: string): boolean {
    return this.#tools.has(name);
  }

  async call(name: string, args: unknown, { signal }: CallOptions): Promise<ToolResult> {
    const start = this.#clock.now();
    const trace: Trace = {};
    const account = (outcome: Audit['outcome'], fault?: unknown) => {
      const milliseconds = Math.round(this.#clock.now() - start);
      this.#audit({ tool: name, device: trace.device, milliseconds, outcome, way: trace.way, fault });
    };
    try {
      const result = succeeded(await this.#run(name, args, { signal, trace }));
      account('ok');
      return result;
    } catch (error) {
      const known = deviceErrorOf(error);
      const failure = failureOf(known ?? error, { tool: name, elapsed: this.#clock.now() - start, signal });
      if (known) account(known.kind);
      else if (signal.aborted) account('cancelled');
      else account('internal', error);
      return failed(this.#tools.get(name)?.reword?.(failure, args) ?? failure, this.#prefix);
    }
  }

  #run(
    name: string,
    args: unknown,
    { signal, trace }: { signal: AbortSignal; trace: Trace },
  ): Promise<ToolAnswer> {
    const tool = this.#tools.get(name);
    if (!tool) throw invalidParams(unknownTool(name));
    if (this.#policy.readOnly && !tool.hints.readOnlyHint) {
      throw permissionDenied(`This server is read-only: '${name}' is not served.`);
    }
    if (tool.runsOn === 'server') return this.#runOnServer(tool, args, signal);
    return this.#runOnDevice(tool, args, { signal, trace });
  }

  #runOnServer(tool: ServerTool, args: unknown, signal: AbortSignal): Promise<ToolAnswer> {
    const prepared = tool.prepare(args);
    return this.#limited(this.#limits.action, signal, (call) =>
      prepared.run({ registry: this.#registry, call }),
    );
  }

  async #runOnDevice(
    tool: DeviceTool,
    args: unknown,
    { signal, trace }: { signal: AbortSignal; trace: Trace },
  ): Promise<ToolAnswer> {
    const { wanted, rest } = this.#registry.several ? takeDevice(args) : { wanted: undefined, rest: args };
    const prepared = tool.prepare(rest, this.#screenFormat);
    const session = await this.#limited(this.#limits.action, signal, (call) =>
      this.#registry.choose(wanted, call),
    );
    trace.device = session.device.id;
    const able = tool.needs === undefined ? true : session.device.capabilities[tool.needs];
    if (able !== true) throw permissionDenied(able);
    const limited = (work: (context: ToolContext) => Promise<ToolAnswer>) =>
      this.#limited(prepared.limit(limitsFor(session.device, this.#limits), session.device), signal, (call) =>
        work(this.#context(session, call, { tool, trace })),
      );
    if (tool.hints.readOnlyHint) return limited(prepared.run);
    return session.inTurn(signal, async () => {
      await this.#pace(session, prepared.writes, signal);
      return limited(prepared.run);
    });
  }

  #limited<T>(limit: number, cancelled: AbortSignal, work: (call: Call) => Promise<T>): Promise<T> {
    return withinLimit({ clock: this.#clock, limit, cancelled }, work);
  }

  #context(session: Session, call: Call, { tool, trace }: { tool: DeviceTool; trace: Trace }): ToolContext {
    const acts = !tool.hints.readOnlyHint && session.device.power !== undefined;
    const eyes = new Eyes(session, call, {
      wake: acts ? (own) => this.#wake(session, own) : undefined,
      namesSuccessors: this.#screenFormat === 'lean',
    });
    const onWay = (way: Way) => (trace.way = way);
    const hands = new Hands({ session, eyes, policy: this.#policy, call, onWay });
    return {
      eyes,
      hands,
      device: session.device,
      call,
      screenFormat: this.#screenFormat,
      maxTokens: this.#maxTokens,
      treeDepth: this.#treeDepth,
    };
  }

  /** Wakes a display that was seen to sleep. What is looked at meanwhile may still show it asleep. */
  async #wake(session: Session, call: Call): Promise<void> {
    if (!this.#policy.wake) {
      throw permissionDenied('The display is asleep, and this server was started with --no-wake.');
    }
    session.touched({ moves: 'nothing' });
    await session.device.power?.wake(call);
    session.touched({ moves: 'nothing' });
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
function takeDevice(args: unknown): { wanted: string | undefined; rest: unknown } {
  if (typeof args !== 'object' || args === null || !('device' in args))
    return { wanted: undefined, rest: args };
  const { device, ...rest } = args;
  if (device !== null && device !== undefined && typeof device !== 'string') {
    throw invalidParams("Parameter 'device' must be a string");
  }
  return { wanted: device ?? undefined, rest };
}

/** Lean is for models: they get their own tools with it. */
function withModelTools(toolsets: readonly Toolset[], format: ScreenFormat): readonly Toolset[] {
  if (format !== 'lean' || toolsets.includes('model') || !toolsets.includes('device')) return toolsets;
  return toolsets.flatMap((name) => (name === 'device' ? [name, 'model'] : [name]));
}

function succeeded(answer: ToolAnswer): ToolResult {
  if (typeof answer === 'string') return { content: [{ type: 'text', text: answer }] };
  if (answer instanceof Acted) return { content: [{ type: 'text', text: answer.text }] };
  if (isItems(answer)) return { content: answer };
  return { content: [{ type: 'text', text: JSON.stringify(answer) }], structuredContent: answer };
}

/** Array.isArray does not narrow a readonly array. */
function isItems(answer: Exclude<ToolAnswer, string | Acted>): answer is readonly ContentItem[] {
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

/** What a call that ended with an error says to its client. */
function failureOf(
  error: unknown,
  { tool, elapsed, signal }: { tool: string; elapsed: number; signal: AbortSignal },
): DeviceError {
  if (error instanceof TimeUp) return inAll(error, elapsed);
  if (error instanceof DeviceError) return error;
  return signal.aborted ? actionFailed('The call was cancelled.') : ourFault(tool);
}

/** Timers are not exact: up to this many milliseconds more are no other time than the limit. */
const INEXACT = 250;

/** The time that the caller waited, which the limit of one of its parts is not. */
function inAll(error: TimeUp, elapsed: number): TimeUp {
  return elapsed - error.milliseconds < INEXACT ? error : new TimeUp(elapsed, { cause: error });
}

function ourFault(tool: string): DeviceError {
  return new DeviceError('internal', internalError(tool));
}
