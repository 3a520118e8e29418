/** ps, pgrep, pkill, pidof and kill, over the phone's list of processes. */
import type { ProcessInfo } from '../shell/processes.ts';
import { SIGTERM, signalNumber } from '../shell/signals.ts';
import type { Executable, Task } from '../shell/task.ts';
import { compile } from './text/patterns.ts';
import { complain, parseOptions, say, tool, ToolError } from './tool.ts';

const byPid = (a: ProcessInfo, b: ProcessInfo): number => a.pid - b.pid;

function commandLine(process: ProcessInfo): string {
  return process.commandLine ?? process.name;
}

interface Column {
  readonly title: string;
  readonly width: number;
  readonly right?: boolean;
  readonly value: (process: ProcessInfo) => string;
}

const right = (title: string, width: number, value: Column['value']): Column => ({
  title,
  width,
  value,
  right: true,
});
const left = (title: string, width: number, value: Column['value']): Column => ({ title, width, value });

/** The columns of toybox's ps that -o can name. */
const COLUMNS: Readonly<Record<string, Column>> = {
  USER: left('USER', 12, ({ user }) => user),
  UID: left('UID', 12, ({ user }) => user),
  PID: right('PID', 5, ({ pid }) => String(pid)),
  TID: right('TID', 5, ({ pid }) => String(pid)),
  PPID: right('PPID', 5, ({ parent }) => String(parent)),
  VSZ: right('VSZ', 7, ({ virtualKilobytes = 0 }) => String(virtualKilobytes)),
  RSS: right('RSS', 6, ({ residentKilobytes = 0 }) => String(residentKilobytes)),
  WCHAN: left('WCHAN', 6, () => '0'),
  ADDR: right('ADDR', 16, () => '0'),
  S: left('S', 1, ({ state = 'S' }) => state),
  STAT: left('STAT', 5, ({ state = 'S' }) => state),
  C: right('C', 2, () => '0'),
  STIME: left('STIME', 5, () => '00:00'),
  TTY: left('TTY', 8, () => '?'),
  TIME: right('TIME', 8, () => '00:00:00'),
  NAME: left('NAME', 27, ({ name }) => name),
  COMM: left('COMMAND', 27, ({ name }) => name.slice(0, 15)),
  CMD: left('CMD', 27, ({ name }) => name),
  CMDLINE: left('CMDLINE', 27, commandLine),
  ARGS: left('CMD', 27, commandLine),
};

const DEFAULT_COLUMNS = ['USER', 'PID', 'PPID', 'VSZ', 'RSS', 'WCHAN', 'ADDR', 'S', 'NAME'];
const FULL_COLUMNS = ['UID', 'PID', 'PPID', 'C', 'STIME', 'TTY', 'TIME', 'ARGS'];

/** appium-adb checks whether the help mentions -A before it uses it. */
const PS_HELP = `usage: ps [-AadefLlnwZ] [-gG GROUP,] [-k FIELD,] [-o FIELD,] [-p PID,] [-t TTY,] [-uU USER,]

List processes.

-A\tAll
-e\tSynonym for -A
`;

export const ps = tool(async (task) => {
  if (task.args.includes('--help')) {
    await say(task, PS_HELP);
    return 0;
  }
  const options = parseOptions(task.args, { letters: 'AadefLlnTwZg:G:k:o:O:p:P:t:u:U:M' });
  const all = [...task.system.processes.list()].sort(byPid);
  const pids = options.value('p')?.split(',').map(Number);
  const users = (options.value('u') ?? options.value('U'))?.split(',');
  const everyone = options.has('A') || options.has('e') || options.has('a');
  const own = task.system.user.uid === 0 ? 'root' : 'shell';
  const chosen = all.filter((process) => {
    if (pids) return pids.includes(process.pid);
    if (users) return users.includes(process.user);
    return everyone || process.user === own;
  });
  await say(task, table(chosen, columnsFor(options.value('o'), options.has('f'))));
  return chosen.length > 0 ? 0 : 1;
});

function columnsFor(wish: string | undefined, full: boolean): Column[] {
  const names = wish === undefined ? (full ? FULL_COLUMNS : DEFAULT_COLUMNS) : wish.split(/[, ]+/);
  return names.map((name) => {
    const [field = '', title] = name.split('=', 2);
    const column = COLUMNS[field.toUpperCase()];
    if (!column) throw new ToolError(`bad -o ${field}`);
    return title === undefined ? column : { ...column, title };
  });
}

