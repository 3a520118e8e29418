import { type Call, pause, withinLimit } from '../../call/call.ts';
import { metText } from '../../device/aim.ts';
import { type Clock, realClock } from '../../call/clock.ts';
import type { AsksForCrashes } from '../../device/crash-news.ts';
import { deviceErrorOf, DeviceUnreachable, invalidParams, permissionDenied } from '../../device/errors.ts';
import type { Leases } from '../../device/leases.ts';
import type { Registry } from '../../device/registry.ts';
import type { Session } from '../../device/session.ts';
import type { Act } from '../../guard/act.ts';
import { Asking } from '../../guard/asking.ts';
import { CallGuard } from '../../guard/call-guard.ts';
import { clientName } from '../../guard/client.ts';
import { type Held, type Holds, MemoryHolds } from '../../guard/holds.ts';
import { ToldNotes } from '../../guard/notes/told-notes.ts';
import { Pace } from '../../guard/pace.ts';
import { defaultPolicy, type Policy } from '../../guard/policy.ts';
import type { AskedTarget, Question } from '../../guard/questions.ts';
import { rulesFor, type Verdict } from '../../guard/rules.ts';
import { ScreenCheck } from '../../guard/screen-check/screen-check.ts';
import { ShownScreens } from '../../guard/screen-check/shown-screens.ts';
import type { Concealment } from '../../guard/secrets/concealment.ts';
import { withShortIds } from '@handeye/screen/ids';
import { cell, shown as shownText } from '@handeye/screen/sanitize';
import { Accounts, type Audit, type CallRecord, type Told, toldBy } from './accounts.ts';
import { frameArguments } from './arguments.ts';
import { aboutUnknown, callsTools, type Catalog, everyToolOf, withoutDenied } from './catalog.ts';
import {
  DEFAULT_MAX_TOKENS,
  DEFAULT_TREE_DEPTH,
  defaultLimits,
  defaultToolsets,
  type ObserveMode,
  type ScreenFormat,
  type Toolset,
  toolsetNames,
} from './defaults.ts';
import {
  Acted,
  changesDevice,
  type DeviceTool,
  type FilesFolder,
  type Limits,
  limitsFor,
  type ServerTool,
  type Steps,
  type Tool,
  type ToolAnswer,
  type ToolContext,
} from './define.ts';
import { DECIDED_ELSEWHERE, explanationOf } from './explanation.ts';
import { Eyes } from './eyes.ts';
import type { Flows } from './flows.ts';
import { Hands } from './hands.ts';
import { listed } from './listed.ts';
import type { Prefix } from './listing.ts';
import { withoutSecrets } from './masked-toolbox.ts';
import { Observation, Repetitions } from './observation.ts';
import { offerOf, type OfferOptions } from './offer.ts';
import { callElsewhere, recordable, type RemoteDevices } from './remote.ts';
import { failed, failureHalfWay, failureOf, succeeded, withNotes } from './results.ts';
import { ToolCall } from './tool-call.ts';
import { type Chosen, type StepFrame, ToolSteps } from './tool-steps.ts';
import type { CallOptions, Choices, Toolbox, ToolListing, ToolResult } from './toolbox.ts';
import { withRemarks } from './words.ts';

export interface FrameOptions extends OfferOptions {
  readonly registry: Registry;
  /** All tools there are. `toolsets` says which of them are served. */
  readonly catalog: Catalog;
  readonly policy?: Policy;
  /** The folder of this computer for files that go to a device or come from it. */
  readonly files?: FilesFolder;
  /** Saved runs; they hear of every act. */
  readonly flows?: Flows;
  readonly limits?: Limits;
  readonly maxTokens?: number;
  readonly treeDepth?: number;
  readonly clock?: Clock;
  /** Hears of every finished call, for the log. */
  readonly audit?: (audit: Audit) => void;
  /** Where calls are written down; without it they are not. */
  readonly record?: CallRecord;
  /** Which client may write to a device; without it every client, unless a person takes over. */
  readonly holds?: Holds;
  /** Asks people about what the policy does not decide. */
  readonly asking?: Asking;
  /** Devices of a farm, and what runs their tools. */
  readonly leases?: Leases;
  readonly remote?: RemoteDevices;
  /** The secrets that are kept from models. The registry's devices must be concealed by the same. */
  readonly concealment?: Concealment;
}

