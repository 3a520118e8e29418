/** Programs that create, change, move and remove files: rm, mkdir, mv, touch, chmod, fallocate. */
import { FileError, type FileSystem } from '../kernel/file-system.ts';
import { nameOf } from '../files/paths.ts';
import { errorText } from '../shell/errors.ts';
import type { Executable, Task } from '../shell/task.ts';
import { complain, parseOptions, pathOf, tool, ToolError } from './tool.ts';

/** Does something to each path and continues after a failure, with the program's messages. */
async function eachPath(
  task: Task,
  paths: readonly string[],
  work: (path: string) => void,
  words: (path: string, reason: string) => string = (path, reason) => `${path}: ${reason}`,
): Promise<number> {
  if (paths.length === 0) throw new ToolError('Needs 1 argument');
  let status = 0;
  for (const path of paths) {
    try {
      work(path);
    } catch (error) {
      if (!(error instanceof FileError)) throw error;
      await complain(task, words(path, errorText(error)));
      status = 1;
    }
  }
  return status;
}

const quotedPath = (path: string, reason: string): string => `'${path}': ${reason}`;

export const rm = tool(async (task) => {
  const options = parseOptions(task.args, { letters: 'firRv' });
  const recursive = options.has('r') || options.has('R');
  if (options.rest.length === 0 && options.has('f')) return 0;
  const { files } = task.system;
  return eachPath(task, options.rest, (path) => {
    const target = pathOf(task, path);
    if (options.has('f') && !isThere(files, target)) return;
    if (!recursive && files.lstat(target).kind === 'directory') throw new FileError('EISDIR', path);
    files.remove(target, { recursive });
  });
});

function isThere(files: FileSystem, path: string): boolean {
  try {
    files.lstat(path);
    return true;
  } catch (error) {
    return !(error instanceof FileError && (error.code === 'ENOENT' || error.code === 'ENOTDIR'));
  }
}

export const mkdir = tool(async (task) => {
  const options = parseOptions(task.args, { letters: 'pvm:' });
  const mode = options.value('m');
  const create = (path: string): void => {
    task.system.files.makeDirectory(pathOf(task, path), {
      recursive: options.has('p'),
      mode: mode === undefined ? 0o755 : parseInt(mode, 8),
    });
  };
  return eachPath(
    task,
    options.rest,
    create,
    task.system.release === 5 ? (path, reason) => `failed for ${path}, ${reason}` : quotedPath,
  );
});

/** Separates the last argument: a directory for all others, or one new name. */
function destination(
  task: Task,
  rest: readonly string[],
): { sources: readonly string[]; target: (source: string) => string } {
  const last = rest.at(-1);
  if (last === undefined || rest.length < 2) throw new ToolError('Needs 2 arguments');
  const { files } = task.system;
  const path = pathOf(task, last);
  const isDirectory = files.exists(path) && files.stat(path).kind === 'directory';
  if (!isDirectory && rest.length > 2) throw new ToolError(`'${last}' not directory`);
  return {
    sources: rest.slice(0, -1),
    target: (source) => (isDirectory ? `${path}/${nameOf(source)}` : path),
  };
}

/** toybox calls a missing source bad, and quotes other paths. */
const badSource = (task: Task) => (path: string, reason: string) =>
  task.system.release === 5
    ? `${path}: ${reason}`
    : reason.startsWith('No such')
      ? `bad '${path}': ${reason}`
      : `'${path}': ${reason}`;

export const mv = tool(async (task) => {
  const { rest, has } = parseOptions(task.args, { letters: 'finv' });
  const { files } = task.system;
  const { sources, target } = destination(task, rest);
  const move = (source: string): void => {
    if (has('n') && files.exists(target(source))) return;
    files.lstat(pathOf(task, source));
    files.rename(pathOf(task, source), target(source));
  };
  return eachPath(task, sources, move, badSource(task));
});

