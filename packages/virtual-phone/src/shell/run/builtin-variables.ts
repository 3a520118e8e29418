/** Builtins about variables: export, readonly, local, unset, let, getopts, umask, ulimit. */
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

const readOnly = declare((shell, name) => {
  shell.state.protect(name);
});

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

const letCalculate: Builtin = (shell, args) => {
  let value = 0;
  for (const expression of args) value = shell.expander.calculate(expression);
  return value === 0 ? 1 : 0;
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

const getOptions: Builtin = (shell, [letters = '', name = 'opt', ...given]) => {
  const { state } = shell;
  const args = given.length > 0 ? given : state.parameters;
  const index = Number(state.get('OPTIND') ?? '1');
  const offset = Number(state.get('OPTOFFSET_') ?? '1');
  const arg = args[index - 1];
  if (arg === undefined || !/^-./.test(arg) || arg === '--') {
    state.set(name, '?');
    return 1;
  }
  const letter = arg[offset] ?? '?';
  const isLastLetter = offset + 1 >= arg.length;
  const at = letters.indexOf(letter);
  const takesValue = at !== -1 && letters[at + 1] === ':';
  const value = isLastLetter ? args[index] : arg.slice(offset + 1);
  state.set(name, at === -1 ? '?' : letter);
  if (takesValue) state.set('OPTARG', value ?? '');
  const goesOn = !takesValue && !isLastLetter;
  state.set('OPTIND', String(goesOn ? index : index + (takesValue && isLastLetter ? 2 : 1)));
  state.set('OPTOFFSET_', String(goesOn ? offset + 1 : 1));
  return 0;
};

export const variables = {
  export: exportNames,
  readonly: readOnly,
  local,
  typeset: local,
  unset,
  let: letCalculate,
  umask,
  ulimit,
  getopts: getOptions,
} satisfies Record<string, Builtin>;
