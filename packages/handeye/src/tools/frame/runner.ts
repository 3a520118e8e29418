import type { Call } from '../../call/call.ts';
import { pause, withinLimit } from '../../call/call.ts';
import type { Clock } from '../../call/clock.ts';
import { permissionDenied } from '../../device/errors.ts';
import type { Session } from '../../device/session.ts';
import type { FilesFolder } from '../files/host-folder.ts';
import type { ScreenFormat } from './defaults.ts';
import type { DeviceTool, Limits, PreparedCall, ServerTool, ToolAnswer, ToolContext } from './define.ts';
import { limitsFor } from './define.ts';
import { Eyes } from './eyes.ts';
import { Hands, type Way } from './hands.ts';
import { Pauses } from '../../call/pauses.ts';
import type { Concealment } from '../../guard/secrets/concealment.ts';
import type { Asking } from '../../guard/asking.ts';
import type { Act } from '../../guard/act.ts';
import { CallGuard } from '../../guard/call-guard.ts';
import { Pace } from '../../guard/pace.ts';
import type { Policy } from '../../guard/policy.ts';
import type { AskedTarget, Asker, Question } from '../../guard/questions.ts';
import { rulesFor, type Verdict } from '../../guard/rules.ts';
import type { ToldNotes } from '../../guard/notes/told-notes.ts';
import { ScreenCheck, type SeenByCall } from '../../guard/screen-check/screen-check.ts';
import type { ShownScreens } from '../../guard/screen-check/shown-screens.ts';
import type { Steps } from './steps.ts';

/** What becomes known of a call while it runs. */
export interface Trace {
  device?: string;
  way?: Way;
  /** The application in front when the first write went out, as far as the last look had shown. */
  app?: string | undefined;
  /** What refused the call besides the rules. */
  refusedBy?: string;
  /** Every write that was judged, and what became of it. */
  readonly judged: Judged[];
  /** What the client should know of the screen that it acts on, a short line each. */
  readonly notes: string[];
}

/** A write, the verdict on it and, if a person was asked, the answer. */
export interface Judged {
  readonly act: Act;
  readonly verdict: Verdict;
  readonly answer: string | undefined;
}

export function newTrace(): Trace {
  return { judged: [], notes: [] };
}

/** The application in front, as far as the last look shows. */
function appInFront({ latest }: Session): string | undefined {
  const window = latest?.windows.find(({ active }) => active);
  return window?.appId ?? window?.app;
}

export interface RunnerOptions {
  readonly policy: Policy;
  readonly limits: Limits;
  readonly clock: Clock;
  readonly screenFormat: ScreenFormat;
  readonly maxTokens: number;
  readonly treeDepth: number;
  readonly hostFolder: FilesFolder | undefined;
  readonly asking: Asking;
  readonly concealment: Concealment | undefined;
  /** How fast each device is used, by all clients together. */
  readonly paces: WeakMap<Session, Pace>;
  /** What clients were shown, and told of it. */
  readonly shown: ShownScreens;
  readonly told: ToldNotes;
  /** Whether somebody keeps a record, notes included. */
  readonly isRecorded: boolean;
}

/** A call that is ready to run on a device. */
export interface Run {
  readonly tool: DeviceTool;
  readonly prepared: PreparedCall;
  readonly session: Session;
  readonly signal: AbortSignal;
  readonly trace: Trace;
  readonly steps: Steps;
  /** The client's own way to a person, and the pauses while one is asked. */
  readonly asker?: Asker | undefined;
  readonly pauses?: Pauses | undefined;
  /** Who calls, as far as it is known. */
  readonly client?: string | undefined;
  /** What the client had been shown when the call came, and is by it; without it, what it was shown last. */
  readonly seen?: SeenByCall | undefined;
  /** Whether the client is told what is noted. */
  readonly tellsNotes?: boolean;
  /** A person makes the call, and needs not be asked. */
  readonly byPerson?: boolean | undefined;
  /** Nothing is done: the call ends with `Explained` at its first write. */
  readonly explains?: boolean;
  /** How long a target may take to appear, in milliseconds. */
  readonly patience?: number;
  readonly progress?: ((message: string) => void) | undefined;
}

/** A call of a tool of the server itself. */
export type ServerRun = Pick<Run, 'signal' | 'trace' | 'asker' | 'pauses' | 'byPerson' | 'explains'> & {
  readonly tool: ServerTool;
};

/** What is asked about instead of a device, for a tool of the server itself. */
const NO_DEVICE = 'none';

/** What a check of the screen has to know of a call. */
export type Checked = Pick<Run, 'session' | 'trace' | 'client' | 'seen' | 'tellsNotes'>;

/** Runs prepared calls on a device: capability and policy asked once, paced, within their limits. */
export class Runner {
  readonly #options: RunnerOptions;

