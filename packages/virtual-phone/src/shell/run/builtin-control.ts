/** Builtins for control flow and the shell's state: exit, return, break, eval, `.`, set, shift, trap, cd. */
import { FileError } from '../../kernel/file-system.ts';
import { join } from '../../files/paths.ts';
import { ExitShell, LeaveLoop, ReturnFromFunction, ShellError } from './control.ts';
import { errorText } from '../errors.ts';
import type { Interpreter } from './interpreter.ts';
import type { Builtin } from './builtin.ts';
import { runText } from './run-text.ts';
import { signalName, signalNumber } from '../signals.ts';
import { OPTIONS } from './shell-state.ts';
import { decode } from '../text.ts';

function statusFrom(shell: Interpreter, text: string | undefined, name: string): number {
  if (text === undefined) return shell.state.status;
  if (!/^-?\d+$/.test(text)) throw new ShellError(`${name}: bad number: ${text}`);
  return Number(text) & 0xff;
}

const exit: Builtin = (shell, [status], name) => {
  throw new ExitShell(statusFrom(shell, status, name));
};

const returnFrom: Builtin = (shell, [status], name) => {
  throw new ReturnFromFunction(statusFrom(shell, status, name));
};

const leaveLoop =
  (kind: 'break' | 'continue'): Builtin =>
  async (shell, [levels = '1']) => {
    if (shell.loopDepth === 0) {
      await shell.complain(`${kind}: can't ${kind}`);
      return 0;
    }
    throw new LeaveLoop(kind, Math.max(1, Number(levels) || 1));
  };

const evaluate: Builtin = (shell, args) => {
  shell.state.status = 0;
  return runText(shell, args.join(' '));
};

const source: Builtin = async (shell, [path, ...args], name) => {
  if (path === undefined) throw new ShellError(`${name}: missing argument`);
  const { files } = shell.task.system;
  let text: string;
  try {
    text = decode(files.read(join(shell.state.cwd, path)));
  } catch (error) {
    if (!(error instanceof FileError)) throw error;
    await shell.complain(`${name}: ${path}: ${errorText(error)}`);
    throw new ExitShell(1);
  }
  const { parameters } = shell.state;
  if (args.length > 0) shell.state.parameters = args;
  try {
    return await runText(shell, text);
  } catch (error) {
    if (error instanceof ReturnFromFunction) return error.status;
    throw error;
  } finally {
    if (args.length > 0) shell.state.parameters = parameters;
  }
};

const changeDirectory: Builtin = async (shell, args, name) => {
  const { state } = shell;
  const { files } = shell.task.system;
  const wish = args.find((arg) => !/^-[LP]$/.test(arg)) ?? state.get('HOME');
  if (wish === undefined) throw new ShellError(`${name}: no home directory (HOME not set)`, 2);
  const target = wish === '-' ? state.previousDirectory : wish;
  if (target === undefined) throw new ShellError(`${name}: no OLDPWD`, 2);
  const path = withoutDots(join(state.cwd, target));
  try {
    files.list(`${path}/.`);
  } catch (error) {
    if (!(error instanceof FileError)) throw error;
    const mayEnter = error.code === 'EACCES' && files.allows(path, 'execute');
    if (!mayEnter) throw new ShellError(`${name}: ${target}: ${errorText(error)}`, 2);
  }
  state.previousDirectory = state.cwd;
  state.set('OLDPWD', state.cwd);
  state.cwd = args.includes('-P') ? files.resolve(path) : path;
  state.set('PWD', state.cwd);
  if (wish === '-') await shell.write(`${state.cwd}\n`);
  return 0;
};

/** `cd` keeps symbolic links in a path, and resolves `..` textually (mksh's default, logical mode). */
function withoutDots(path: string): string {
  const names: string[] = [];
  for (const name of path.split('/')) {
    if (name === '..') names.pop();
    else if (name !== '' && name !== '.') names.push(name);
  }
  return `/${names.join('/')}`;
}

const printDirectory: Builtin = async (shell, args) => {
  const { cwd } = shell.state;
  await shell.write(`${args.includes('-P') ? shell.task.system.files.resolve(cwd) : cwd}\n`);
  return 0;
};

const shift: Builtin = (shell, [count = '1'], name) => {
  const { state } = shell;
  const by = Number(count);
  if (by > state.parameters.length) throw new ShellError(`${name}: nothing to shift`);
  state.parameters = state.parameters.slice(by);
  return 0;
};

const set: Builtin = async (shell, args, name) => {
  const { state } = shell;
  if (args.length === 0) {
    for (const [variable, value] of state.variables()) await shell.write(`${variable}=${quoted(value)}\n`);
    return 0;
  }
  const rest = [...args];
  for (let arg = rest[0]; arg !== undefined && /^[-+]./.test(arg); arg = rest[0]) {
    rest.shift();
    if (arg === '--') break;
    const on = arg.startsWith('-');
    for (const letter of arg.slice(1)) {
      const option = letter === 'o' ? rest.shift() : OPTIONS[letter];
      const known = option !== undefined && Object.values(OPTIONS).includes(option);
      if (!known) throw new ShellError(`${name}: ${letter === 'o' ? (option ?? '') : arg}: unknown option`);
      if (on) state.options.add(option);
      else state.options.delete(option);
    }
  }
  if (rest.length > 0 || args.includes('--')) state.parameters = rest;
  return 0;
};

const trap: Builtin = async (shell, args, name) => {
  const { traps } = shell.state;
  const [first, ...rest] = args[0] === '--' ? args.slice(1) : args;
  if (first === undefined) {
    for (const [signal, action] of traps) await shell.write(`trap -- ${quoted(action)} ${signal}\n`);
    return 0;
  }
  const resets = rest.length === 0 || first === '-';
  for (const signal of rest.length === 0 ? [first] : rest) {
    const known = signal === '0' || signal.toUpperCase() === 'EXIT' ? 'EXIT' : trapName(signal);
    if (known === undefined) throw new ShellError(`${name}: bad signal '${signal}'`);
    shell.traps.set(known, resets ? undefined : first);
  }
  return 0;
};

function trapName(text: string): string | undefined {
  if (text === 'ERR' || text === 'DEBUG') return text;
  return signalName(signalNumber(text) ?? -1);
}

/** A value as `set` and `trap` print it, so that it can be used as input. */
export function quoted(value: string): string {
  return /^[\w./:@%+,-]+$/.test(value) ? value : `'${value.replaceAll("'", "'\\''")}'`;
}

export const control = {
  exit,
  return: returnFrom,
  break: leaveLoop('break'),
  continue: leaveLoop('continue'),
  eval: evaluate,
  '.': source,
  source,
  cd: changeDirectory,
  chdir: changeDirectory,
  pwd: printDirectory,
  shift,
  set,
  trap,
  ':': () => 0,
  true: () => 0,
  false: () => 1,
} satisfies Record<string, Builtin>;
