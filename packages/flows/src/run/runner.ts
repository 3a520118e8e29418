import { deviceErrorOf, DeviceUnreachable } from '@handeye/core/device/errors';
import type { PicturedSnapshot } from '@handeye/core/device/session';
import type { ToolContext } from '@handeye/core/tools/frame/define';
import { leanText } from '@handeye/screen/format/lean/lean';
import type { Command, CommandNamed, Condition, Effect, Env, Flow, Selector } from '../file/flow.ts';
import { LOOKUP_TIMEOUT, OPTIONAL_TIMEOUT, perform } from './commands.ts';
import { factOf } from './device.ts';
import { Diverged } from './diverged.ts';
import { divergenceOf } from './divergence.ts';
import { canBeSeen, effectText, missing } from './effects.ts';
import { evaluatedEffect, evaluatedSelector, isStrict } from './evaluate.ts';
import { coveringOf, find, type FinderOptions, matches } from './finder.ts';
import { Hand, TargetMoved } from './hand.ts';
import { healed, mayHeal, withSelector } from './heal.ts';
import { appBefore, parsedResume, resumeAt } from './resume.ts';
import type {
  FlowEvent,
  FlowStatus,
  HealedStep,
  StepResult,
  StepStart,
  StepStatus,
  Taken,
} from './result.ts';
import { stepText } from './step-text.ts';
import { Screen } from './screen.ts';
import type { Meant, Scripting, SimpleCommand, Surroundings, Wanting } from './surroundings.ts';

/** How long the recorded effect of a step may take. */
const EFFECT_TIMEOUT = 5_000;
const MOST_RETRIES = 3;
/** A target that moves each time it is touched is not certain. */
const MOST_MOVES = 3;

export interface RunOptions {
  readonly context: ToolContext;
  readonly scripts: Scripting;
  readonly heal: boolean;
  readonly from?: string | undefined;
  readonly onEvent?: ((event: FlowEvent) => void | Promise<void>) | undefined;
  /** A trial notes effects that do not come, and goes on. */
  readonly onMissing?: ((command: Command, missing: readonly Missing[]) => void) | undefined;
}

/** An effect that did not come, and what was there instead. */
export interface Missing {
  readonly effect: Effect;
  readonly why: string;
}

/** What came of the commands of a flow. */
export interface RunOutcome {
  readonly status: FlowStatus;
  readonly steps: readonly StepResult[];
  readonly divergence: ReturnType<typeof divergenceOf> | undefined;
  readonly problem: string | undefined;
  readonly remarks: readonly string[];
  readonly taken: readonly Taken[];
  readonly resume: string | undefined;
  readonly healedSteps: readonly HealedStep[];
  /** The selectors to write in place of those of these commands. */
  readonly healing: ReadonlyMap<Command, Selector>;
}

/** A command that was not performed: its condition does not hold. */
class Skipped extends Error {
  override readonly name = 'Skipped';
}

/** Performs the commands of one flow, once. */
export class Runner {
  readonly #flow: Flow;
  readonly #options: RunOptions;
  readonly #screen: Screen;
  readonly #hand: Hand;
  readonly #steps: StepResult[] = [];
  readonly #remarks: string[] = [];
  readonly #taken: Taken[] = [];
  readonly #healedSteps: HealedStep[] = [];
  readonly #healing = new Map<Command, Selector>();
  readonly #answered = new Map<object, number>();
  #count = 0;
  /** The flow whose commands are performed now: those of runFlow have a meaning of their own. */
  #current: Flow;
  #app: string | undefined;
  #withoutTexts = false;
  #remarksOfStep: string[] = [];
  #failed: { readonly step: StepStart; readonly why: Diverged } | undefined;
  #top = 0;

  constructor(flow: Flow, options: RunOptions) {
    this.#flow = flow;
    this.#current = flow;
    this.#options = options;
    this.#screen = new Screen(options.context);
    this.#hand = new Hand(options.context, this.#screen);
  }

