/** Shared by the small programs: options, messages, and reading the given files. */
import { FileError } from '../kernel/file-system.ts';
import { join } from '../files/paths.ts';
import { iterate, type Input } from '../kernel/pipe.ts';
import { openPath } from '../shell/descriptors.ts';
import { errorText } from '../shell/errors.ts';
import { OutOfMemory } from '../shell/memory.ts';
import type { Executable, Task } from '../shell/task.ts';
import { encode } from '../shell/text.ts';

/** A program was called wrongly, or cannot go on; its message is prefixed with the program's name. */
export class ToolError extends Error {
  override readonly name = 'ToolError';
  constructor(
    message: string,
    readonly status = 1,
  ) {
    super(message);
  }
}

/** Makes a program of a function: ToolErrors and FileErrors become messages and exit codes. */
export function tool(work: (task: Task) => Promise<number | undefined>): Executable {
  return async (task) => {
    try {
      return (await work(task)) ?? 0;
    } catch (error) {
      const message = messageOf(error);
      if (message === undefined) throw error;
      await complain(task, message);
      return error instanceof ToolError ? error.status : 1;
    }
  };
}

function messageOf(error: unknown): string | undefined {
  if (error instanceof ToolError || error instanceof OutOfMemory) return error.message;
  return error instanceof FileError ? `${error.path}: ${errorText(error)}` : undefined;
}

export async function say(task: Task, text: string): Promise<void> {
  await task.stdout.write(encode(text));
}

export async function complain(task: Task, message: string): Promise<void> {
  await task.stderr.write(encode(`${task.name.replace(/^.*\//, '')}: ${message}\n`));
}

export interface Options {
  readonly has: (letter: string) => boolean;
  readonly value: (letter: string) => string | undefined;
  /** All values of a repeatable option. */
  readonly values: (letter: string) => readonly string[];
  readonly rest: readonly string[];
}

/** The options of a program: letters, a colon after those with a value, and long names for some. */
export interface OptionSpec {
  readonly letters: string;
  readonly long?: Readonly<Record<string, string>>;
}

/** Parses options as toybox does: bundled letters, values attached or following, anywhere before `--`. */
export function parseOptions(args: readonly string[], spec: OptionSpec): Options {
  const found = new Map<string, string[]>();
  const rest: string[] = [];
  const queue = [...args];
  for (let arg = queue.shift(); arg !== undefined; arg = queue.shift()) {
    if (arg === '--') {
      rest.push(...queue.splice(0));
    } else if (arg.startsWith('--')) {
      addLong(arg, spec, found, queue);
    } else if (/^-./.test(arg)) {
      addLetters(arg.slice(1), spec, found, queue);
    } else {
      rest.push(arg);
    }
  }
  return {
    has: (letter) => found.has(letter),
    value: (letter) => found.get(letter)?.at(-1),
    values: (letter) => found.get(letter) ?? [],
    rest,
  };
}

function addLetters(text: string, spec: OptionSpec, found: Map<string, string[]>, queue: string[]): void {
  for (let i = 0; i < text.length; i++) {
    const letter = text[i] ?? '';
    const at = letter === ':' ? -1 : spec.letters.indexOf(letter);
    if (at === -1) throw new ToolError(`Unknown option '${text.slice(i)}'`);
    if (spec.letters[at + 1] !== ':') {
      add(found, letter, '');
      continue;
    }
    const value = i + 1 < text.length ? text.slice(i + 1) : queue.shift();
    if (value === undefined) throw new ToolError(`Missing argument to '-${letter}'`);
    add(found, letter, value);
    return;
  }
}

function addLong(arg: string, spec: OptionSpec, found: Map<string, string[]>, queue: string[]): void {
  const [name = '', value] = arg.slice(2).split(/=(.*)/s, 2);
  const letter = new Map(Object.entries(spec.long ?? {})).get(name);
  if (letter === undefined) throw new ToolError(`Unknown option '${arg.slice(2)}'`);
  const takesValue = spec.letters[spec.letters.indexOf(letter) + 1] === ':';
  add(found, letter, value ?? (takesValue ? queue.shift() : undefined) ?? '');
}

function add(found: Map<string, string[]>, letter: string, value: string): void {
  found.set(letter, [...(found.get(letter) ?? []), value]);
}

/** A whole number from an argument. */
export function number(text: string | undefined, otherwise: number): number {
  if (text === undefined) return otherwise;
  const found = /^([-+]?\d+)([kKmMgG]?)$/.exec(text);
  if (!found) throw new ToolError(`not integer: ${text}`);
  const scale = { '': 1, k: 1024, m: 1024 ** 2, g: 1024 ** 3 }[found[2]?.toLowerCase() ?? ''] ?? 1;
  return Number(found[1]) * scale;
}

/** An argument's path, resolved from the task's directory. */
export function pathOf(task: Task, path: string): string {
  return join(task.cwd, path);
}

/** Opens each named file, or the input if none is named (or `-`); files that fail are reported and skipped. */
export async function eachFile(
  task: Task,
  names: readonly string[],
  work: (input: Input, name: string) => Promise<unknown>,
): Promise<number> {
  let status = 0;
  for (const name of names.length > 0 ? names : ['-']) {
    try {
      await work(openInput(task, name), name);
    } catch (error) {
      if (!(error instanceof FileError)) throw error;
      await complain(task, `${name}: ${errorText(error)}`);
      status = 1;
    }
  }
  return status;
}

function openInput(task: Task, name: string): Input {
  const { files } = task.system;
  if (name === '-') return task.stdin;
  const own = /^\/proc\/self\/fd\/(\d+)$/.exec(files.resolve(name, task.cwd));
  const path = pathOf(task, name);
  const file = own ? task.descriptors.get(Number(own[1])) : openPath(task.system, path, 'read');
  const input: Input = {
    read: async (request) => file?.read({ signal: task.signal, ...request }),
    unread: (bytes) => file?.unread(bytes),
    [Symbol.asyncIterator]: () => iterate(input),
  };
  return input;
}