/** The state that all frames of one server share, whatever their clients chose. */
interface Shared {
  /** How fast each device is used. */
  readonly paces: WeakMap<Session, Pace>;
  /** The screens that each client was shown, and the notes that it got. */
  readonly shown: ShownScreens;
  readonly told: ToldNotes;
  readonly repetitions: Repetitions;
  /** An answer for the whole run holds for all clients. */
  readonly asking: Asking;
  readonly holds: Holds;
  /** The toolsets that clients may choose among. */
  readonly toolsets: readonly Toolset[];
}

/** Milliseconds that the screen may take to settle and to load, beyond the look at it. */
const SETTLING = 6_000;

/** The device in questions about a tool of the server itself. */
const NO_DEVICE = 'none';

/** The tools of one configuration, without secrets in their answers. */
export function createFrame(options: FrameOptions): Toolbox {
  const { clock = realClock, asking = new Asking({ clock }), holds = new MemoryHolds({ clock }) } = options;
  const shared = {
    paces: new WeakMap(),
    shown: new ShownScreens(),
    told: new ToldNotes(),
    repetitions: new Repetitions(),
    asking,
    holds,
    toolsets: options.toolsets ?? defaultToolsets,
  };
  return withoutSecrets(new Frame(options, shared), options.concealment?.secrets);
}

/**
 * The frame around every tool: arguments checked before a device is chosen, capability and policy asked once,
 * input in turn, limits kept, failures turned into results, each call accounted for.
 */
class Frame implements Toolbox, StepFrame {
  readonly instructions: string;
  readonly tools: readonly ToolListing[];
  readonly toolsets: readonly Toolset[];
  readonly screenFormat: ScreenFormat;
  readonly #options: FrameOptions;
  readonly #shared: Shared;
  readonly #policy: Policy;
  readonly #limits: Limits;
  readonly #observe: ObserveMode;
  readonly #takesObserve: boolean;
  readonly #maxTokens: number;
  readonly #clock: Clock;
  readonly #accounts: Accounts;
  readonly #prefix: Prefix;
  readonly #served: readonly Toolset[];
  readonly #tools: ReadonlyMap<string, Tool>;
  readonly #variants = new Map<string, Toolbox>();

  constructor(options: FrameOptions, shared: Shared) {
    const { registry, catalog, audit, record, concealment } = options;
    this.#options = options;
    this.#shared = shared;
    this.#policy = options.policy ?? defaultPolicy;
    this.#limits = options.limits ?? defaultLimits;
    this.#maxTokens = options.maxTokens ?? DEFAULT_MAX_TOKENS;
    this.#clock = options.clock ?? realClock;
    this.#accounts = new Accounts({ clock: this.#clock, audit, record });
    const offer = offerOf(catalog, options, {
      several: registry.several,
      leases: options.leases !== undefined,
      secrets: concealment?.secrets.names ?? [],
    });
    this.screenFormat = offer.format;
    this.#observe = offer.observe;
    this.#takesObserve = offer.takesObserve;
    this.#prefix = offer.prefix;
    this.toolsets = offer.choosable;
    this.#served = offer.served;
    this.#tools = new Map(offer.tools.map((tool) => [this.#prefix.prefix + tool.name, tool]));
    this.instructions = offer.instructions;
    this.tools = withoutDenied(offer.shown, rulesFor(this.#policy)).map((tool) =>
      offer.list(listed(tool, offer.format)),
    );
  }

  servedAs({ screen = this.screenFormat, observe, toolsets }: Choices): Toolbox {
    if (screen === this.screenFormat && !observe && !toolsets) return this;
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

  has(name: string): boolean {
    return this.#tools.has(name);
  }

  aboutUnknown(name: string): string {
    const { prefix } = this.#prefix;
    const { toolsets: choosable } = this.#shared;
    return aboutUnknown(name, this.#options.catalog, { prefix, choosable, served: this.#served });
  }

  /** One call of a tool, from its arguments to its result. */
  async call(name: string, args: unknown, options: CallOptions): Promise<ToolResult> {
    const { remote } = this.#options;
    const start = this.#clock.now();
    const tool = this.#tools.get(name);
    const call = new ToolCall({ ...options, name, tool, args: recordable(args, remote) });
    try {
      return await this.#accounted(
        call,
        () => this.#run(call, args),
        (result) => toldBy(result, (text) => remote?.mask(text) ?? text),
      );
    } catch (error) {
      const elapsed = this.#clock.now() - start;
      const failure = failureOf(deviceErrorOf(error) ?? error, { tool: name, elapsed, signal: call.signal });
      return failed(tool?.reword?.(failure, args) ?? failure, this.#worded(call));
    }
  }

  /** Runs a call and reports its outcome before the client gets it. Throws if the call wrote and could not be recorded. */
  async #accounted<T>(call: ToolCall, work: () => Promise<T>, told: (result: T) => Told): Promise<T> {
    const account = this.#accounts.open(call);
    let result: T;
    try {
      result = await work();
    } catch (error) {
      account.failed(error);
      throw error;
    }
    account.ended(told(result));
    return result;
  }

  #run(call: ToolCall, args: unknown): Promise<ToolResult> {
    const { name, tool } = call;
    if (this.#policy.readOnly && tool && changesDevice(tool)) call.refusedBy = '--read-only';
    const allowed = this.#allowed(name);
    return allowed.runsOn === 'server'
      ? this.#runOnServer(call, allowed, args)
      : this.#runOnDevice(call, allowed, args);
  }

  #allowed(name: string): Tool {
    const tool = this.#tools.get(name);
    if (!tool) throw invalidParams(this.aboutUnknown(name));
    this.#mustBeAllowed(tool, name);
    return tool;
  }

  #mustBeAllowed(tool: Tool, name: string): void {
    if (!this.#policy.readOnly || !changesDevice(tool)) return;
    throw permissionDenied(`This server is read-only: '${name}' is not served.`);
  }

  async #runOnServer(call: ToolCall, tool: ServerTool, args: unknown): Promise<ToolResult> {
    const prepared = tool.prepare(args);
    await this.#permitTool(call, tool);
    const limit = prepared.limit(this.#limits);
    return succeeded(
      await this.#limited(limit, call.signal, (time) => this.#answerOnServer(call, prepared, time)),
    );
  }

  #answerOnServer(
    { client = '', progress }: ToolCall,
    prepared: ReturnType<ServerTool['prepare']>,
    call: Call,
  ): Promise<ToolAnswer> {
    const { registry, leases, flows } = this.#options;
    return prepared.run({ registry, leases, flows, client, progress, call });
  }

