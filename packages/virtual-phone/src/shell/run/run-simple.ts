/** A simple command: assignments, redirections, and then a function, a builtin or a program. */
import { FileError } from '../../kernel/file-system.ts';
import { ExitShell, ReturnFromFunction, ShellError } from './control.ts';
import { errorText } from '../errors.ts';
import type { Interpreter } from './interpreter.ts';
import type { LookUpFailure } from '../kernel.ts';
import { costOfTexts } from '../memory.ts';
import type { Assignment, Command, SimpleCommand } from '../syntax/syntax.ts';

/** POSIX's special builtins: prefix assignments persist after them, and their errors end a script. */
const SPECIAL = new Set(': . break continue eval exec exit export return set shift trap unset'.split(' '));
const DEEPEST_FUNCTION = 400;
/** Linux refuses a longer single argument (MAX_ARG_STRLEN). */
const LONGEST_ARGUMENT = 131_072;
/** Linux refuses more than a quarter of the stack limit in total (ARG_MAX), counting a pointer for each argument. */
const MOST_ARGUMENTS = 2 * 1024 * 1024;

/** Runs it and returns its exit code. */
export async function runSimple(shell: Interpreter, command: SimpleCommand): Promise<number> {
  const { state } = shell;
  state.line = command.line;
  shell.substitutionStatus = 0;
  const args = await shell.expander.arguments(command.words);
  if (args.length === 0) {
    return shell.withRedirects(command.redirects, async () => {
      await assign(shell, command.assignments);
      return shell.substitutionStatus;
    });
  }
  return shell.task.memory.during(costOfTexts(args), () => runArguments(shell, command, args));
}

async function runArguments(
  shell: Interpreter,
  command: SimpleCommand,
  args: readonly string[],
): Promise<number> {
  shell.task.system.onCommand?.(args);
  // Only a program can replace the shell.
  if (isKnown(shell, args[0] ?? '')) shell.givesWay = false;
  if (args[0] === 'exec') return replaceShell(shell, command, args.slice(1));
  return shell.withRedirects(command.redirects, () =>
    shell.reportErrors(() => runWithAssignments(shell, command.assignments, args)),
  );
}

async function runWithAssignments(
  shell: Interpreter,
  assignments: readonly Assignment[],
  args: readonly string[],
): Promise<number> {
  const [name = ''] = args;
  if (assignments.length === 0) return runNamed(shell, args);
  if (SPECIAL.has(name) && !shell.state.functions.has(name)) {
    await assign(shell, assignments);
    return runNamed(shell, args);
  }
  // They apply only to this command, and the program it starts sees them.
  shell.state.enterFunction();
  try {
    for (const assignment of assignments) {
      const value = await valueOf(shell, assignment);
      shell.state.makeLocal(assignment.name);
      shell.state.set(assignment.name, value);
      shell.state.export(assignment.name);
    }
    return await runNamed(shell, args);
  } finally {
    shell.state.leaveFunction();
  }
}

/** Runs a function, builtin or program with this name, in that order. */
async function runNamed(shell: Interpreter, args: readonly string[]): Promise<number> {
  const [name = '', ...rest] = args;
  const body = shell.state.functions.get(name);
  if (body) return callFunction(shell, body, { name, args: rest });
  return runBuiltinOrProgram(shell, args);
}

/** `command name`: functions are ignored. */
export async function runBuiltinOrProgram(shell: Interpreter, args: readonly string[]): Promise<number> {
  const [name = '', ...rest] = args;
  const builtin = shell.builtins.get(name);
  if (!builtin) return runProgram(shell, name, rest);
  try {
    return await builtin(shell, rest, name);
  } catch (error) {
    if (error instanceof FileError) throw new ShellError(`${name}: ${errorText(error)}`);
    if (!(error instanceof ShellError) || !SPECIAL.has(name)) throw error;
    await shell.complain(error.message);
    throw new ExitShell(error.status, true);
  }
}

function isKnown(shell: Interpreter, name: string): boolean {
  return shell.state.functions.has(name) || shell.builtins.has(name);
}

async function callFunction(
  shell: Interpreter,
  body: Command,
  { name, args }: { name: string; args: readonly string[] },
): Promise<number> {
  if (shell.functionDepth >= DEEPEST_FUNCTION) {
    await shell.complain(`${name}: recursion too deep`);
    throw new ExitShell(1, true);
  }
  const { parameters } = shell.state;
  const { loopDepth } = shell;
  shell.state.parameters = args;
  shell.state.enterFunction();
  shell.functionDepth++;
  shell.loopDepth = 0;
  try {
    return await shell.execute(body);
  } catch (error) {
    if (error instanceof ReturnFromFunction) return error.status;
    throw error;
  } finally {
    shell.loopDepth = loopDepth;
    shell.functionDepth--;
    shell.state.leaveFunction();
    shell.state.parameters = parameters;
  }
}

/** Starts a program and waits for it. */
export async function runProgram(shell: Interpreter, name: string, args: readonly string[]): Promise<number> {
  const { kernel, system } = shell.task;
  const found = kernel.lookUp(name, { path: shell.state.get('PATH') ?? '', cwd: shell.state.cwd });
  if ('failure' in found) throw lookUpError(name, found.failure, system.release);
  const isTooLong = args.some((arg) => arg.length >= LONGEST_ARGUMENT) || costOfTexts(args) > MOST_ARGUMENTS;
  if (isTooLong) {
    throw new ShellError(`${name}: can't execute: Argument list too long`, 126);
  }
  const descriptors = shell.descriptors.inherit();
  const launch = { ...shell.launch(name, args), descriptors, replacesParent: shell.givesWay };
  return shell.report(await kernel.start(found.executable, launch).exit);
}

function lookUpError(name: string, failure: LookUpFailure, release: number): ShellError {
  if (failure === 'not found') {
    // mksh R57 (Android 10) changed the wording.
    return new ShellError(`${name}: ${release >= 10 ? 'inaccessible or not found' : 'not found'}`, 127);
  }
  if (failure === 'binary') return new ShellError(`${name}: not executable: 64-bit ELF file`, 126);
  return new ShellError(`${name}: can't execute: ${failure}`, 126);
}

/** `exec`: with a command it ends the shell; without one its redirections persist. */
async function replaceShell(
  shell: Interpreter,
  command: SimpleCommand,
  args: readonly string[],
): Promise<number> {
  await assign(shell, command.assignments);
  for (const { name } of command.assignments) shell.state.export(name);
  if (args.length === 0) {
    await shell.redirect(command.redirects);
    return 0;
  }
  const [name = '', ...rest] = args[0] === '--' ? args.slice(1) : args;
  shell.task.system.onCommand?.([name, ...rest]);
  shell.givesWay = true;
  const status = await shell.withRedirects(command.redirects, () =>
    shell.reportErrors(() => runProgram(shell, name, rest)),
  );
  shell.state.traps.delete('EXIT');
  throw new ExitShell(status);
}

async function assign(shell: Interpreter, assignments: readonly Assignment[]): Promise<void> {
  for (const assignment of assignments) shell.state.set(assignment.name, await valueOf(shell, assignment));
}

async function valueOf(shell: Interpreter, { name, append, value }: Assignment): Promise<string> {
  const text = await shell.expander.text(value);
  return append ? (shell.state.get(name) ?? '') + text : text;
}