function table(processes: readonly ProcessInfo[], columns: readonly Column[]): string {
  const row = (cell: (column: Column) => string): string =>
    columns
      .map((column, index) => {
        const text = cell(column);
        if (column.right) return text.padStart(column.width);
        return index === columns.length - 1 ? text : text.padEnd(column.width);
      })
      .join(' ');
  const head = columns.some(({ title }) => title !== '') ? [row(({ title }) => title)] : [];
  return [...head, ...processes.map((process) => row(({ value }) => value(process)))]
    .map((line) => `${line}\n`)
    .join('');
}

/** Android 5 (recorded): the only argument filters by pid or exact name; options are taken for names. */
export const toolboxPs = tool(async (task) => {
  const wish = task.args.find((arg) => !/^-[tpcxZP]+$/.test(arg));
  const line = ({
    user,
    pid,
    parent,
    virtualKilobytes = 0,
    residentKilobytes = 0,
    state = 'S',
    ...process
  }: ProcessInfo): string =>
    `${user.padEnd(9)} ${String(pid).padEnd(5)} ${String(parent).padEnd(5)} ${String(virtualKilobytes).padEnd(6)} ` +
    `${String(residentKilobytes).padEnd(5)} ${pid === 1 ? '00000001' : '00000000'} 00000000 ${state} ${commandLineOf(process)}\n`;
  await say(task, 'USER     PID   PPID  VSIZE  RSS     WCHAN    PC        NAME\n');
  for (const process of [...task.system.processes.list()].sort(byPid)) {
    const isWished =
      wish === undefined ||
      (/^\d+$/.test(wish) ? process.pid === Number(wish) : comparedName(process) === wish);
    if (isWished) await say(task, line(process));
  }
  return 0;
});

function commandLineOf({ commandLine: whole, name }: Pick<ProcessInfo, 'commandLine' | 'name'>): string {
  return whole?.split(' ')[0] ?? name;
}

/** The kernel keeps 15 characters of a name, so a filter by a longer package name finds nothing (recorded). */
function comparedName({ name }: ProcessInfo): string {
  return name.length > 15 ? name.slice(-15) : name;
}

/** Processes whose name (or command line) matches, except the searching one. */
function matching(task: Task, source: string, full: boolean): ProcessInfo[] {
  const pattern = compile(source, { extended: true });
  return [...task.system.processes.list()]
    .sort(byPid)
    .filter((one) => one.pid !== task.pid && pattern.test(full ? commandLine(one) : one.name));
}

function search(task: Task): { found: ProcessInfo[]; signal: number } {
  const args = [...task.args];
  let signal = SIGTERM;
  const given = args.findIndex((arg) => /^-(\d+|[A-Z]{2,})$/.test(arg));
  if (given !== -1) signal = signalNumber(args.splice(given, 1)[0]?.slice(1) ?? '') ?? SIGTERM;
  const options = parseOptions(args, { letters: 'f' });
  const [source] = options.rest;
  if (source === undefined) throw new ToolError('Needs 1 argument');
  return { found: matching(task, source, options.has('f')), signal };
}

export const pgrep = tool(async (task) => {
  const { found } = search(task);
  await say(task, found.map(({ pid }) => `${pid}\n`).join(''));
  return found.length > 0 ? 0 : 1;
});

export const pkill = tool(async (task) => {
  const { found, signal } = search(task);
  let sent = 0;
  for (const { pid } of found) {
    const result = task.system.processes.kill(pid, signal);
    if (result === 'sent') sent++;
    else if (result === 'not permitted') await complain(task, `bad pid '${pid}': Operation not permitted`);
  }
  return sent > 0 ? 0 : 1;
});

export const pidof = tool(async (task) => {
  const options = parseOptions(task.args, { letters: 'so:x' });
  const wanted = new Set(options.rest);
  const found = task.system.processes.list().filter(({ name, pid }) => wanted.has(name) && pid !== task.pid);
  const pids = found.map(({ pid }) => pid).sort((a, b) => b - a);
  if (pids.length === 0) return 1;
  await say(task, `${(options.has('s') ? pids.slice(0, 1) : pids).join(' ')}\n`);
  return 0;
});

/** The program; the shell has a builtin. */
export const kill: Executable = tool(async (task) => {
  const args = [...task.args];
  const first = args[0] ?? '';
  const isSignal = /^-./.test(first);
  const signal = isSignal ? signalNumber((args.shift() ?? '').slice(1)) : SIGTERM;
  if (signal === undefined) throw new ToolError(`Unknown signal '${first.slice(1)}'`);
  let status = 0;
  for (const target of args) {
    const result = /^\d+$/.test(target)
      ? task.system.processes.kill(Number(target), signal)
      : 'no such process';
    if (result === 'sent') continue;
    const reason = result === 'not permitted' ? 'Operation not permitted' : 'No such process';
    await complain(task, `bad pid '${target}': ${reason}`);
    status = 1;
  }
  return status;
});