  async run(): Promise<RunOutcome> {
    const { header } = this.#flow;
    let problem: string | undefined;
    let status: FlowStatus = 'passed';
    try {
      const from = parsedResume(this.#flow, this.#options.from);
      await this.#begin(from);
      await this.#options.scripts.within(header.env, () => this.#whole(from));
    } catch (error) {
      const lost = error instanceof Diverged ? await this.#lostBecause(error) : undefined;
      if (lost !== undefined) [status, problem] = ['infrastructure', lost];
      else if (error instanceof Diverged) status = 'failed';
      else [status, problem] = this.#troubleOf(error);
    }
    if (status === 'passed' && this.#healedSteps.length > 0) status = 'healed';
    const failed = this.#failed;
    return {
      status,
      steps: this.#steps,
      divergence:
        failed && status === 'failed'
          ? divergenceOf(failed.step, failed.why, {
              screen: failed.why.snapshot ?? this.#screen.last,
              finder: this.#finder,
              maxTokens: this.#options.context.maxTokens,
              resume: resumeAt(this.#flow, this.#top),
              next:
                this.#top + 1 < this.#flow.commands.length ? resumeAt(this.#flow, this.#top + 1) : undefined,
            })
          : undefined,
      problem,
      remarks: this.#remarks,
      taken: this.#taken,
      resume: status === 'passed' || status === 'healed' ? undefined : resumeAt(this.#flow, this.#top),
      healedSteps: this.#healedSteps,
      healing: this.#healing,
    };
  }

  /** A device that went away in the middle of an act is no fault of the flow. */
  async #lostBecause({ cause }: Diverged): Promise<string | undefined> {
    const { device, call } = this.#options.context;
    if (deviceErrorOf(cause) === undefined || call.signal.aborted) return undefined;
    try {
      await device.screen(call);
      return undefined;
    } catch (error) {
      return deviceErrorOf(error)?.message;
    }
  }

  #troubleOf(error: unknown): [FlowStatus, string] {
    const { signal } = this.#options.context.call;
    const known = deviceErrorOf(signal.aborted ? signal.reason : error);
    if (known?.kind === 'invalid_params') return ['failed', known.message];
    if (known) return ['infrastructure', known.message];
    if (signal.aborted) return ['cancelled', 'The flow was cancelled.'];
    throw error;
  }

  async #begin(from: number): Promise<void> {
    const { context } = this.#options;
    await this.#tell({ kind: 'flow began', device: context.device.id, steps: this.#flow.commands.length });
    this.#app = appBefore(this.#flow, from);
    const { locale } = this.#flow.header;
    const now = locale === undefined ? undefined : await factOf('locale', { context });
    if (locale !== undefined && now !== undefined && !isSameLanguage(locale, now)) {
      this.#withoutTexts = true;
      await this.#remark(
        `recorded in ${locale}, and the device speaks ${now}: texts are not compared, only other identities`,
      );
    }
    if (from > 0) await this.#remark(`resumed at step ${from + 1}: scripts before it were not run`);
  }

  async #whole(from: number): Promise<void> {
    const { header, commands } = this.#flow;
    try {
      if (from === 0) await this.#all(header.onFlowStart, { path: 'start', depth: 0 });
      for (const [at, command] of commands.entries()) {
        if (at < from) continue;
        this.#top = at;
        await this.#step(command, { path: String(at + 1), depth: 0 });
      }
    } finally {
      // It tidies up, whatever became of the flow; a lost device cannot be tidied up.
      if (!this.#options.context.call.signal.aborted)
        await this.#all(header.onFlowComplete, { path: 'complete', depth: 0 });
    }
  }

