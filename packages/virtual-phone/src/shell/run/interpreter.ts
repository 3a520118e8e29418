/** Executes the commands of a script. */
import type { ConditionContext } from './condition.ts';
import type { Builtin, Origin } from './builtin.ts';
import { breathe } from '../clock.ts';
import { ExitShell, LeaveLoop, ReturnFromFunction, ShellError } from './control.ts';
import type { Descriptors } from '../descriptors.ts';
import { Expander, ExpansionError, limitReached } from '../expansion/expand.ts';
import { Jobs } from '../jobs.ts';
import { TooManyTasks, type Launch } from '../kernel.ts';
import { costOfTexts } from '../memory.ts';
import { redirect, RedirectError } from './redirect.ts';
import { runSimple } from './run-simple.ts';
import { runText } from './run-text.ts';
import { obituary } from '../signals.ts';
import type { ShellState } from './shell-state.ts';
import { runPipeline, startInBackground, startSubshell, substitute } from './subshell.ts';
import type { Command, Redirect, Script, Statement } from '../syntax/syntax.ts';
import type { Exit, Task } from '../task.ts';
import { encode } from '../text.ts';
import { Traps } from './traps.ts';

/** A busy loop yields to the host after this many commands. */
const STEPS_PER_BREATH = 50;

export class Interpreter {
  readonly origin: Origin;
  readonly builtins: ReadonlyMap<string, Builtin>;
  readonly expander: Expander;
  readonly jobs = new Jobs();
  /** The descriptors of the current command; redirections change them temporarily. */
  descriptors: Descriptors;
  /** Ends the current command; an interactive shell replaces it for each line, because of ^C. */
  signal: AbortSignal;
  readonly traps: Traps;
  loopDepth = 0;
  /** The number of lines read from the input, for messages. */
  linesRead = 0;
  functionDepth = 0;
  /** The nesting depth of `eval`, `.` and traps. */
  textDepth = 0;
  /** Its only command replaces it, as mksh runs it by exec: no death is announced, and ps does not list the shell. */
  givesWay = false;
  /** The status of the last `$(…)`, which becomes the status of an assignment. */
  substitutionStatus = 0;
  /** `$$`, which subshells share. */
  readonly shellPid: number;
  #steps = 0;
  /** Above zero where a failure is a normal result (`if`, `&&`, `!`): `set -e` does not apply there. */
  #asking = 0;

  constructor(
    readonly task: Task,
    readonly state: ShellState,
    { origin, builtins }: Pick<Interpreter, 'origin' | 'builtins'>,
    parent?: Interpreter,
  ) {
    this.origin = origin;
    this.builtins = builtins;
    this.descriptors = task.descriptors;
    this.signal = task.signal;
    this.traps = new Traps(this);
    state.memory = task.memory;
    this.shellPid = parent?.shellPid ?? task.pid;
    this.#asking = parent?.asking ?? 0;
    this.functionDepth = parent?.functionDepth ?? 0;
    this.textDepth = parent?.textDepth ?? 0;
    this.expander = new Expander({
      state,
      files: task.system.files,
      pid: this.shellPid,
      signal: () => this.signal,
      substitute: (script) => substitute(this, script),
    });
  }

  get asking(): number {
    return this.#asking;
  }

