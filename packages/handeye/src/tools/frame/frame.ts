import { withinLimit } from '../../call/call.ts';
import { type Clock, realClock } from '../../call/clock.ts';
import { Pauses } from '../../call/pauses.ts';
import { deviceErrorOf, invalidParams, permissionDenied } from '../../device/errors.ts';
import type { Leases } from '../../device/leases.ts';
import type { Registry } from '../../device/registry.ts';
import type { Session } from '../../device/session.ts';
import {
  DEFAULT_MAX_TOKENS,
  DEFAULT_SCREEN_FORMAT,
  DEFAULT_TREE_DEPTH,
  defaultObserve,
  defaultToolsets,
  type ObserveMode,
  toolsetNames,
} from './defaults.ts';
import { type FilesFolder, HostFolder } from '../files/host-folder.ts';
import { runSteps } from '../steps.ts';
import {
  Accounts,
  type Audit,
  type CallRecord,
  type MadeCall,
  type Told,
  toldBy,
} from './shared/accounts.ts';
import { succeeded, withNotes } from './answers.ts';
import { inTurn } from './asking/turn.ts';
import type { DeviceTool, Limits, ScreenFormat, ServerTool, Tool, ToolAnswer } from './define.ts';
import { Acted, changesDevice, defaultLimits, limitsFor } from './define.ts';
import { unknownTool } from './errors/error-texts.ts';
import { frameArguments } from './frame-arguments.ts';
import { type StepFrame, stepsOn } from './frame-steps.ts';
import { instructions, listing, prefixed } from './listing.ts';
import { Observation } from './observation.ts';
import { asOneHand } from './shared/one-hand.ts';
import type { Asking } from '../../guard/asking.ts';
import type { Holds } from '../../guard/holds.ts';
import type { Concealment } from '../../guard/secrets/concealment.ts';
import { defaultPolicy, type Policy } from '../../guard/policy.ts';
import { rulesFor } from '../../guard/rules.ts';
import { asksForCrashes, withModelTools, withoutDenied } from './served-tools.ts';
import { newShared, type Shared } from './shared/shared.ts';
import { withoutSecrets } from './wrapped/masked-toolbox.ts';
import { callElsewhere } from '../leases/elsewhere.ts';
import { recordable, type RemoteDevices } from '../leases/remote.ts';
import { failed, failureHalfWay, failureOf } from './results.ts';
import { newTrace, Runner, type Trace } from './runner.ts';
import { DECIDED_ELSEWHERE, explanationOf } from './explanation.ts';
import type { CallOptions, Choices, Toolbox, ToolListing, ToolResult } from './toolbox.ts';
import type { Toolset } from './toolsets.ts';
import { isPhoneOnly, toolsOf } from './toolsets.ts';

export type { Audit } from './shared/accounts.ts';

export interface FrameOptions {
  readonly registry: Registry;
  readonly toolsets?: readonly Toolset[];
  /** No phone can be used: in lean, what only phones have is not listed. A call still learns why it cannot be done. */
  readonly onlyDesktops?: boolean;
  /** Whether lean brings the models' tools along: not where a client named its toolsets. */
  readonly addModelTools?: boolean;
  readonly prefix?: string;
  readonly policy?: Policy;
  /** The folder of this computer for files that go to a device or come from it. */
  readonly files?: string | FilesFolder;
  readonly limits?: Limits;
  readonly screenFormat?: ScreenFormat;
  readonly observe?: ObserveMode;
  readonly maxTokens?: number;
  readonly treeDepth?: number;
  readonly clock?: Clock;
  /** Hears of every finished call, for the log. */
  readonly audit?: (audit: Audit) => void;
  /** Where calls are written down; without it they are not. */
  readonly record?: CallRecord;
  /** Who may write to a device; without it everybody, unless a person takes over. */
  readonly holds?: Holds;
  /** Asks people about what the policy does not decide. */
  readonly asking?: Asking;
  /** Devices of a farm, and what runs their tools. */
  readonly leases?: Leases;
  readonly remote?: RemoteDevices;
  /** What is kept from models. The registry's devices must be concealed by the same. */
  readonly concealment?: Concealment;
}

/** What the screen may take to settle, beyond the look at it, in milliseconds. */
const SETTLING = 3_000;

/** All tools of one configuration. */
export function createToolbox(options: FrameOptions): Toolbox {
  return withoutSecrets(new Frame(options), options.concealment?.secrets);
}

/**
 * The frame around every tool: arguments checked before a device is chosen, capability and policy asked once,
 * input in turn, limits kept, failures turned into results, each call accounted for.
 */
