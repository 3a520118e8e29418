/** The program /system/bin/sh: `sh -c command`, `sh file`, a script on the input, or an interactive shell. */
import { FileError } from '../kernel/file-system.ts';
import { join } from '../files/paths.ts';
import { Killed } from '../kernel/process.ts';
import { builtins } from './run/builtins.ts';
import { ExitShell, ReturnFromFunction } from './run/control.ts';
import { errorText } from './errors.ts';
import { Interpreter } from './run/interpreter.ts';
import type { Origin } from './run/builtin.ts';
import { readLine } from './lines.ts';
import { OutOfMemory } from './memory.ts';
import { Parser } from './syntax/parse.ts';
import { cursorOver, runText } from './run/run-text.ts';
import { SIGINT } from './signals.ts';
import { OPTIONS, ShellState } from './run/shell-state.ts';
import { ShellSyntaxError, type Script } from './syntax/syntax.ts';
import type { Executable, Task } from './task.ts';
import { decode } from './text.ts';

/** The longest command including its here-documents. */
const LONGEST_COMMAND = 1024 * 1024;

interface Invocation {
  readonly options: readonly string[];
  readonly command: string | undefined;
  readonly file: string | undefined;
  /** `$0` after -c, and the positional parameters. */
  readonly name: string | undefined;
  readonly parameters: readonly string[];
}

export const sh: Executable = async (task) => {
  const invocation = invocationOf(task.args);
  if (invocation.command !== undefined) {
    const { command } = invocation;
    const shell = createInterpreter(task, invocation, 'command');
    shell.givesWay = isSingleCommand(shell, command);
    return shell.runToExit(() => runText(shell, command));
  }
  if (invocation.file !== undefined) return runFile(task, invocation, invocation.file);
  const isTerminal = task.descriptors.get(0)?.isTerminal ?? false;
  const shell = createInterpreter(task, invocation, isTerminal ? 'terminal' : 'stdin');
  return shell.runToExit(() => (isTerminal ? converse(shell) : runInput(shell)));
};

/** `sh -c 'pgrep -f x'` does not find itself: mksh replaces itself with a single command. */
function isSingleCommand(shell: Interpreter, text: string): boolean {
  try {
    const parser = new Parser(cursorOver(shell, text));
    const [first, second] = parser.nextLine() ?? [];
    return !second && first?.command.kind === 'simple' && !first.background && !parser.nextLine();
  } catch (error) {
    if (error instanceof ShellSyntaxError) return false;
    throw error;
  }
}

function invocationOf(args: readonly string[]): Invocation {
  const rest = [...args];
  const options: string[] = [];
  let wantsCommand = false;
  for (let arg = rest[0]; arg !== undefined && /^[-+]/.test(arg); arg = rest[0]) {
    rest.shift();
    if (arg === '-' || arg === '--') break;
    for (const letter of arg.slice(1)) {
      const option = letter === 'o' ? rest.shift() : OPTIONS[letter];
      if (letter === 'c') wantsCommand = true;
      else if (option !== undefined) options.push(option);
    }
  }
  const takesInput = args.includes('-s');
  const command = wantsCommand ? rest.shift() : undefined;
  const first = takesInput ? undefined : rest.shift();
  return {
    options,
    command,
    file: wantsCommand ? undefined : first,
    name: wantsCommand ? first : undefined,
    parameters: rest,
  };
}

function createInterpreter(task: Task, invocation: Invocation, origin: Origin): Interpreter {
  const state = new ShellState(task.env);
  state.name = invocation.name ?? (origin === 'file' ? (invocation.file ?? task.name) : task.name);
  state.parameters = invocation.parameters;
  state.cwd = task.cwd;
  for (const option of invocation.options) state.options.add(option);
  const { clock, random, release } = task.system;
  const started = clock.now();
  state.set('PWD', task.cwd);
  state.set('IFS', ' \t\n');
  state.set('KSH_VERSION', KSH_VERSIONS[release]);
  state.define('SECONDS', () => String(Math.floor((clock.now() - started) / 1000)));
  state.define('RANDOM', () => String(random.word() % 32_768));
  state.define('PPID', () => '1');
  state.define('LINENO', () => String(state.line));
  return new Interpreter(task, state, { origin, builtins: builtins(task.system.release) });
}

