/** Redirections: what they open, and their error messages. */
import { FileError } from '../../kernel/file-system.ts';
import { join } from '../../files/paths.ts';
import { type Descriptors, fromBytes, type OpenFile, type OpenMode, openPath } from '../descriptors.ts';
import { errorText } from '../errors.ts';
import type { Expander } from '../expansion/expand.ts';
import type { Redirect } from '../syntax/syntax.ts';
import type { Task } from '../task.ts';
import { encode } from '../text.ts';

export class RedirectError extends Error {
  override readonly name = 'RedirectError';
}

export interface RedirectHost {
  readonly task: Task;
  readonly expander: Expander;
  readonly cwd: string;
}

/** Applies redirections in their order. */
export async function redirect(
  redirects: readonly Redirect[],
  descriptors: Descriptors,
  host: RedirectHost,
): Promise<void> {
  for (const one of redirects) await applyRedirect(one, descriptors, host);
}

async function applyRedirect(one: Redirect, descriptors: Descriptors, host: RedirectHost): Promise<void> {
  const target = await host.expander.text(one.target);
  switch (one.operator) {
    case 'here':
      descriptors.set(one.fd, fromBytes(encode(target)));
      return;
    case '<<<':
      descriptors.set(one.fd, fromBytes(encode(`${target}\n`)));
      return;
    case '<&':
    case '>&':
      duplicate(one, target, descriptors);
      return;
    case '&>':
    case '&>>': {
      const file = open(target, one.operator === '&>' ? 'write' : 'append', { descriptors, host });
      descriptors.set(1, file);
      descriptors.set(2, file.retain());
      return;
    }
    case '<':
    case '>':
    case '>>':
    case '>|':
    case '<>':
      descriptors.set(one.fd, open(target, MODES[one.operator], { descriptors, host }));
  }
}

const MODES: Readonly<Record<'<' | '>' | '>>' | '>|' | '<>', OpenMode>> = {
  '<': 'read',
  '>': 'write',
  '>|': 'write',
  '>>': 'append',
  '<>': 'both',
};

function duplicate({ fd, operator }: Redirect, target: string, descriptors: Descriptors): void {
  if (target === '-') {
    descriptors.close(fd);
    return;
  }
  const file = /^\d+$/.test(target) ? descriptors.get(Number(target)) : undefined;
  const usable = operator === '<&' ? file?.readable : file?.writable;
  if (!file || !usable) {
    const shown = fd === (operator === '<&' ? 0 : 1) ? '' : String(fd);
    throw new RedirectError(`${shown}${operator}${target} : bad file descriptor`);
  }
  descriptors.set(fd, file.retain());
}

/** Opens what a redirection names: a file, the terminal, or one of the shell's own descriptors. */
function open(
  target: string,
  mode: OpenMode,
  { descriptors, host }: { descriptors: Descriptors; host: RedirectHost },
): OpenFile {
  const { task, cwd } = host;
  const { files } = task.system;
  try {
    const path = files.resolve(target, cwd);
    const own = ownDescriptor(path);
    if (own !== undefined) {
      const file = descriptors.get(own);
      if (!file) throw new FileError('ENOENT', target);
      return file.retain();
    }
    if (path === '/dev/tty') return terminalOf(task, target);
    return openPath(task.system, join(cwd, target), mode);
  } catch (error) {
    if (!(error instanceof FileError)) throw error;
    throw new RedirectError(`can't ${mode === 'read' ? 'open' : 'create'} ${target}: ${errorText(error)}`);
  }
}

function ownDescriptor(path: string): number | undefined {
  const found = /^\/proc\/self\/fd\/(\d+)$/.exec(path);
  return found ? Number(found[1]) : undefined;
}

function terminalOf(task: Task, target: string): OpenFile {
  const file = task.session.terminal?.file;
  if (!file) throw new FileError('ENXIO', target);
  return file.retain();
}
