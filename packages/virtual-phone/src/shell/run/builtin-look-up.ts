/** Builtins that look names up, or run them ignoring functions: command, type. */
import { runBuiltinOrProgram } from './run-simple.ts';
import type { Interpreter } from './interpreter.ts';
import type { Builtin } from './builtin.ts';

const RESERVED = new Set('if then else elif fi case esac for while until do done in { } !'.split(' '));

type Kind = 'reserved' | 'function' | 'builtin' | 'program';

function kindOf(shell: Interpreter, name: string): { kind: Kind; path: string } | undefined {
  if (RESERVED.has(name)) return { kind: 'reserved', path: name };
  if (shell.state.functions.has(name)) return { kind: 'function', path: name };
  if (shell.builtins.has(name)) return { kind: 'builtin', path: name };
  const found = shell.task.kernel.lookUp(name, { path: shell.state.get('PATH') ?? '', cwd: shell.state.cwd });
  return 'path' in found ? { kind: 'program', path: found.path } : undefined;
}

const DESCRIPTIONS: Readonly<Record<Kind, (name: string, path: string) => string>> = {
  reserved: (name) => `${name} is a reserved word`,
  function: (name) => `${name} is a function`,
  builtin: (name) => `${name} is a shell builtin`,
  // mksh remembers the path of each program it looks up as a "tracked alias".
  program: (name, path) =>
    name.includes('/') ? `${name} is ${path}` : `${name} is a tracked alias for ${path}`,
};

async function describe(shell: Interpreter, names: readonly string[], verbose: boolean): Promise<number> {
  let status = 0;
  for (const name of names) {
    const found = kindOf(shell, name);
    if (!found) {
      status = 1;
      if (verbose) await shell.write(`${name} not found\n`);
    } else {
      await shell.write(`${verbose ? DESCRIPTIONS[found.kind](name, found.path) : found.path}\n`);
    }
  }
  return status;
}

const command: Builtin = async (shell, args) => {
  const [first, ...rest] = args;
  if (first === '-v' || first === '-V') return describe(shell, rest, first === '-V');
  const words = first === '--' || first === '-p' ? rest : args;
  return words.length === 0 ? 0 : runBuiltinOrProgram(shell, words);
};

const type: Builtin = (shell, args) => describe(shell, args, true);

export const lookUp = {
  command,
  type,
} satisfies Record<string, Builtin>;
