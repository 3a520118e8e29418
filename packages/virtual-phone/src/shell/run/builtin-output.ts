/** Builtins that write: echo, print, sleep; on Android 5 also cat. */
import { FileError } from '../../kernel/file-system.ts';
import { join } from '../../files/paths.ts';
import { openPath } from '../descriptors.ts';
import { errorText } from '../errors.ts';
import { parseEscapes } from '../syntax/escapes.ts';
import type { Interpreter } from './interpreter.ts';
import type { Builtin } from './builtin.ts';
import { ShellError } from './control.ts';
import { encode } from '../text.ts';

interface Manner {
  newline: boolean;
  escapes: boolean;
}

/** mksh's echo interprets backslashes by default (`-E` turns that off); `-n` and `-e` are options. */
const echo: Builtin = async (shell, args) => {
  const manner: Manner = { newline: true, escapes: true };
  const rest = [...args];
  for (let arg = rest[0]; arg !== undefined && /^-[neE]+$/.test(arg); arg = rest[0]) {
    rest.shift();
    if (arg.includes('n')) manner.newline = false;
    const last = arg.replaceAll('n', '').at(-1);
    if (last !== undefined) manner.escapes = last === 'e';
  }
  await say(shell, rest, manner);
  return 0;
};

const print: Builtin = async (shell, args) => {
  const manner: Manner = { newline: true, escapes: true };
  const rest = [...args];
  let fd = 1;
  for (let arg = rest[0]; arg !== undefined && /^-[nrRu\d-]/.test(arg); arg = rest[0]) {
    rest.shift();
    if (arg === '--') break;
    if (arg.includes('n')) manner.newline = false;
    if (/r/i.test(arg)) manner.escapes = false;
    if (arg.startsWith('-u')) fd = Number(arg.slice(2) || rest.shift());
  }
  await say(shell, rest, manner, fd);
  return 0;
};

async function say(shell: Interpreter, words: readonly string[], manner: Manner, fd = 1): Promise<void> {
  const text = words.join(' ');
  const { bytes, stopped } = manner.escapes
    ? parseEscapes(text, 'echo')
    : { bytes: encode(text), stopped: false };
  const ending = manner.newline && !stopped ? '\n' : '';
  await shell.write(ending ? Buffer.concat([bytes, Buffer.from(ending)]) : bytes, fd);
}

const UNITS: Readonly<Record<string, number>> = { s: 1, m: 60, h: 3600, d: 86_400 };

const sleep: Builtin = async (shell, args, name) => {
  let seconds = 0;
  for (const arg of args) {
    const found = /^(\d*\.?\d+|\d+\.)([smhd]?)$/.exec(arg);
    if (!found) throw new ShellError(`${name}: bad number: ${arg}`);
    seconds += Number(found[1]) * (UNITS[found[2] ?? ''] ?? 1);
  }
  if (args.length === 0) throw new ShellError(`${name}: seconds: missing argument`);
  await shell.task.system.clock.wait(seconds * 1000, shell.signal);
  return 0;
};

const cat: Builtin = async (shell, args, name) => {
  let status = 0;
  for (const path of args.length > 0 ? args : ['-']) {
    if (path === '--' || path === '-u') continue;
    try {
      await copyOut(shell, path);
    } catch (error) {
      if (!(error instanceof FileError)) throw error;
      await shell.complain(`${name}: ${path}: ${errorText(error)}`);
      status = 1;
    }
  }
  return status;
};

async function copyOut(shell: Interpreter, path: string): Promise<void> {
  const file =
    path === '-'
      ? shell.descriptors.get(0)
      : openPath(shell.task.system, join(shell.state.cwd, path), 'read');
  for (;;) {
    const bytes = await file?.read({ signal: shell.signal });
    if (!bytes) return;
    await shell.write(bytes);
  }
}

export const output = { echo, print, sleep } satisfies Record<string, Builtin>;
export const toolboxOutput = { cat } satisfies Record<string, Builtin>;