  async #all(
    commands: readonly Command[],
    { path, depth }: { readonly path: string; readonly depth: number },
  ): Promise<void> {
    for (const [at, command] of commands.entries())
      await this.#step(command, { path: `${path}.${at + 1}`, depth });
  }

  /** One command, told about, timed and accounted for. */
  async #step(command: Command, { path, depth }: { path: string; depth: number }): Promise<void> {
    const { context } = this.#options;
    context.call.signal.throwIfAborted();
    this.#count += 1;
    const { file = this.#current.file, line = 0, column = 0 } = command.source ?? {};
    const step: StepStart = {
      path,
      number: this.#count,
      depth,
      at: { file, line, column },
      command: command.name,
      says: command.label ?? stepText(command),
    };
    await this.#tell({ kind: 'step began', step, screen: this.#lean() });
    context.progress?.(`${path} ${step.says}`);
    const outer = this.#remarksOfStep;
    this.#remarksOfStep = [];
    const start = context.call.clock.now();
    const end = async (status: StepStatus) => {
      const milliseconds = Math.round(context.call.clock.now() - start);
      const ended = { ...step, status, milliseconds, remarks: this.#remarksOfStep };
      this.#steps.push(ended);
      this.#remarksOfStep = outer;
      await this.#tell({ kind: 'step ended', step: ended, screen: this.#lean() });
    };
    try {
      const wasHealed = await this.#perform(command, step);
      await end(wasHealed ? 'healed' : 'passed');
    } catch (error) {
      if (error instanceof Skipped) return end('skipped');
      if (error instanceof Diverged && isOptional(command)) {
        this.#failed = undefined;
        this.#remarksOfStep.push(error.message);
        return end('warned');
      }
      if (error instanceof Diverged) this.#failed ??= { step, why: error };
      await end('failed');
      throw error;
    }
  }

  /** Whether it took a healed target. */
  async #perform(command: Command, step: StepStart): Promise<boolean> {
    if (command.name === 'runFlow') await this.#runFlow(command, step);
    else if (command.name === 'repeat') await this.#repeat(command, step);
    else if (command.name === 'retry') await this.#retry(command, step);
    else if (command.name === 'runScript') {
      if (command.when && !(await this.#holds(command.when))) throw new Skipped();
      await this.#script(() => this.#options.scripts.run(command.script, command.env));
    } else if (command.name === 'evalScript')
      await this.#script(() => this.#options.scripts.text(command.script));
    else return this.#simple(command, step);
    return false;
  }

  async #simple(command: SimpleCommand, step: StepStart): Promise<boolean> {
    const before = command.expect.length > 0 ? this.#screen.last : undefined;
    const isKnown = this.#healing.get(command);
    let healedBy: HealedStep | undefined;
    for (let moves = 0; ; moves += 1) {
      try {
        await this.#script(() => perform(command, this.#around(command, step)));
        break;
      } catch (error) {
        if (error instanceof TargetMoved && moves < MOST_MOVES) {
          this.#screen.touched();
          continue;
        }
        if (error instanceof TargetMoved)
          throw new Diverged('not so', {
            expected: 'a target that stays',
            found: error.message,
            snapshot: this.#screen.last,
          });
        if (!(error instanceof Diverged)) throw error;
        healedBy = await this.#heal(command, step, error);
        if (!healedBy) throw error;
        break;
      }
    }
    await this.#settleApp(command);
    await this.#mustHaveEffect(this.#asHealed(command), before);
    if (healedBy) this.#healedSteps.push(healedBy);
    return healedBy !== undefined || isKnown !== undefined;
  }

  /** An effect on the target itself is looked for where the target is now. */
  #asHealed(command: SimpleCommand): SimpleCommand {
    const selector = this.#healing.get(command);
    return selector && 'selector' in command ? withSelector(command, selector) : command;
  }

  /** Takes the one other element that is certainly the recorded one; its effect has still to come. */
  async #heal(command: SimpleCommand, step: StepStart, why: Diverged): Promise<HealedStep | undefined> {
    const { heal, context } = this.#options;
    if (!heal || this.#current !== this.#flow || !why.selector || !why.snapshot || !mayHeal(command, why))
      return undefined;
    const other = healed(why.snapshot, why.selector, this.#finder);
    if (!other) return undefined;
    const around = this.#around(command, step);
    await perform({ ...command, selector: other.selector }, around);
    this.#healing.set(command, other.selector);
    context.progress?.(`${step.path} healed`);
    return { step, from: other.from, to: other.to, reasons: other.reasons };
  }

  /** Scripts fail as steps do. */
  async #script<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (error) {
      const isOurs =
        error instanceof Diverged || error instanceof TargetMoved || error instanceof DeviceUnreachable;
      if (isOurs || deviceErrorOf(error) !== undefined || this.#options.context.call.signal.aborted)
        throw error;
      if (!(error instanceof Error) || error.name !== 'ScriptError') throw error;
      throw new Diverged('script', {
        expected: 'a script that ends',
        found: error.message,
        snapshot: this.#screen.last,
        cause: error,
      });
    }
  }

  /** The app that the flow is in now. A step that says its effect also says which app it leads to. */
  async #settleApp(command: SimpleCommand): Promise<void> {
    if (command.name === 'launchApp') {
      const app = command.appId ?? this.#current.header.appId;
      this.#app = app === undefined ? undefined : await this.#options.scripts.text(app);
      return;
    }
    const leads = command.expect.find((effect) => effect.kind === 'app');
    if (leads) this.#app = await this.#options.scripts.text(leads.app);
    else if (command.expect.length === 0 && isStrict(this.#current)) {
      const acts = !/^(assert|extendedWait|waitFor|copyText|take|setClipboard)/.test(command.name);
      if (acts) this.#app = (await this.#screen.look()).app ?? this.#app;
    }
  }

  async #mustHaveEffect(command: SimpleCommand, before: PicturedSnapshot | undefined): Promise<void> {
    const { expect } = command;
    if (expect.length === 0) return;
    const evaluate = (template: string) => this.#options.scripts.text(template);
    const effects = await Promise.all(expect.map((effect) => evaluatedEffect(effect, evaluate)));
    const options = this.#finder;
    const last = await this.#screen.look();
    const unseen = effects.filter((effect) => !canBeSeen(effect, last, options));
    for (const effect of unseen)
      this.#remarksOfStep.push(`not compared, in another language: ${effectText(effect)}`);
    const compared = effects.filter((effect) => !unseen.includes(effect));
    const lacking = (now: PicturedSnapshot) =>
      compared.flatMap((effect) => {
        const why = missing(effect, { now, before, options });
        return why === undefined ? [] : [{ effect, why }];
      });
    const { found, snapshot } = await this.#screen.until(
      (now) => (lacking(now).length === 0 ? true : undefined),
      EFFECT_TIMEOUT,
    );
    if (found) return;
    const left = lacking(snapshot);
    const { onMissing } = this.#options;
    if (onMissing) {
      onMissing(
        command,
        expect.flatMap((effect, at) => {
          const lost = left.find((one) => one.effect === effects[at]);
          return lost ? [{ effect, why: `${effectText(lost.effect)}: ${lost.why}` }] : [];
        }),
      );
      return;
    }
    const over = coveringOf(snapshot, this.#app);
    throw new Diverged('no effect', {
      expected: left.map(({ effect }) => effectText(effect)).join(', and '),
      found: [...left.map(({ why }) => why), ...(over === undefined ? [] : [`${over} is in front`])].join(
        ', and ',
      ),
      snapshot,
      acted: true,
    });
  }

  get #finder(): FinderOptions {
    return { strict: isStrict(this.#current), app: this.#app, withoutTexts: this.#withoutTexts };
  }

  #around(command: SimpleCommand, step: StepStart): Surroundings {
    return {
      context: this.#options.context,
      screen: this.#screen,
      hand: this.#hand,
      scripts: this.#options.scripts,
      appId: this.#current.header.appId,
      finder: this.#finder,
      meant: async (selector, wanting) => {
        const meant = await this.#meant(selector, { optional: isOptional(command), ...wanting });
        await this.#tell({ kind: 'target found', step, box: meant.element.node.bounds });
        return meant;
      },
      comes: (selector, how) => this.#comes(selector, how),
      take: (taken) => this.#taken.push(taken),
      remark: (text) => {
        if (!this.#remarksOfStep.includes(text)) this.#remarksOfStep.push(text);
      },
    };
  }

  async #meant(selector: Selector, { timeout, optional = false }: Wanting): Promise<Meant> {
    const limit =
      timeout === undefined
        ? optional
          ? OPTIONAL_TIMEOUT
          : LOOKUP_TIMEOUT
        : Number(await this.#options.scripts.text(timeout));
    let last: ReturnType<typeof find> | undefined;
    const { found, snapshot } = await this.#screen.until(async (now) => {
      last = find(now, selector, this.#finder);
      if ('element' in last) return last.element;
      await this.#answerDialog(now);
      return undefined;
    }, limit);
    if (found) return { element: found, snapshot };
    const { why, text } =
      last && 'why' in last ? last : { why: 'not there' as const, text: 'it is not there' };
    throw new Diverged(why, {
      expected: stepText({ ...nothing, selector }),
      found: text,
      snapshot,
      selector,
    });
  }

  async #comes(
    selector: Selector,
    { visible, timeout }: { visible: boolean; timeout: number },
  ): Promise<boolean> {
    const { found } = await this.#screen.until(async (now) => {
      const isThere = matches(now, selector, this.#finder).length > 0;
      if (isThere === visible) return true;
      await this.#answerDialog(now);
      return undefined;
    }, timeout);
    return found ?? false;
  }

  /** The header says what to do with a dialog; nothing is answered without that. */
  async #answerDialog(snapshot: PicturedSnapshot): Promise<void> {
    for (const rule of this.#current.header.onDialog) {
      const answered = this.#answered.get(rule) ?? 0;
      if (answered >= rule.times) continue;
      const match = await evaluatedSelector(rule.match, (template) => this.#options.scripts.text(template));
      if (matches(snapshot, match, this.#finder).length === 0) continue;
      this.#answered.set(rule, answered + 1);
      const app = this.#app;
      this.#app = undefined;
      await this.#all(rule.do, { path: 'dialog', depth: 1 });
      this.#app = app;
      this.#screen.touched();
      return;
    }
  }

  async #runFlow(command: CommandNamed<'runFlow'>, { path, depth }: StepStart): Promise<void> {
    if (command.when && !(await this.#holds(command.when))) throw new Skipped();
    await this.#inside(command, { path, depth: depth + 1 });
  }

  /** The commands of a file, or those that stand here. */
  async #inside(
    {
      flow,
      commands,
      env,
    }: { readonly flow?: Flow; readonly commands: readonly Command[]; readonly env: Env },
    at: { readonly path: string; readonly depth: number },
  ): Promise<void> {
    const outer = this.#current;
    const { scripts } = this.#options;
    const whole = async () => {
      if (!flow) return this.#all(commands, at);
      this.#current = flow;
      try {
        await this.#all(flow.header.onFlowStart, at);
        await this.#all(flow.commands, at);
      } finally {
        if (!this.#options.context.call.signal.aborted) await this.#all(flow.header.onFlowComplete, at);
      }
    };
    try {
      await scripts.within(env, () => (flow ? scripts.within(flow.header.env, whole) : whole()));
    } finally {
      this.#current = outer;
    }
  }

  async #repeat(command: CommandNamed<'repeat'>, { path, depth }: StepStart): Promise<void> {
    const most = command.times === undefined ? Infinity : await this.#number(command.times);
    let rounds = 0;
    while (rounds < most && (!command.while || (await this.#holds(command.while)))) {
      await this.#inside({ commands: command.commands, env: {} }, { path, depth: depth + 1 });
      rounds += 1;
    }
    if (rounds === 0) throw new Skipped();
    this.#remarksOfStep.push(`${rounds} ${rounds === 1 ? 'round' : 'rounds'}`);
  }

  async #retry(command: CommandNamed<'retry'>, { path, depth }: StepStart): Promise<void> {
    const most = Math.min(MOST_RETRIES, await this.#number(command.maxRetries));
    for (let tried = 0; ; tried += 1) {
      try {
        await this.#inside(command, { path, depth: depth + 1 });
        return;
      } catch (error) {
        if (!(error instanceof Diverged) || tried >= most) throw error;
        this.#failed = undefined;
        this.#remarksOfStep.push(`tried again: ${error.message}`);
      }
    }
  }

  async #number(template: string): Promise<number> {
    const value = Number((await this.#options.scripts.text(template)).replaceAll('_', ''));
    return Number.isFinite(value) ? Math.trunc(value) : Infinity;
  }

  async #holds(condition: Condition): Promise<boolean> {
    const { scripts } = this.#options;
    const { platform, visible, notVisible } = condition;
    if (platform !== undefined && platform !== 'android') return false;
    for (const [selector, isVisible] of [
      [visible, true],
      [notVisible, false],
    ] as const) {
      if (!selector) continue;
      const wanted = await evaluatedSelector(selector, (template) => scripts.text(template));
      if (!(await this.#comes(wanted, { visible: isVisible, timeout: OPTIONAL_TIMEOUT }))) return false;
    }
    return condition.true === undefined || scripts.holds(condition.true);
  }

  async #remark(text: string): Promise<void> {
    this.#remarks.push(text);
    await this.#tell({ kind: 'remark', text });
  }

  async #tell(event: FlowEvent): Promise<void> {
    await this.#options.onEvent?.(event);
  }

  #lean(): string | undefined {
    const { last } = this.#screen;
    return this.#options.onEvent && last && leanText(last, { maxTokens: this.#options.context.maxTokens });
  }
}

const nothing = { name: 'tapOn', optional: false, expect: [] } as const;

function isOptional(command: Command): boolean {
  return command.optional || ('selector' in command && command.selector.optional === true);
}

function isSameLanguage(one: string, other: string): boolean {
  const language = (tag: string) =>
    tag
      .trim()
      .split(/[-_ ,;]/)[0]
      ?.toLowerCase();
  return language(one) === language(other);
}
