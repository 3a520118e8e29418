/** ls and stat as in toybox, and ls as in the toolbox of Android 5. */
import { FileError, type FileStat, type FileSystem } from '../kernel/file-system.ts';
import { nameOf } from '../files/paths.ts';
import { userName } from '../files/users.ts';
import { errorText } from '../shell/errors.ts';
import type { Task } from '../shell/task.ts';
import { complain, parseOptions, pathOf, say, tool, ToolError, type Options } from './tool.ts';
import { encode } from '../shell/text.ts';

interface Entry {
  readonly name: string;
  readonly path: string;
  readonly stat: FileStat;
  readonly target: string | undefined;
}

export const ls = tool(async (task) => {
  const options = parseOptions(task.args, {
    letters: '1Aadlrt',
  });
  const { files } = task.system;
  const names = options.rest.length > 0 ? options.rest : ['.'];
  let status = 0;
  const plain: Entry[] = [];
  const directories: string[] = [];
  for (const name of names) {
    try {
      // toybox follows a link on the command line, except in the long format, which shows the link itself.
      const stays = options.has('l') && !name.endsWith('/');
      const entry = entryAt(files, name, pathOf(task, name), stays || options.has('d'));
      if (entry.stat.kind === 'directory' && !options.has('d')) directories.push(name);
      else plain.push(entry);
    } catch (error) {
      if (!(error instanceof FileError)) throw error;
      await complain(task, `${name}: ${errorText(error)}`);
      status = 1;
    }
  }
  await show(task, sorted(plain, options), options);
  let first = plain.length === 0;
  const header = names.length > 1;
  for (const directory of directories) {
    status = Math.max(status, await listDirectory(task, directory, { options, header, first }));
    first = false;
  }
  return status;
});

interface Manner {
  readonly options: Options;
  readonly header: boolean;
  readonly first: boolean;
}

async function listDirectory(
  task: Task,
  directory: string,
  { options, header, first }: Manner,
): Promise<number> {
  const { files } = task.system;
  const path = pathOf(task, directory);
  let names: readonly string[];
  try {
    names = files.list(path);
  } catch (error) {
    if (!(error instanceof FileError)) throw error;
    await complain(task, `${directory}: ${errorText(error)}`);
    return 1;
  }
  if (header) await say(task, `${first ? '' : '\n'}${directory}:\n`);
  const dots = options.has('a') ? ['.', '..'] : [];
  const all = options.has('a') || options.has('A');
  const shown = [...dots, ...names.filter((name) => all || !name.startsWith('.'))];
  const entries = shown.map((name) => entryAt(files, name, `${path}/${name}`, true));
  if (options.has('l')) await say(task, `total ${blocks(entries)}\n`);
  await show(task, sorted(entries, options), options);
  return 0;
}

/** The entry at a path; `ofLink` does not follow a link. */
function entryAt(files: FileSystem, name: string, path: string, ofLink: boolean): Entry {
  const own = files.lstat(path);
  if (own.kind !== 'link') return { name, path, stat: own, target: undefined };
  if (!ofLink && files.exists(path)) return { name, path, stat: files.stat(path), target: undefined };
  return { name, path, stat: own, target: files.readLink(path) };
}

function sorted(entries: readonly Entry[], options: Options): readonly Entry[] {
  const order = [...entries].sort((a, b) => {
    if (options.has('t')) return b.stat.modified - a.stat.modified;
    return a.name < b.name ? -1 : 1;
  });
  return options.has('r') ? order.reverse() : order;
}

function blocks(entries: readonly Entry[]): number {
  return entries.reduce(
    (sum, { stat }) => sum + (stat.kind === 'link' ? 0 : Math.ceil(stat.size / 4096) * 4),
    0,
  );
}

async function show(task: Task, entries: readonly Entry[], options: Options): Promise<void> {
  if (entries.length === 0) return;
  const lines = options.has('l') ? longLines(entries) : entries.map(({ name }) => name);
  const inColumns = !options.has('l') && !options.has('1') && (task.descriptors.get(1)?.isTerminal ?? false);
  await say(task, inColumns ? columns(lines, task.terminal?.columns ?? 80) : `${lines.join('\n')}\n`);
}

function longLines(entries: readonly Entry[]): string[] {
  const rows = entries.map((entry) => {
    const { name, stat, target } = entry;
    const arrow = target === undefined ? '' : ` -> ${target}`;
    return {
      links: stat.kind === 'directory' ? '2' : '1',
      mode: modeText(stat),
      owner: userName(stat.uid),
      group: userName(stat.gid),
      size: stat.kind === 'device' ? '1,   3' : String(stat.size),
      time: dateText(stat.modified),
      name: name + arrow,
    };
  });
  const width = (key: 'links' | 'owner' | 'group' | 'size'): number =>
    Math.max(...rows.map((row) => row[key].length));
  const [links, owner, group, size] = [width('links'), width('owner'), width('group'), width('size')];
  return rows.map(
    (row) =>
      `${row.mode} ${row.links.padStart(links)} ${row.owner.padEnd(owner)} ${row.group.padEnd(group)} ` +
      `${row.size.padStart(size)} ${row.time} ${row.name}`,
  );
}