  /** Runs all work of a shell and its EXIT trap; returns the shell's exit code. */
  async runToExit(work: () => Promise<unknown>): Promise<number> {
    const status = (await this.#exitStatus(work)) ?? this.state.status;
    const trap = this.state.traps.get('EXIT');
    if (trap === undefined) return status;
    this.state.traps.delete('EXIT');
    this.state.status = status;
    return (await this.#exitStatus(() => runText(this, trap))) ?? status;
  }

  /** The status with which the work ended the shell, if it did. */
  async #exitStatus(work: () => Promise<unknown>): Promise<number | undefined> {
    try {
      await work();
      return undefined;
    } catch (error) {
      if (error instanceof ExitShell || error instanceof ReturnFromFunction) return error.status;
      if (error instanceof LeaveLoop) return undefined;
      throw error;
    }
  }

  async run(script: Script): Promise<number> {
    for (const statement of script) await this.#statement(statement);
    return this.state.status;
  }

  async #statement({ command, background }: Statement): Promise<void> {
    if (background) {
      await this.#attempt(() => {
        startInBackground(this, command);
        return Promise.resolve(0);
      });
      return;
    }
    await this.execute(command);
    await this.traps.runPending();
    if (
      this.state.status !== 0 &&
      this.#asking === 0 &&
      this.state.options.has('errexit') &&
      !isAnswer(command)
    ) {
      throw new ExitShell(this.state.status);
    }
  }

  /** Runs a command; its exit code also becomes `$?`. */
  async execute(command: Command): Promise<number> {
    await this.#step();
    return this.#attempt(() => this.#dispatch(command));
  }

  async #attempt(work: () => Promise<number>): Promise<number> {
    try {
      this.state.status = await work();
    } catch (error) {
      this.state.status = (await this.traps.recover(error)) ?? (await this.#recover(error));
    }
    return this.state.status;
  }

  async #step(): Promise<void> {
    await this.traps.runPending();
    this.signal.throwIfAborted();
    if (++this.#steps % STEPS_PER_BREATH === 0) await breathe();
  }

  /** Handles errors that do not end the shell; expansion errors end a script, as in mksh. */
  async #recover(error: unknown): Promise<number> {
    if (error instanceof RedirectError) {
      await this.complain(error.message);
      return 1;
    }
    const isFatal = error instanceof ExpansionError || error instanceof TooManyTasks;
    const message = isFatal ? error.message : limitReached(error);
    if (message === undefined) throw error;
    await this.complain(message);
    throw new ExitShell(1, true);
  }

  async #dispatch(command: Command): Promise<number> {
    switch (command.kind) {
      case 'simple':
        return runSimple(this, command);
      case 'pipeline':
        return runPipeline(this, command.commands);
      case 'not':
        return (await this.#ask(() => this.execute(command.command))) === 0 ? 1 : 0;
      case 'and':
      case 'or': {
        const left = await this.#ask(() => this.execute(command.left));
        return (left === 0) === (command.kind === 'and') ? this.execute(command.right) : left;
      }
      case 'group':
        return this.run(command.body);
      case 'subshell':
        return this.report(await startSubshell(this, (inner) => inner.run(command.body)).exit);
      case 'redirected':
        return this.withRedirects(command.redirects, () => this.execute(command.command));
      case 'if':
        return this.#if(command);
      case 'loop':
        return this.#loop(command);
      case 'for':
        return this.#for(command);
      case 'case':
        return this.#case(command);
      case 'function':
        this.state.functions.set(command.name, command.body);
        return 0;
    }
  }

  async #ask(work: () => Promise<number>): Promise<number> {
    this.#asking++;
    try {
      return await work();
    } finally {
      this.#asking--;
    }
  }

  async #if({ branches, otherwise }: Extract<Command, { kind: 'if' }>): Promise<number> {
    for (const { condition, body } of branches) {
      if ((await this.#ask(() => this.run(condition))) === 0) return this.#body(body);
    }
    return this.#body(otherwise);
  }

  #body(script: Script): Promise<number> {
    this.state.status = 0;
    return this.run(script);
  }

  async #loop({ until, condition, body }: Extract<Command, { kind: 'loop' }>): Promise<number> {
    let status = 0;
    await this.#looping(async () => {
      if (((await this.#ask(() => this.run(condition))) === 0) === until) return false;
      status = await this.run(body);
      return true;
    });
    return status;
  }

  async #for({ name, words, body }: Extract<Command, { kind: 'for' }>): Promise<number> {
    const values = words ? await this.expander.arguments(words) : [...this.state.parameters];
    return this.task.memory.during(costOfTexts(values), async () => {
      let status = 0;
      let next = 0;
      await this.#looping(async () => {
        const value = values[next++];
        if (value === undefined) return false;
        this.state.set(name, value);
        status = await this.run(body);
        return true;
      });
      return status;
    });
  }

  /** Repeats until the callback returns false; `break` and `continue` may leave several loops. */
  async #looping(turn: () => Promise<boolean>): Promise<void> {
    this.loopDepth++;
    try {
      for (let goesOn = true; goesOn;) {
        await this.#step();
        try {
          goesOn = await turn();
        } catch (error) {
          if (!(error instanceof LeaveLoop)) throw error;
          if (error.levels > 1 && this.loopDepth > 1) throw new LeaveLoop(error.kind, error.levels - 1);
          goesOn = error.kind === 'continue';
        }
      }
    } finally {
      this.loopDepth--;
    }
  }

  async #case({ word, clauses }: Extract<Command, { kind: 'case' }>): Promise<number> {
    const text = await this.expander.text(word);
    let falling = false;
    let status = 0;
    for (const { patterns, body, fallThrough } of clauses) {
      for (const pattern of falling ? [] : patterns) {
        if (!(await this.expander.pattern(pattern)).matches(text)) continue;
        falling = true;
        break;
      }
      if (!falling) continue;
      status = await this.#body(body);
      if (!fallThrough) return status;
    }
    return status;
  }

  /** A copy of this shell, for a subshell's task. */
  fork(task: Task, state: ShellState): Interpreter {
    const origin = this.origin === 'terminal' ? 'command' : this.origin;
    return new Interpreter(task, state, { origin, builtins: this.builtins }, this);
  }

  /** The beginning of a child of this shell, except its descriptors. */
  launch(name: string, args: readonly string[]): Omit<Launch, 'descriptors'> {
    const { session, terminal, pid: parent } = this.task;
    const { cwd } = this.state;
    return {
      name,
      args,
      env: this.state.environment(),
      cwd,
      session,
      terminal,
      signal: this.traps.childSignal,
      parent,
    };
  }

  /** Runs work with redirections and then restores the descriptors, unless the shell is being replaced. */
  async withRedirects<T>(redirects: readonly Redirect[], work: () => Promise<T>): Promise<T> {
    if (redirects.length === 0) return work();
    if (this.givesWay) {
      await this.redirect(redirects);
      return work();
    }
    const outer = this.descriptors;
    this.descriptors = outer.inherit();
    try {
      await this.redirect(redirects);
      return await work();
    } finally {
      this.descriptors.closeAll();
      this.descriptors = outer;
    }
  }

  /** Changes the descriptors permanently. */
  async redirect(redirects: readonly Redirect[]): Promise<void> {
    const host = { task: this.task, expander: this.expander, cwd: this.state.cwd };
    await redirect(redirects, this.descriptors, host);
  }

  /** Reports a command's error while its redirections apply: `nosuch 2>/dev/null` prints nothing. */
  async reportErrors(work: () => Promise<number>): Promise<number> {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof ShellError)) throw error;
      await this.complain(error.message);
      return error.status;
    }
  }

  /** Converts a child's exit to `$?`; announces a death by signal. */
  async report(exit: Exit): Promise<number> {
    this.jobs.lastSignal = exit.signal;
    const words = this.givesWay || exit.signal === undefined ? undefined : obituary(exit.signal);
    if (words !== undefined) await this.writeError(words);
    if (exit.signal !== undefined) this.signal.throwIfAborted();
    return exit.code;
  }

  conditionContext(): ConditionContext {
    const { state } = this;
    return {
      files: this.task.system.files,
      cwd: state.cwd,
      uid: this.task.system.user.uid,
      isTerminal: (fd) => this.descriptors.get(fd)?.isTerminal ?? false,
      number: (expression) => this.expander.calculate(expression),
    };
  }

  async write(output: string | Uint8Array, fd = 1): Promise<void> {
    const bytes = typeof output === 'string' ? encode(output) : output;
    await this.descriptors.get(fd)?.write(bytes, this.signal);
  }

  async writeError(text: string): Promise<void> {
    await this.write(text, 2);
  }

  /** Prints an error in the shell's name: `/system/bin/sh: …`. */
  async complain(message: string, line = this.state.line): Promise<void> {
    const where = { command: '', terminal: '', file: `[${line}]`, stdin: `: <stdin>[${line}]` }[this.origin];
    await this.writeError(`${this.state.name}${where}: ${message}\n`);
  }
}

function isAnswer(command: Command): boolean {
  return command.kind === 'and' || command.kind === 'or' || command.kind === 'not';
}