class Frame implements Toolbox {
  readonly instructions: string;
  readonly tools: readonly ToolListing[];
  readonly toolsets: readonly Toolset[];
  readonly #prefix: string;
  readonly #registry: Registry;
  readonly #policy: Policy;
  readonly #limits: Limits;
  readonly #screenFormat: ScreenFormat;
  readonly #observe: ObserveMode;
  readonly #maxTokens: number;
  readonly #clock: Clock;
  readonly #accounts: Accounts;
  readonly #tools: ReadonlyMap<string, Tool>;
  readonly #runner: Runner;
  readonly #stepFrame: StepFrame;
  readonly #served: readonly Toolset[];
  readonly #shared: Shared;
  readonly #options: FrameOptions;
  readonly #variants = new Map<string, Toolbox>();

  constructor(options: FrameOptions, shared: Shared = newShared(options.clock ?? realClock, options)) {
    this.#options = options;
    this.#shared = shared;
    this.#prefix = options.prefix ?? '';
    this.#registry = options.registry;
    this.#policy = options.policy ?? defaultPolicy;
    this.#limits = options.limits ?? defaultLimits;
    this.#screenFormat = options.screenFormat ?? DEFAULT_SCREEN_FORMAT;
    this.#observe = options.observe ?? defaultObserve[this.#screenFormat];
    this.#maxTokens = options.maxTokens ?? DEFAULT_MAX_TOKENS;
    this.#clock = options.clock ?? realClock;
    this.#accounts = new Accounts({ clock: this.#clock, audit: options.audit, record: options.record });
    this.#runner = new Runner({
      policy: this.#policy,
      limits: this.#limits,
      clock: this.#clock,
      screenFormat: this.#screenFormat,
      maxTokens: this.#maxTokens,
      treeDepth: options.treeDepth ?? DEFAULT_TREE_DEPTH,
      hostFolder: typeof options.files === 'string' ? new HostFolder(options.files) : options.files,
      paces: shared.paces,
      shown: shared.shown,
      told: shared.told,
      isRecorded: options.audit !== undefined || options.record !== undefined,
      asking: shared.asking,
      concealment: options.concealment,
    });
    this.#stepFrame = {
      runner: this.#runner,
      registry: this.#registry,
      leases: options.leases,
      screenFormat: this.#screenFormat,
      toolFor: (name) => this.#toolFor(this.#tools.has(name) ? name : this.#prefix + name),
      accounted: (made, work) => this.#accounted(made, work, () => ({ outcome: 'ok', shown: [] })),
    };
    const { several } = options.registry;
    const format = this.#screenFormat;
    const given = options.toolsets ?? defaultToolsets;
    this.toolsets = toolsetNames.filter((name) => name === 'model' || given.includes(name));
    const toolsets = options.addModelTools === false ? given : withModelTools(given, format);
    this.#served = toolsets;
    const leases = options.leases !== undefined;
    const tools = toolsOf(toolsets, { several, format, leases });
    this.#tools = new Map(tools.map((tool) => [this.#prefix + tool.name, tool]));
    const secrets = options.concealment?.secrets.names ?? [];
    const told = instructions(toolsets, { format, observe: this.#observe, secrets, leases });
    this.instructions = prefixed(told, this.#prefix);
    const isDesktop = options.onlyDesktops === true && format === 'lean';
    const suitable = isDesktop ? tools.filter((tool) => !isPhoneOnly(tool)) : tools;
    const listed = withoutDenied(suitable, rulesFor(this.#policy));
    const observes = this.#takesObserve;
    this.tools = listed.map((tool) => listing(tool, this.#prefix, { several, leases, observes, format }));
  }

  servedAs({ screen = this.#screenFormat, observe, toolsets }: Choices): Toolbox {
    if (screen === this.#screenFormat && !observe && !toolsets) return this;
    // Clients choose in any order, and more than once: there are only so many frames.
    const chosen = toolsets && toolsetNames.filter((name) => toolsets.includes(name));
    const key = JSON.stringify([screen, observe, chosen]);
    const own = {
      ...this.#options,
      screenFormat: screen,
      ...(observe && { observe }),
      ...(chosen && { toolsets: chosen, addModelTools: false }),
    };
    const known = this.#variants.get(key) ?? new Frame(own, this.#shared);
    this.#variants.set(key, known);
    return known;
  }

  /** The seeds' tools have no `observe`: it is there in lean, and where the server observes. */
  get #takesObserve(): boolean {
    return this.#screenFormat === 'lean' || this.#observe !== 'none';
  }

  has(name: string): boolean {
    return this.#tools.has(name);
  }

  async call(name: string, args: unknown, options: CallOptions): Promise<ToolResult> {
    const start = this.#clock.now();
    const { signal, client, onAccount } = options;
    const made = recordable(args, this.#options.remote);
    try {
      return await this.#accounted(
        { name, tool: this.#tools.get(name), args: made, client, signal, onAccount },
        (trace) => this.#run(name, args, { ...options, trace }),
        (result) => toldBy(result, (text) => this.#options.remote?.mask(text) ?? text),
      );
    } catch (error) {
      const known = deviceErrorOf(error) ?? error;
      const failure = failureOf(known, { tool: name, elapsed: this.#clock.now() - start, signal });
      return failed(this.#tools.get(name)?.reword?.(failure, args) ?? failure, this.#prefix);
    }
  }

  async explain(name: string, args: unknown, { signal }: CallOptions): Promise<string> {
    const tool = this.#tools.get(name);
    if (!tool) throw invalidParams(unknownTool(name));
    if (tool === runSteps) throw invalidParams('Every step of run_steps is judged by itself: ask about one.');
    if (tool.runsOn !== 'server' && this.#remoteCall(tool, args)) return DECIDED_ELSEWHERE;
    return explanationOf(() => this.#explained(tool, args, signal));
  }

  /** Does nothing: throws Explained where the call would write, or be asked about. */
  async #explained(tool: Tool, args: unknown, signal: AbortSignal): Promise<void> {
    const trace = newTrace();
    if (tool.runsOn === 'server') {
      await this.#runner.permitOnServer({ tool, signal, trace, explains: true });
      return;
    }
    const { session, prepared } = await this.#chosen(tool, args, signal);
    const about = { session, trace };
    const steps = stepsOn(this.#stepFrame, about);
    await this.#runner.run({ tool, prepared, signal, steps, explains: true, ...about });
  }

  /** Runs something and tells what became of it before anybody gets its result. */
  async #accounted<T>(
    made: MadeCall,
    work: (trace: Trace) => Promise<T>,
    told: (result: T) => Told,
  ): Promise<T> {
    const account = this.#accounts.open(made);
    let result: T;
    try {
      result = await work(account.trace);
    } catch (error) {
      account.failed(error);
      throw error;
    }
    account.ended(told(result));
    return result;
  }

  #run(name: string, args: unknown, options: Running): Promise<ToolResult> {
    const known = this.#tools.get(name);
    if (this.#policy.readOnly && known && changesDevice(known)) options.trace.refusedBy = '--read-only';
    const tool = this.#toolFor(name);
    if (tool.runsOn === 'server') return this.#runOnServer(tool, args, options);
    return this.#runOnDevice(tool, args, options);
  }

  #toolFor(name: string): Tool {
    const tool = this.#tools.get(name);
    if (!tool) throw invalidParams(unknownTool(name));
    if (this.#policy.readOnly && changesDevice(tool)) {
      throw permissionDenied(`This server is read-only: '${name}' is not served.`);
    }
    return tool;
  }

  async #runOnServer(
    tool: ServerTool,
    args: unknown,
    { signal, client = '', progress, asker, trace, byPerson }: Running,
  ): Promise<ToolResult> {
    const prepared = tool.prepare(args);
    await this.#runner.permitOnServer({ tool, signal, asker, trace, byPerson });
    const about = { registry: this.#registry, leases: this.#options.leases, client, progress };
    return succeeded(
      await this.#runner.limited(prepared.limit(this.#limits), signal, (call) =>
        prepared.run({ ...about, call }),
      ),
    );
  }

  async #runOnDevice(tool: DeviceTool, args: unknown, options: Running): Promise<ToolResult> {
    const elsewhere = this.#remoteCall(tool, args);
    if (elsewhere) {
      if (elsewhere.call.writes) this.#options.record?.mustBeWritable();
      return callElsewhere(elsewhere, options);
    }
    const { signal, trace, progress, asker, client, byPerson, onAccount, onWaiting } = options;
    const pauses = new Pauses();
    if (onWaiting) pauses.watch(onWaiting);
    const { session, prepared, observe, rest } = await this.#chosen(tool, args, signal);
    trace.device = session.device.id;
    const tellsNotes = observe !== 'none' && (tool.touchesScreen || tool.hints.readOnlyHint);
    const seen = { last: this.#shared.shown.lastOf(session, client ?? '') };
    const about = { session, trace, client, seen, tellsNotes, byPerson };
    const steps = stepsOn(this.#stepFrame, { asker, pauses, onAccount, ...about });
    const run = () => this.#runner.run({ tool, prepared, signal, steps, progress, asker, pauses, ...about });
    const limit = prepared.limit(limitsFor(session.device, this.#limits), session.device);
    const onTurn = <T>(work: () => Promise<T>) =>
      inTurn(session, { signal, limit, clock: this.#clock }, work);
    if (tool.hints.readOnlyHint) {
      // Nothing is written while a person is asked, so that what is read is what they were asked about.
      const answer = await (this.#runner.isAskedAbout(tool) ? onTurn(run) : run());
      return withNotes(succeeded(answer), tellsNotes ? trace.notes : []);
    }
    this.#options.record?.mustBeWritable();
    const { holds } = this.#shared;
    const asOnly = (write: () => Promise<ToolResult>) =>
      asOneHand({ holds, session, client, trace }, () => onTurn(write));
    return asOnly(async () => {
      if (observe === 'none' || !tool.touchesScreen) return this.#resultOf(await run());
      const observation = new Observation(session, {
        mode: observe,
        maxTokens: this.#maxTokens,
        crashIds: this.#tools.has(`${this.#prefix}get_crashes`),
        asksForCrashes: asksForCrashes(tool),
        screenCheck: this.#runner.screenCheck(about),
      });
      const before = session.inputs;
      const answer = await run().catch((error: unknown) => {
        const failure = failureHalfWay(error, session.inputs > before);
        return new Acted(failure.message, { failure: tool.reword?.(failure, rest) ?? failure });
      });
      const result = this.#resultOf(answer);
      // Nobody waits any more for what happened.
      if (signal.aborted || (typeof answer !== 'string' && !(answer instanceof Acted))) return result;
      const text = await this.#observed(observation, answer, {
        session,
        call: `${tool.name} ${JSON.stringify(rest)}`,
        ...options,
      });
      const told = [...trace.notes, text].join('\n');
      return { ...result, content: [...result.content, { type: 'text', text: told }] };
    });
  }

  /** What the frame itself takes of a call for a device. */
  #split(tool: DeviceTool, args: unknown) {
    const takes = { device: this.#registry.several, observe: tool.touchesScreen && this.#takesObserve };
    const { device, observe = this.#observe, rest } = frameArguments(args, takes);
    return { device, observe, rest };
  }

  /** A call for a device whose tools run elsewhere; undefined if it is for one of ours. */
  #remoteCall(tool: DeviceTool, args: unknown) {
    const { remote } = this.#options;
    const { device, observe, rest } = this.#split(tool, args);
    if (device === undefined || remote?.claims(device) !== true) return undefined;
    // What is wrong with the arguments is said here, without asking anybody.
    tool.prepare(rest, this.#screenFormat);
    const served = { screen: this.#screenFormat, observe, toolsets: this.#served };
    const call = { device, tool: tool.name, args: rest, writes: changesDevice(tool), ...served };
    const rules = rulesFor(this.#policy);
    return { remote, call, rules, prefix: this.#prefix, toolFor: this.#stepFrame.toolFor };
  }

  /** The device that a call means, and the call, checked. */
  async #chosen(tool: DeviceTool, args: unknown, signal: AbortSignal) {
    const { device, observe, rest } = this.#split(tool, args);
    const prepared = tool.prepare(rest, this.#screenFormat);
    const session = await this.#runner.limited(this.#limits.action, signal, (call) =>
      this.#registry.choose(device, call),
    );
    return { session, prepared, observe, rest };
  }

  /** What a tool answered; a part of it done is an error that tells what happened. */
  #resultOf(answer: ToolAnswer): ToolResult {
    const failure = answer instanceof Acted ? answer.failure : undefined;
    if (failure) return failed(failure, this.#prefix);
    return succeeded(answer);
  }

  async #observed(
    observation: Observation,
    answer: ToolAnswer,
    { session, call: made, signal, client = '' }: CallOptions & { session: Session; call: string },
  ): Promise<string> {
    const limit = limitsFor(session.device, this.#limits).look + SETTLING;
    const seen = await withinLimit({ clock: this.#clock, limit, cancelled: signal }, (call) =>
      observation.told(answer, call),
    );
    return this.#shared.repetitions.told(`${session.device.id} ${client}`, made, seen);
  }
}

/** What a call has while it runs. */
interface Running extends CallOptions {
  readonly trace: Trace;
}
