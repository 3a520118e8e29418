/** Walks the commands of a script and does what they say. */
import { Killed } from '../process.ts';
import { createPipe } from '../pipe.ts';
import { askBinary, askUnary, type Surroundings } from './condition.ts';
import { breathe } from './clock.ts';
import { ExitShell, LeaveLoop, ReturnFromFunction, ShellError } from './control.ts';
import type { Descriptors } from './descriptors.ts';
import { fromBytes, readingEnd, writingEnd } from './descriptors.ts';
import { concatenate } from './escapes.ts';
import { Expander, ExpansionError } from './expand.ts';
import { Jobs } from './jobs.ts';
import { TooManyTasks, type Launch } from './kernel.ts';
import { redirect, RedirectError } from './redirect.ts';
import { runSimple } from './run-simple.ts';
import { runText } from './run-text.ts';
import { ReadOnlyVariable, type ShellState } from './state.ts';
import type { Command, Condition, Redirect, Script, Statement } from './syntax.ts';
import type { Exit, Running, Task } from './task.ts';

/** A busy loop lets the host breathe after so many commands. */
const STEPS_PER_BREATH = 50;
/** More output than this in `$(…)` is what a phone's memory would end. */
const LONGEST_OUTPUT = 32 * 1024 * 1024;

/** Where the script comes from, as messages name it. */
export type Origin = 'command' | 'file' | 'stdin' | 'terminal';

export class Interpreter {
  readonly expander: Expander;
  readonly jobs = new Jobs();
  /** Of the command that runs now; redirections change it for a while. */
  descriptors: Descriptors;
  /** Ends what runs now; ^C replaces it for each line. */
  signal: AbortSignal;
  loopDepth = 0;
  /** Lines that were read from the input, for messages. */
  linesRead = 0;
  functionDepth = 0;
  /** The status of the last `$(…)`, which an assignment takes on. */
  substitutionStatus = 0;
  /** `$$`, also in subshells. */
  readonly shellPid: number;
  #steps = 0;
  /** Above zero where a failure is an answer (`if`, `&&`, `!`): `set -e` does not apply. */
  #asking = 0;

  constructor(
    readonly task: Task,
    readonly state: ShellState,
    readonly origin: Origin,
    parent?: Interpreter,
  ) {
    this.descriptors = task.descriptors;
    this.signal = task.signal;
    this.shellPid = parent?.shellPid ?? task.pid;
    this.#asking = parent?.asking ?? 0;
    this.functionDepth = parent?.functionDepth ?? 0;
    this.expander = new Expander({
      state,
      files: task.system.files,
      pid: this.shellPid,
      substitute: (script) => this.#substitute(script),
    });
  }

  get asking(): number {
    return this.#asking;
  }

  /** Runs a whole shell's work and its EXIT trap; gives the shell's exit code. */
  async runToExit(work: () => Promise<unknown>): Promise<number> {
    const status = (await this.#exitStatus(work)) ?? this.state.status;
    const trap = this.state.traps.get('EXIT');
    if (trap === undefined) return status;
    this.state.traps.delete('EXIT');
    this.state.status = status;
    return (await this.#exitStatus(() => runText(this, trap))) ?? status;
  }

  /** The status that the work left the shell with, if it did. */
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
      this.state.status = 0;
      this.startInBackground(command);
      return;
    }
    await this.execute(command);
    if (
      this.state.status !== 0 &&
      this.#asking === 0 &&
      this.state.options.has('errexit') &&
      !isAnswer(command)
    ) {
      throw new ExitShell(this.state.status);
    }
  }

  /** Runs a command; its exit code is also `$?` afterwards. */
  async execute(command: Command): Promise<number> {
    await this.#step();
    try {
      this.state.status = await this.#dispatch(command);
    } catch (error) {
      this.state.status = await this.#recover(error);
    }
    return this.state.status;
  }

  async #step(): Promise<void> {
    this.signal.throwIfAborted();
    if (++this.#steps % STEPS_PER_BREATH === 0) await breathe();
  }