const KINDS: Readonly<Record<FileStat['kind'], string>> = {
  file: '-',
  directory: 'd',
  link: 'l',
  device: 'c',
};

/** `-rw-r--r--` */
function modeText({ kind, mode }: FileStat): string {
  const bits = Array.from('rwxrwxrwx').map((letter, index) => ((mode >> (8 - index)) & 1 ? letter : '-'));
  if (mode & 0o2000) bits[5] = bits[5] === 'x' ? 's' : 'S';
  if (mode & 0o1000) bits[8] = bits[8] === 'x' ? 't' : 'T';
  return KINDS[kind] + bits.join('');
}

/** `2026-11-15 07:13`; the phone's time zone is UTC. */
function dateText(seconds: number): string {
  return new Date(seconds * 1000).toISOString().slice(0, 16).replace('T', ' ');
}

function columns(names: readonly string[], width: number): string {
  const cell = Math.max(...names.map((name) => name.length)) + 1;
  const perRow = Math.max(1, Math.floor(width / cell));
  const rows = Math.ceil(names.length / perRow);
  let text = '';
  for (let row = 0; row < rows; row++) {
    const cells = names.filter((_, index) => index % rows === row);
    text += `${cells.map((name, index) => (index === cells.length - 1 ? name : name.padEnd(cell))).join('')}\n`;
  }
  return text;
}

const KIND_NAMES: Readonly<Record<FileStat['kind'], string>> = {
  file: 'regular file',
  directory: 'directory',
  link: 'symbolic link',
  device: 'character device',
};

export const stat = tool(async (task) => {
  const options = parseOptions(task.args, { letters: 'c:fLt' });
  const { files } = task.system;
  const format = options.value('c') ?? '%n';
  if (options.rest.length === 0) throw new ToolError('Needs 1 argument');
  let status = 0;
  for (const name of options.rest) {
    try {
      const entry = entryAt(files, name, pathOf(task, name), !options.has('L'));
      await say(task, `${formatStat(format, entry)}\n`);
    } catch (error) {
      if (!(error instanceof FileError)) throw error;
      await complain(task, `'${name}': ${errorText(error)}`);
      status = 1;
    }
  }
  return status;
});

function formatStat(format: string, entry: Entry): string {
  const { stat: own, name } = entry;
  const empty = own.kind === 'file' && own.size === 0 ? 'regular empty file' : KIND_NAMES[own.kind];
  const values: Record<string, string> = {
    n: name,
    s: String(own.size),
    a: own.mode.toString(8),
    A: modeText(own),
    u: String(own.uid),
    U: userName(own.uid),
    g: String(own.gid),
    G: userName(own.gid),
    F: empty,
    Y: String(own.modified),
    '%': '%',
  };
  return format.replace(/%(.)/g, (whole, letter: string) => values[letter] ?? whole);
}

/** ls of Android 5's toolbox (recorded): its own columns, links are not followed, no -1, no `.` and `..`. */

export const toolboxLs = tool(async (task) => {
  const flags = new Set<string>();
  const names: string[] = [];
  for (const arg of task.args) {
    if (!/^-./.test(arg)) names.push(arg);
    else for (const flag of arg.slice(1)) flags.add(demandFlag(flag));
  }
  let status = 0;
  for (const name of names.length > 0 ? names : ['.'])
    status = Math.max(status, await list(task, name, flags));
  return status;
});

function demandFlag(flag: string): string {
  if (!'adiFlnRsZ'.includes(flag)) throw new ToolError(`Unknown option '-${flag}'. Aborting.`);
  return flag;
}

async function list(task: Task, name: string, flags: ReadonlySet<string>): Promise<number> {
  const { files } = task.system;
  try {
    const entry = entryAt(files, name, pathOf(task, name), true);
    if (entry.stat.kind !== 'directory' || flags.has('d')) {
      await showToolboxEntry(task, { ...entry, name: flags.has('l') ? nameOf(name) : name }, flags);
      return 0;
    }
    for (const child of files.list(pathOf(task, name))) {
      if (child.startsWith('.') && !flags.has('a')) continue;
      await showToolboxEntry(task, entryAt(files, child, `${pathOf(task, name)}/${child}`, true), flags);
    }
    return 0;
  } catch (error) {
    if (!(error instanceof FileError)) throw error;
    const words =
      error.code === 'EACCES' ? `opendir failed, ${errorText(error)}` : `${name}: ${errorText(error)}`;
    await task.stderr.write(encode(`${words}\n`));
    return 1;
  }
}

async function showToolboxEntry(
  task: Task,
  { name, stat, target }: Entry,
  flags: ReadonlySet<string>,
): Promise<void> {
  if (!flags.has('l')) {
    await say(task, `${name}\n`);
    return;
  }
  const owner = userName(stat.uid).padEnd(8);
  const group = userName(stat.gid).padEnd(8);
  const size = stat.kind === 'file' ? String(stat.size).padStart(8) : ' '.repeat(8);
  const arrow = target === undefined ? '' : ` -> ${target}`;
  await say(task, `${modeText(stat)} ${owner} ${group} ${size} ${dateText(stat.modified)} ${name}${arrow}\n`);
}