  async #runOnDevice(call: ToolCall, tool: DeviceTool, args: unknown): Promise<ToolResult> {
    const { shown } = this.#shared;
    const { record } = this.#options;
    const elsewhere = this.#remoteCall(tool, args);
    if (elsewhere) {
      if (elsewhere.call.writes) record?.mustBeWritable();
      return callElsewhere(elsewhere, call);
    }
    const { observe, rest, ...chosen } = await this.#chosen(tool, args, call.signal);
    const { session, prepared } = chosen;
    call.device = session.device.id;
    call.tellsNotes = observe !== 'none' && (tool.touchesScreen || tool.hints.readOnlyHint);
    call.seen = { last: shown.lastOf(session, call.client ?? '') };
    const limit = this.#limitOf(chosen);
    const run = (left = limit) => this.#answer(call, chosen, new ToolSteps(this, call, session), left);
    const onTurn = <T>(work: (left: number) => Promise<T>) =>
      session.inTurn({ signal: call.signal, limit, duration: prepared.duration, clock: this.#clock }, work);
    if (tool.hints.readOnlyHint) {
      // Nothing is written while a person is asked, so that what is read is what they were asked about.
      const answer = await (this.#isAskedAbout(tool) ? onTurn(run) : run());
      return withNotes(succeeded(answer), call.tellsNotes ? call.notes : []);
    }
    record?.mustBeWritable();
    return this.#asOneHand(call, session, () =>
      onTurn(async (left) =>
        observe === 'none' || !tool.touchesScreen
          ? this.#resultOf(call, await run(left))
          : this.#runObserved(call, { tool, session, observe, rest }, () => run(left)),
      ),
    );
  }

  /** Makes a write, unless another client holds the device. A write that fails without having touched it holds nothing. */
  async #asOneHand(call: ToolCall, session: Session, write: () => Promise<ToolResult>): Promise<ToolResult> {
    const hold = await this.#shared.holds.take(session.device.id, call.client ?? '');
    if ('by' in hold) {
      call.refusedBy = `held by ${clientName(hold.by)}`;
      throw permissionDenied(busy(hold));
    }
    const before = session.inputs;
    let failed = true;
    try {
      const result = await write();
      failed = result.isError === true;
      return result;
    } finally {
      hold.done({ wrote: !failed || session.inputs > before });
    }
  }