  /** Errors that leave the shell standing; those of expansion end a script, as in mksh. */
  async #recover(error: unknown): Promise<number> {
    if (error instanceof RedirectError) {
      await this.complain(error.message);
      return 1;
    }
    if (error instanceof ShellError) {
      await this.complain(error.message);
      return error.status;
    }
    if (
      error instanceof ExpansionError ||
      error instanceof TooManyTasks ||
      error instanceof ReadOnlyVariable
    ) {
      await this.complain(error.message);
      throw new ExitShell(error instanceof ReadOnlyVariable ? 2 : 1, true);
    }
    throw error;
  }

  async #dispatch(command: Command): Promise<number> {
    switch (command.kind) {
      case 'simple':
        return runSimple(this, command);
      case 'pipeline':
        return this.#pipeline(command.commands);
      case 'not':
        return (await this.#ask(() => this.execute(command.command))) === 0 ? 1 : 0;
      case 'time':
        return this.#time(command.command);
      case 'and':
      case 'or': {
        const left = await this.#ask(() => this.execute(command.left));
        return (left === 0) === (command.kind === 'and') ? this.execute(command.right) : left;
      }
      case 'group':
        return this.run(command.body);
      case 'subshell':
        return this.report(await this.startSubshell((inner) => inner.run(command.body)).exit);
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
      case 'condition':
        return (await this.#holds(command.condition)) ? 0 : 1;
      case 'calculation':
        return (await this.expander.number(command.expression)) === 0 ? 1 : 0;
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
    let status = 0;
    await this.#looping(async () => {
      const value = values.shift();
      if (value === undefined) return false;
      this.state.set(name, value);
      status = await this.run(body);
      return true;
    });
    return status;
  }

  /** Turns until the turn says no; `break` and `continue` reach through as many loops as they name. */
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

  async #holds(condition: Condition): Promise<boolean> {
    switch (condition.kind) {
      case 'word':
        return (await this.expander.text(condition.word)) !== '';
      case 'not':
        return !(await this.#holds(condition.condition));
      case 'and':
        return (await this.#holds(condition.left)) && (await this.#holds(condition.right));
      case 'or':
        return (await this.#holds(condition.left)) || (await this.#holds(condition.right));
      case 'unary':
        return askUnary(condition.operator, await this.expander.text(condition.operand), this.surroundings());
      case 'binary': {
        const left = await this.expander.text(condition.left);
        if (['=', '==', '!='].includes(condition.operator)) {
          const pattern = await this.expander.pattern(condition.right);
          return pattern.matches(left) === (condition.operator !== '!=');
        }
        return askBinary(
          left,
          condition.operator,
          await this.expander.text(condition.right),
          this.surroundings(),
        );
      }
    }
  }

  async #time(command: Command): Promise<number> {
    const { clock } = this.task.system;
    const start = clock.now();
    const status = await this.execute(command);
    const seconds = (clock.now() - start) / 1000;
    const real = `${Math.floor(seconds / 60)}m${(seconds % 60).toFixed(2).padStart(5, '0')}s`;
    await this.writeError(`    ${real} real     0m00.00s user     0m00.00s system\n`);
    return status;
  }

  async #pipeline(commands: readonly Command[]): Promise<number> {
    const stages: Running[] = [];
    let input: ReturnType<typeof readingEnd> | undefined;
    for (const [index, command] of commands.entries()) {
      const descriptors = this.descriptors.inherit();
      if (input) descriptors.set(0, input);
      input = undefined;
      if (index < commands.length - 1) {
        const pipe = createPipe();
        descriptors.set(1, writingEnd(pipe.writer));
        input = readingEnd(pipe.reader);
      }
      stages.push(this.startSubshell((inner) => runReplacing(inner, command), descriptors));
    }
    const exits = await Promise.all(stages.map((stage) => stage.exit));
    return this.report(exits.at(-1) ?? { code: 0 });
  }

  /** `command &`: it gets no input, as there is no job control without a terminal. */
  startInBackground(command: Command): void {
    const descriptors = this.descriptors.inherit();
    if (this.origin !== 'terminal') descriptors.set(0, fromBytes(new Uint8Array()));
    const { signal } = this;
    this.signal = this.task.session.signal;
    const running = this.startSubshell((inner) => runReplacing(inner, command), descriptors);
    this.signal = signal;
    this.state.lastBackground = running.pid;
    this.jobs.add(running);
  }

  /** Starts a copy of this shell; the descriptors are its own. */
  startSubshell(
    work: (inner: Interpreter) => Promise<number>,
    descriptors: Descriptors = this.descriptors.inherit(),
  ): Running {
    const state = this.state.fork();
    const launch = { ...this.launch(this.state.name, []), descriptors };
    return this.task.kernel.start((task) => {
      const inner = new Interpreter(task, state, this.origin === 'terminal' ? 'command' : this.origin, this);
      return inner.runToExit(() => work(inner));
    }, launch);
  }

  /** What a child of this shell starts with, except for its descriptors. */
  launch(name: string, args: readonly string[]): Omit<Launch, 'descriptors'> {
    const { session, terminal, pid: parent } = this.task;
    const { cwd } = this.state;
    return { name, args, env: this.state.environment(), cwd, session, terminal, signal: this.signal, parent };
  }

  async #substitute(script: Script): Promise<string> {
    const pipe = createPipe();
    const descriptors = this.descriptors.inherit();
    descriptors.set(1, writingEnd(pipe.writer));
    const running = this.startSubshell((inner) => inner.runSubstitution(script), descriptors);
    const chunks: Uint8Array[] = [];
    let size = 0;
    for await (const chunk of pipe.reader) {
      chunks.push(chunk);
      size += chunk.length;
      if (size > LONGEST_OUTPUT) running.kill(9);
    }
    this.substitutionStatus = (await running.exit).code;
    this.signal.throwIfAborted();
    // A shell's strings end at a NUL; mksh drops those bytes.
    return new TextDecoder().decode(concatenate(chunks)).replaceAll('\0', '').replace(/\n+$/, '');
  }

  /** `$(<file)` is the file; all else is run. */
  async runSubstitution(script: Script): Promise<number> {
    const [only, ...more] = script;
    const command = only?.command;
    const isFile =
      more.length === 0 &&
      command?.kind === 'simple' &&
      command.words.length + command.assignments.length === 0 &&
      command.redirects[0]?.operator === '<';
    if (!isFile) return this.run(script);
    return this.withRedirects(command.redirects, async () => {
      for (;;) {
        const bytes = await this.descriptors.get(0)?.read({ signal: this.signal });
        if (!bytes) return 0;
        await this.write(bytes);
      }
    });
  }

  /** Does something with descriptors changed for its time. */
  async withRedirects<T>(redirects: readonly Redirect[], work: () => Promise<T>): Promise<T> {
    if (redirects.length === 0) return work();
    const outer = this.descriptors;
    const inner = outer.inherit();
    try {
      await redirect(redirects, inner, { task: this.task, expander: this.expander, cwd: this.state.cwd });
      this.descriptors = inner;
      return await work();
    } finally {
      this.descriptors = outer;
      inner.closeAll();
    }
  }

  /** A child's exit as `$?`; a death by signal is announced. */
  async report(exit: Exit): Promise<number> {
    await this.jobs.announce(exit, (text) => this.writeError(text));
    if (exit.signal !== undefined) this.signal.throwIfAborted();
    return exit.code;
  }

  surroundings(): Surroundings {
    const { state } = this;
    return {
      files: this.task.system.files,
      cwd: state.cwd,
      uid: this.task.system.user.uid,
      isTerminal: (fd) => this.descriptors.get(fd)?.isTerminal ?? false,
      isSet: (name) => state.get(name) !== undefined,
      option: (name) => state.options.has(name),
      number: (expression) => this.expander.calculate(expression),
    };
  }

  async write(output: string | Uint8Array, fd = 1): Promise<void> {
    const bytes = typeof output === 'string' ? new TextEncoder().encode(output) : output;
    await this.descriptors.get(fd)?.write(bytes, this.signal);
  }

  async writeError(text: string): Promise<void> {
    await this.write(text, 2);
  }

  /** An error in the shell's own name: `/system/bin/sh: …`. */
  async complain(message: string, line = this.state.line): Promise<void> {
    const where = { command: '', terminal: '', file: `[${line}]`, stdin: `: <stdin>[${line}]` }[this.origin];
    await this.writeError(`${this.state.name}${where}: ${message}\n`);
  }
}

/** The last command of a subshell replaces it: a signal that ends the one ends the other. */
async function runReplacing(inner: Interpreter, command: Command): Promise<number> {
  if (command.kind !== 'simple') return inner.execute(command);
  inner.jobs.silent = true;
  const status = await inner.execute(command);
  const { lastSignal } = inner.jobs;
  if (lastSignal !== undefined) throw new Killed(lastSignal);
  return status;
}

function isAnswer(command: Command): boolean {
  return command.kind === 'and' || command.kind === 'or' || command.kind === 'not';
}