export const touch = tool(async (task) => {
  const options = parseOptions(task.args, { letters: 'acm' });
  const { files, clock } = task.system;
  const modified = Math.floor(clock.now() / 1000);
  return eachPath(
    task,
    options.rest,
    (path) => {
      const target = pathOf(task, path);
      if (!files.exists(target)) {
        if (options.has('c')) return;
        files.write(target, new Uint8Array());
      }
      files.setModified(target, modified);
    },
    quotedPath,
  );
});

export const chmod = tool(async (task) => {
  const { rest, has } = parseOptions(
    task.args.map((arg) => (/^-[rwx]+$/.test(arg) ? `a${arg}` : arg)),
    { letters: 'Rvf' },
  );
  const [wish, ...paths] = rest;
  if (wish === undefined) throw new ToolError('Needs 2 arguments');
  const { files } = task.system;
  const change = (path: string): void => {
    const stat = files.stat(path);
    files.setMode(path, newMode(stat.mode, wish, stat.kind === 'directory'));
    if (has('R') && stat.kind === 'directory') for (const name of files.list(path)) change(`${path}/${name}`);
  };
  const words = (path: string, reason: string): string =>
    task.system.release === 5
      ? `Unable to chmod ${path}: ${reason}`
      : `chmod '${path}' to ${wish}: ${reason}`;
  return eachPath(
    task,
    paths,
    (path) => {
      change(pathOf(task, path));
    },
    words,
  );
});

const WHO: Readonly<Record<string, number>> = { u: 0o700, g: 0o070, o: 0o007, a: 0o777 };
const WHAT: Readonly<Record<string, number>> = { r: 0o444, w: 0o222, x: 0o111, X: 0, s: 0, t: 0 };

/** 755, or u+x,go-w. */
function newMode(mode: number, wish: string, isDirectory: boolean): number {
  if (/^[0-7]{1,4}$/.test(wish)) return parseInt(wish, 8);
  return wish.split(',').reduce((now, clause) => {
    const [, who = '', sign = '', what = ''] = /^([ugoa]*)([-+=])([rwxXst]*)$/.exec(clause) ?? [];
    if (sign === '') throw new ToolError(`bad mode '${wish}'`);
    const mask = Array.from(who || 'a').reduce((all, letter) => all | (WHO[letter] ?? 0), 0);
    const conditional = what.includes('X') && (isDirectory || (now & 0o111) !== 0) ? 0o111 : 0;
    const bits =
      (Array.from(what).reduce((all, letter) => all | (WHAT[letter] ?? 0), 0) | conditional) & mask;
    return sign === '+' ? now | bits : sign === '-' ? now & ~bits : (now & ~mask) | bits;
  }, mode);
}

export const sync: Executable = () => Promise.resolve(0);

const UNITS: Readonly<Record<string, number>> = {
  '': 1,
  b: 512,
  k: 1024,
  m: 1024 ** 2,
  g: 1024 ** 3,
  t: 1024 ** 4,
};

/** A number of bytes with a unit: 10k, 4M, 2g. */
function sizeOf(text: string): number {
  const [, digits = '', unit = ''] = /^(\d+)([bkmgt]?)$/i.exec(text) ?? [];
  const scale = UNITS[unit.toLowerCase()];
  if (digits === '' || scale === undefined) throw new ToolError(`bad size '${text}'`);
  return Number(digits) * scale;
}

function resize(task: Task, name: string, size: number, allocate: boolean): void {
  const { files } = task.system;
  files.resize?.(pathOf(task, name), size, { allocate });
}

/** `fallocate [-l SIZE] [-o OFFSET] FILE`: allocates the space at once. */
export const fallocate = tool((task) => {
  const options = parseOptions(task.args, { letters: 'l:o:' });
  const [name] = options.rest;
  if (name === undefined) throw new ToolError('Needs 1 argument');
  const path = pathOf(task, name);
  const size = sizeOf(options.value('l') ?? '0') + sizeOf(options.value('o') ?? '0');
  const before = task.system.files.exists(path) ? task.system.files.stat(path).size : 0;
  resize(task, name, Math.max(before, size), true);
  return Promise.resolve(0);
});