const KSH_VERSIONS = {
  5: '@(#)MIRBSD KSH R50 2014/06/29 Android',
  9: '@(#)MIRBSD KSH R56 2018/01/14 Android',
  12: '@(#)MIRBSD KSH R59 2020/10/31 Android',
  14: '@(#)MIRBSD KSH R59 2020/10/31 Android',
} as const;

async function runFile(task: Task, invocation: Invocation, file: string): Promise<number> {
  const shell = createInterpreter(task, invocation, 'file');
  let text: string;
  try {
    text = decode(task.system.files.read(join(task.cwd, file)));
  } catch (error) {
    if (!(error instanceof FileError)) throw error;
    await shell.writeError(`${task.name}: ${file}: ${errorText(error)}\n`);
    return error.code === 'ENOENT' ? 127 : 126;
  }
  return shell.runToExit(() => runText(shell, text));
}

/** A script on the input: read line by line, so that its commands can read what follows them. */
async function runInput(shell: Interpreter): Promise<void> {
  for (;;) {
    const script = await readCommand(shell, () => Promise.resolve());
    if (!script) return;
    await shell.run(script);
  }
}

/** An interactive shell: an error ends the line, not the shell. */
async function converse(shell: Interpreter): Promise<void> {
  const { signal: sessionSignal, terminal } = shell.task.session;
  for (;;) {
    const controller = new AbortController();
    shell.signal = AbortSignal.any([shell.task.signal, controller.signal]);
    if (terminal) {
      terminal.onInterrupt = () => {
        if (shell.traps.ignores(SIGINT)) return;
        shell.traps.catch(SIGINT, true);
        controller.abort(new Killed(SIGINT));
      };
    }
    try {
      const script = await readCommand(shell, (isFirst) => shell.writeError(isFirst ? prompt(shell) : '> '));
      if (!script) {
        await shell.writeError('\n');
        return;
      }
      await shell.run(script);
    } catch (error) {
      if (sessionSignal.aborted || shell.task.signal.aborted || !isForgiven(shell, error)) throw error;
      shell.signal = shell.task.signal;
      await shell.traps.runPending();
    }
  }
}

/** Errors that end a line but not an interactive shell. `exit` ends it; other exits come from an error in the line. */
function isForgiven(shell: Interpreter, error: unknown): boolean {
  if (error instanceof Killed && error.signal === SIGINT) {
    shell.state.status = 128 + SIGINT;
    return true;
  }
  if (error instanceof ExitShell && error.byError) {
    shell.state.status = error.status;
    return true;
  }
  return error instanceof ReturnFromFunction;
}

/** Reads lines until they form a complete command; undefined at the end of the input. */
async function readCommand(
  shell: Interpreter,
  announce: (isFirst: boolean) => Promise<void>,
): Promise<Script | undefined> {
  let text = '';
  const firstLine = shell.linesRead + 1;
  for (;;) {
    await announce(text === '');
    const input = shell.descriptors.get(0);
    const line = input ? await readLine(input, shell.signal) : undefined;
    if (!line && text === '') return undefined;
    if (line) shell.linesRead++;
    if (text.length + (line?.bytes.length ?? 0) > LONGEST_COMMAND) throw new OutOfMemory();
    text += line ? `${decode(line.bytes).replace(/\r$/, '')}\n` : '';
    try {
      return new Parser(cursorOver(shell, text, firstLine)).nextLine() ?? [];
    } catch (error) {
      if (!(error instanceof ShellSyntaxError)) throw error;
      if (error.incomplete && line) continue;
      await shell.complain(error.message, error.line);
      throw new ExitShell(1, true);
    }
  }
}

/** `127|shell@name:/ $ ` on Android 5, `127|name:/ $ ` later (the mkshrc of each). */
function prompt(shell: Interpreter): string {
  const { user, hostName, release } = shell.task.system;
  const { status, cwd } = shell.state;
  const failed = status === 0 ? '' : `${status}|`;
  const who = release === 5 ? `${user.uid === 0 ? 'root' : 'shell'}@` : '';
  return `${failed}${who}${hostName}:${cwd} ${user.uid === 0 ? '#' : '$'} `;
}