  constructor(options: RunnerOptions) {
    this.#options = options;
  }

  /** Runs a call. Whatever acts must have its turn already. */
  async run(run: Run): Promise<ToolAnswer> {
    const { tool, prepared, session, signal, pauses = new Pauses() } = run;
    const { device } = session;
    const able = tool.needs === undefined ? true : device.capabilities[tool.needs];
    if (able !== true) throw permissionDenied(able);
    const guard = this.#guard(run, pauses);
    if (!guard.isOpen) await guard.permitTool();
    if (!tool.hints.readOnlyHint) await this.#pace(session, prepared.writes, signal);
    const limit = prepared.limit(limitsFor(device, this.#options.limits), device);
    const { clock } = this.#options;
    return withinLimit({ clock, limit, cancelled: signal, endsItself: tool.endsItself, pauses }, (call) =>
      prepared.run(this.#context({ ...run, pauses }, guard, call)),
    );
  }

  /** Whether a rule has a person asked about every call of this tool, which only reads. */
  isAskedAbout({ name, class: toolClass }: DeviceTool): boolean {
    const rules = rulesFor(this.#options.policy).of(name, toolClass);
    return rules.judge({ tool: name, toolClass, reach: 'no application' }).then === 'ask';
  }

  /** Refuses a tool of the server itself if a rule denies it. */
  async permitOnServer(run: ServerRun): Promise<void> {
    const guard = this.#guard(run, run.pauses ?? new Pauses());
    if (!guard.isOpen) await guard.permitTool();
  }

  limited<T>(limit: number, cancelled: AbortSignal, work: (call: Call) => Promise<T>): Promise<T> {
    return withinLimit({ clock: this.#options.clock, limit, cancelled }, work);
  }

  /** Judges what this call writes. */
  #guard(run: Run | ServerRun, pauses: Pauses): CallGuard {
    const { policy, asking } = this.#options;
    const { tool, signal, asker, trace, byPerson, explains } = run;
    const { session } = 'session' in run ? run : {};
    const { device, questions } = session ?? {};
    const judged = {
      tool: tool.name,
      toolClass: tool.class,
      device: device?.id ?? NO_DEVICE,
      explains,
      ask: (question: Question, verdict: Verdict, target?: AskedTarget) =>
        byPerson === true
          ? Promise.resolve('once' as const)
          : asking.ask(question, verdict, { asker, pauses, questions, signal, target }),
      onVerdict: (act: Act, verdict: Verdict, answer?: string) => trace.judged.push({ act, verdict, answer }),
    };
    return new CallGuard(judged, rulesFor(policy, device?.protectedApps));
  }

  /** What this call's client was shown, and what it has to know of that. */
  screenCheck({ session, trace, client = '', seen, tellsNotes = false }: Checked): ScreenCheck {
    const { policy, shown, told, isRecorded } = this.#options;
    return new ScreenCheck({
      session,
      client,
      shown,
      seen: seen ?? { last: shown.lastOf(session, client) },
      told,
      changedScreen: policy.changedScreen ?? 'note',
      heardBy: tellsNotes ? 'client' : isRecorded ? 'record' : 'nobody',
      onRefusal: (why) => (trace.refusedBy = why),
      note: (note) => {
        // An application may be noted when it is opened, and by what it shows then.
        if (!trace.notes.includes(note)) trace.notes.push(note);
      },
    });
  }

  #context(run: Run, guard: CallGuard, call: Call): ToolContext {
    const { tool, session, trace, steps, patience = 0, progress, explains = false } = run;
    const { policy, screenFormat, maxTokens, treeDepth, hostFolder } = this.#options;
    const acts = !tool.hints.readOnlyHint && !explains && session.device.power !== undefined;
    const wake = acts ? (own: Call) => this.#wake(session, own) : undefined;
    const screenCheck = () => this.screenCheck(run);
    const onShown = (...shown: Parameters<ScreenCheck['show']>) => {
      screenCheck().show(...shown);
    };
    const namesSuccessors = screenFormat === 'lean';
    const eyes = new Eyes(session, call, { wake, patience, namesSuccessors, onShown });
    const onWay = (way: Way) => (trace.way = way);
    const { device } = session;
    const onSend = () => (trace.app ??= appInFront(session));
    const concealed = this.#options.concealment?.on(device);
    const hands = new Hands({ session, eyes, guard, screenCheck, call, onWay, onSend, concealed });
    return {
      eyes,
      hands,
      device,
      call,
      steps,
      policy,
      hostFolder,
      isFree: () => session.isFree,
      concealed,
      screenFormat,
      maxTokens,
      treeDepth,
      showTexts: (...shown) => {
        screenCheck().showTexts(...shown);
      },
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
