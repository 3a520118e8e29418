/** Builtins about variables: export, local, unset, umask, ulimit. */
import { ShellError } from './control.ts';
import type { Interpreter } from './interpreter.ts';
import type { Builtin } from './builtin.ts';
import { quoted } from './builtin-control.ts';

const NAME = /^[A-Za-z_][A-Za-z0-9_]*$/;

/** `export x=1 y`: assigns the values, then marks each name. */
const declare =
  (mark: (shell: Interpreter, name: string) => void): Builtin =>
  (shell, args, builtin) => {
    for (const arg of args) {
      if (arg.startsWith('-')) continue;
      const { name, value } = splitAssignment(arg, builtin);
      if (builtin === 'local' || builtin === 'typeset') mark(shell, name);
      if (value !== undefined) shell.state.set(name, value);
      if (builtin !== 'local' && builtin !== 'typeset') mark(shell, name);
    }
    return 0;
  };

function splitAssignment(arg: string, builtin: string): { name: string; value: string | undefined } {
  const sign = arg.indexOf('=');
  const name = sign === -1 ? arg : arg.slice(0, sign);
  if (!NAME.test(name)) throw new ShellError(`${builtin}: ${arg}: not an identifier`);
  return { name, value: sign === -1 ? undefined : arg.slice(sign + 1) };
}

const exportNames: Builtin = async (shell, args, name) => {
  const names = args.filter((arg) => !arg.startsWith('-'));
  if (names.length === 0) {
    for (const [variable, value] of shell.state.environment()) {
      await shell.write(`export ${variable}=${quoted(value)}\n`);
    }
    return 0;
  }
  return declare((inner, variable) => {
    inner.state.export(variable);
  })(shell, names, name);
};

const local: Builtin = (shell, args, name) => {
  const exported = args.includes('-x');
  return declare((inner, variable) => {
    inner.state.makeLocal(variable);
    if (exported) inner.state.export(variable);
  })(shell, args, name);
};

const unset: Builtin = (shell, args) => {
  const ofFunctions = args.includes('-f');
  for (const name of args) {
    if (name.startsWith('-')) continue;
    if (ofFunctions) shell.state.functions.delete(name);
    else shell.state.unset(name);
  }
  return 0;
};

const umask: Builtin = async (shell, [mode]) => {
  if (mode === undefined) await shell.write(`${shell.state.umask.toString(8).padStart(3, '0')}\n`);
  else if (/^[0-7]+$/.test(mode)) shell.state.umask = parseInt(mode, 8) & 0o777;
  return 0;
};

/** Recorded on Android 5.1: 1024 open files; newer ones allow 32768. */
const ulimit: Builtin = async (shell, [what = '-f']) => {
  const openFiles = shell.task.system.release === 5 ? '1024' : '32768';
  await shell.write(`${what === '-n' ? openFiles : 'unlimited'}\n`);
  return 0;
};

export const variables = {
  export: exportNames,
  local,
  typeset: local,
  unset,
  umask,
  ulimit,
} satisfies Record<string, Builtin>;