  /** Runs a call that touches the screen, and adds what happened there to its answer. */
  async #runObserved(
    call: ToolCall,
    about: { tool: DeviceTool; session: Session; observe: Exclude<ObserveMode, 'none'>; rest: unknown },
    run: () => Promise<ToolAnswer>,
  ): Promise<ToolResult> {
    const { tool, session, observe, rest } = about;
    const { signal, client = '' } = call;
    const observation = new Observation(session, {
      mode: observe,
      maxTokens: this.#maxTokens,
      crashIds: this.#tools.has(`${this.#prefix.prefix}get_crashes`),
      asksForCrashes: asksForCrashes(tool),
      screenCheck: this.#screenCheck(call, session),
    });
    const before = session.inputs;
    const answer = await run().catch((error: unknown) => {
      const failure = failureHalfWay(error, session.inputs > before);
      return new Acted(failure.message, { failure: tool.reword?.(failure, rest) ?? failure });
    });
    const result = withHit(this.#resultOf(call, answer), call.met);
    // The client does not wait any more.
    if (signal.aborted) return result;
    if (typeof answer !== 'string' && !(answer instanceof Acted)) return withNotes(result, call.notes);
    const limit = limitsFor(session.device, this.#limits).look + SETTLING;
    const seen = await this.#limited(limit, signal, (time) => observation.told(answer, time, call));
    const made = `${tool.name} ${JSON.stringify(rest)}`;
    const text = this.#shared.repetitions.told(`${session.device.id} ${client}`, made, seen);
    const told = [...call.notes, text].join('\n');
    return { ...result, content: [...result.content, { type: 'text', text: told }] };
  }

  /** Milliseconds that a call may take, its wait for its turn included. */
  #limitOf({ prepared, session: { device } }: Chosen): number {
    return prepared.limit(limitsFor(device, this.#limits), device);
  }

  /** Runs a checked call on its device. A call that acts must have its turn already. */
  async #answer(
    made: ToolCall,
    { tool, prepared, session }: Chosen,
    steps: Steps,
    limit: number,
  ): Promise<ToolAnswer> {
    const { device } = session;
    const able = tool.needs === undefined ? true : device.capabilities[tool.needs];
    if (able !== true) throw permissionDenied(able);
    const guard = await this.#permitTool(made, tool, session);
    if (!tool.hints.readOnlyHint) await this.#pace(session, prepared.writes, made.signal);
    const { signal: cancelled, pauses } = made;
    const inputs = session.inputs;
    try {
      const answer = await withinLimit(
        { clock: this.#clock, limit, cancelled, endsItself: tool.endsItself, pauses },
        (call) => prepared.run(this.#context(made, { tool, session, guard, call, steps })),
      );
      this.#options.flows?.acted(made, { session, answer, inputs });
      return answer;
    } catch (error) {
      if (error instanceof DeviceUnreachable) session.unreachable(error);
      throw error;
    }
  }

  #context(
    made: ToolCall,
    parts: { tool: DeviceTool; session: Session; guard: CallGuard; call: Call; steps: Steps },
  ): ToolContext {
    const { tool, session, guard, call, steps } = parts;
    const { device } = session;
    const screenCheck = () => this.#screenCheck(made, session);
    const acts = !tool.hints.readOnlyHint && !made.explains && device.power !== undefined;
    const eyes = new Eyes(session, call, {
      wake: acts ? (own: Call) => this.#wake(session, own) : undefined,
      patience: made.patience,
      lastLook: made.lastLook,
      namesSuccessors: this.screenFormat === 'lean',
      onShown: (...shown) => {
        screenCheck().show(...shown);
      },
    });
    const concealed = this.#options.concealment?.on(device);
    return {
      eyes,
      hands: new Hands({ session, eyes, guard, screenCheck, call, toolCall: made, concealed }),
      device,
      call,
      steps,
      policy: this.#policy,
      hostFolder: this.#options.files,
      flows: this.#options.flows,
      client: made.client ?? '',
      request: made.request,
      isFree: () => session.isFree,
      concealed,
      screenFormat: this.screenFormat,
      maxTokens: this.#maxTokens,
      treeDepth: this.#options.treeDepth ?? DEFAULT_TREE_DEPTH,
      showTexts: (...shown) => {
        screenCheck().showTexts(...shown);
      },
      progress: made.progress,
    };
  }

  /** Refuses a call whose tool is denied for every use. Returns the guard that judges its writes. */
  async #permitTool(call: ToolCall, tool: Tool, session?: Session): Promise<CallGuard> {
    const { device, questions } = session ?? {};
    const { asker, pauses, signal, explains } = call;
    const guard = new CallGuard(
      {
        tool: tool.name,
        toolClass: tool.class,
        device: device?.id ?? NO_DEVICE,
        explains,
        ask: (question: Question, verdict: Verdict, target?: AskedTarget) =>
          call.byPerson
            ? Promise.resolve('once' as const)
            : this.#shared.asking.ask(question, verdict, { asker, pauses, questions, signal, target }),
        isAnswered: (verdict: Verdict) =>
          call.byPerson || this.#shared.asking.isAnswered(device?.id ?? NO_DEVICE, verdict),
        onVerdict: (act: Act, verdict: Verdict, answer?: string) =>
          call.judged.push({ act, verdict, answer }),
      },
      rulesFor(this.#policy, device?.protectedApps),
    );
    if (!guard.isOpen) await guard.permitTool();
    return guard;
  }

  /** Whether a rule has a person asked about every call of this tool, which only reads. */
  #isAskedAbout({ name, class: toolClass }: DeviceTool): boolean {
    const rules = rulesFor(this.#policy).of(name, toolClass);
    return rules.judge({ tool: name, toolClass, reach: 'no application' }).then === 'ask';
  }

  /** Compares the screen with what this call's client was shown. */
  #screenCheck(call: ToolCall, session: Session): ScreenCheck {
    const { audit, record } = this.#options;
    const { shown, told } = this.#shared;
    const { client = '', tellsNotes, notes } = call;
    const isRecorded = audit !== undefined || record !== undefined;
    return new ScreenCheck({
      session,
      client,
      shown,
      seen: call.seen ?? { last: shown.lastOf(session, client) },
      told,
      changedScreen: call.ofFlow ? 'refuse' : (this.#policy.changedScreen ?? 'note'),
      heardBy: tellsNotes ? 'client' : isRecorded ? 'record' : 'nobody',
      onRefusal: (why) => (call.refusedBy = why),
      note: (note) => {
        // An application may be noted when it is opened, and by what it shows then.
        if (!notes.includes(note)) notes.push(note);
      },
    });
  }

  /** Wakes a display that was seen to sleep. A look that is under way may still show it asleep. */
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
    const { paces } = this.#shared;
    const pace = paces.get(session) ?? new Pace(this.#clock, this.#policy.writesPerSecond);
    paces.set(session, pace);
    const wait = pace.next(writes);
    if (wait > 0) await this.#limited(wait + this.#limits.action, signal, (call) => pause(wait, call));
  }

  #limited<T>(limit: number, cancelled: AbortSignal, work: (call: Call) => Promise<T>): Promise<T> {
    return withinLimit({ clock: this.#clock, limit, cancelled }, work);
  }

  /** Splits off the arguments that the frame itself takes. */
  #split(tool: DeviceTool, args: unknown) {
    const takes = {
      device: this.#options.registry.several,
      observe: tool.touchesScreen && this.#takesObserve,
    };
    const { device, observe = this.#observe, rest } = frameArguments(args, takes);
    const framed = (['device', 'observe'] as const).filter((name) => takes[name]);
    return { device, observe, rest, check: { format: this.screenFormat, framed } };
  }

  /** A call for a device whose tools run elsewhere; undefined if it is for one of ours. */
  #remoteCall(tool: DeviceTool, args: unknown) {
    const { remote } = this.#options;
    const { device, observe, rest, check } = this.#split(tool, args);
    if (device === undefined || remote?.claims(device) !== true) return undefined;
    // Wrong arguments fail here, before the other server is asked.
    tool.prepare(rest, check);
    const served = { screen: this.screenFormat, observe, toolsets: this.#served };
    const call = { device, tool: tool.name, args: rest, writes: changesDevice(tool), ...served };
    const { prefixed } = this.#prefix;
    return {
      remote,
      call,
      rules: rulesFor(this.#policy),
      prefixed,
      toolFor: (name: string) => this.toolFor(name),
    };
  }

  /** Checks the arguments and finds the device that they mean. */
  async #chosen(tool: DeviceTool, args: unknown, signal: AbortSignal) {
    const { device, observe, rest, check } = this.#split(tool, args);
    const prepared = tool.prepare(rest, check);
    const session = await this.#limited(this.#limits.action, signal, (call) =>
      this.#options.registry.choose(device, call),
    );
    return { tool, session, prepared, observe, rest };
  }

  /** The result of a tool's answer. A call that did only a part of its work fails, and tells what happened and what it read. */
  #resultOf(call: ToolCall, answer: ToolAnswer): ToolResult {
    if (!(answer instanceof Acted) || answer.failure === undefined) return succeeded(answer);
    const result = failed(answer.failure, this.#worded(call));
    return { ...result, content: [...result.content, ...answer.further] };
  }

  /** Names tools and elements in the text of an error as this client knows them. */
  #worded({ args }: ToolCall): (text: string) => string {
    const { prefixed } = this.#prefix;
    if (this.screenFormat !== 'lean') return prefixed;
    return (text) => withShortIds(prefixed(text), JSON.stringify([args]));
  }

  toolFor(name: string): Tool {
    return this.#allowed(this.#tools.has(name) ? name : this.#prefix.prefix + name);
  }

  everyToolFor(name: string): Tool {
    const tool = everyToolOf(this.#options.catalog).find((one) => one.name === name);
    if (!tool) throw invalidParams(this.aboutUnknown(name));
    this.#mustBeAllowed(tool, name);
    return tool.runsOn === 'device' ? (tool.lean ?? tool) : tool;
  }

  stepOnServer(step: ToolCall, prepared: ReturnType<ServerTool['prepare']>, time: Call): Promise<ToolAnswer> {
    return this.#accountedStep(step, async () => {
      if (step.tool) await this.#permitTool(step, step.tool);
      return this.#answerOnServer(step, prepared, time);
    });
  }

  stepOnDevice(step: ToolCall, chosen: Chosen, steps: Steps): Promise<ToolAnswer> {
    return this.#accountedStep(step, () => {
      step.device = chosen.session.device.id;
      return this.#answer(step, chosen, steps, this.#limitOf(chosen));
    });
  }

  #accountedStep(step: ToolCall, work: () => Promise<ToolAnswer>): Promise<ToolAnswer> {
    return this.#accounted(step, work, () => ({ outcome: 'ok', shown: [] }));
  }

  async explain(name: string, args: unknown, { signal }: CallOptions): Promise<string> {
    const tool = this.#tools.get(name);
    if (!tool) throw invalidParams(this.aboutUnknown(name));
    if (callsTools(tool))
      throw invalidParams(`Every step of ${tool.name} is judged by itself: ask about one.`);
    if (tool.runsOn !== 'server' && this.#remoteCall(tool, args)) return DECIDED_ELSEWHERE;
    return explanationOf(() => this.#explained(tool, args, signal));
  }

  /** Does nothing: throws Explained where the call would write, or be asked about. */
  async #explained(tool: Tool, args: unknown, signal: AbortSignal): Promise<void> {
    const call = new ToolCall({ name: tool.name, tool, args, signal, explains: true });
    if (tool.runsOn === 'server') {
      await this.#permitTool(call, tool);
      return;
    }
    const chosen = await this.#chosen(tool, args, signal);
    await this.#answer(call, chosen, new ToolSteps(this, call, chosen.session), this.#limitOf(chosen));
  }
}

/** Several steps may have opened an app and lost it again; a tool that only navigates is meant to leave the app in front. */
function asksForCrashes(tool: DeviceTool): AsksForCrashes {
  if (callsTools(tool)) return 'always';
  return tool.hints.destructiveHint ? 'if the app is gone' : 'if told';
}

/** The result with its first line saying what was hit, if that was something else than meant. */
function withHit(result: ToolResult, met: ToolCall['met'] = []): ToolResult {
  const other = met.find(({ meant }) => meant);
  const [first, ...rest] = result.content;
  if (!other || first?.type !== 'text') return result;
  return {
    ...result,
    content: [{ ...first, text: withRemarks(first.text, `It hit ${metText(other)}`) }, ...rest],
  };
}

function busy({ by, left }: Held): string {
  const name = cell(shownText(clientName(by)));
  if (left === undefined)
    return `busy: ${name} has taken over. Reading is allowed. Nothing was done; wait, or ask the user.`;
  const seconds = Math.max(1, Math.ceil(left / 1000));
  return `busy: '${name}' is using this device, for ${seconds} s more unless it writes again. Reading is allowed. Nothing was done; try again after that, or ask the user.`;
}
