/** free and top: the phone's memory, from its own /proc/meminfo, and its processes. */
import type { ProcessInfo } from '../shell/processes.ts';
import type { Task } from '../shell/task.ts';
import { decode } from '../shell/text.ts';
import { number, parseOptions, say, tool, ToolError } from './tool.ts';

/** A value of /proc/meminfo in kilobytes; 0 if the kernel does not report it. */
function memory(task: Task, name: string): number {
  const text = decode(task.system.files.read('/proc/meminfo'));
  return Number(new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(text)?.[1] ?? 0);
}

const UNITS = ['b', 'k', 'm', 'g', 't'];

/** toybox's free; in bytes by default. */
export const free = tool(async (task) => {
  const options = parseOptions(task.args, { letters: 'htgmkb' });
  const power = Math.max(
    0,
    UNITS.findIndex((unit) => options.has(unit)),
  );
  const show = (kilobytes: number): string =>
    options.has('h') ? human(kilobytes * 1024) : String(Math.floor((kilobytes * 1024) / 1024 ** power));
  const [total, unused, buffers, swap, unusedSwap] = [
    'MemTotal',
    'MemFree',
    'Buffers',
    'SwapTotal',
    'SwapFree',
  ].map((name) => memory(task, name)) as [number, number, number, number, number];
  const cells = (values: readonly number[], first: number): string =>
    values.map((value, index) => show(value).padStart(index === 0 ? first : 12)).join('');
  await say(
    task,
    '\t\ttotal        used        free      shared     buffers\n' +
      `Mem:${cells([total, total - unused, unused, memory(task, 'Shmem'), buffers], 17)}\n` +
      `-/+ buffers/cache:${cells([total - unused - buffers, unused + buffers], 15)}\n` +
      `Swap:${cells([swap, swap - unusedSwap, unusedSwap], 16)}\n`,
  );
  return 0;
});

/** Human-readable as in toybox: 3926376 kilobytes are 3.7G. */
function human(bytes: number): string {
  let value = bytes;
  let unit = 0;
  while (value >= 999.5 && unit < UNITS.length - 1) {
    value /= 1024;
    unit++;
  }
  const digits = unit > 0 && value < 10 ? value.toFixed(1) : String(Math.round(value));
  return `${digits}${['', 'K', 'M', 'G', 'T'][unit] ?? ''}`;
}

const PROCESSORS = 4;
const DEFAULT_DELAY_SECONDS = 3;
const byPid = (a: ProcessInfo, b: ProcessInfo): number => b.pid - a.pid;

/** toybox's top. Nothing on this phone uses measurable CPU time, so every process has used none. */
export const top = tool(async (task) => {
  const options = parseOptions(task.args, { letters: 'Hhbq O:o:d:s:k:n:m:p:u:'.replace(' ', '') });
  const pids = options.value('p')?.split(',').map(Number);
  const users = options.value('u')?.split(',');
  const isBatch = options.has('b');
  const rounds = number(options.value('n'), Infinity);
  const delay = Number(options.value('d') ?? DEFAULT_DELAY_SECONDS);
  if (!(delay >= 0)) throw new ToolError(`bad -d '${options.value('d') ?? ''}'`);
  const height = number(options.value('m'), isBatch || !task.terminal ? Infinity : task.terminal.rows - 5);
  for (let round = 1; ; round++) {
    const all = [...task.system.processes.list()].sort(byPid);
    const chosen = all.filter(
      ({ pid, user }) => (pids?.includes(pid) ?? true) && (users?.includes(user) ?? true),
    );
    if (!isBatch) await say(task, '\x1b[H\x1b[J');
    if (!options.has('q')) await say(task, topHeader(task, chosen));
    await say(
      task,
      chosen
        .slice(0, height)
        .map((process) => topLine(task, process))
        .join(''),
    );
    if (round >= rounds) return 0;
    await task.system.clock.wait(delay * 1000, task.signal);
    if (isBatch) await say(task, '\n\n');
  }
});

function topHeader(task: Task, processes: readonly ProcessInfo[]): string {
  const count = (states: string): string =>
    String(processes.filter(({ state = 'S' }) => states.includes(state)).length).padStart(3);
  const line = (title: string, names: readonly string[], last: string): string => {
    const [total = 0, unused = 0, rest = 0] = names.map((name) => memory(task, name));
    const [a, b, c, d] = [total, total - unused, unused, rest].map((value) => `${value}K`.padStart(10)) as [
      string,
      string,
      string,
      string,
    ];
    return ` ${title}:${a} total,${b} used,${c} free,${d} ${last}\n`;
  };
  const shares = ['user', 'nice', 'sys', 'idle', 'iow', 'irq', 'sirq', 'host'].map(
    (kind) => `${String(kind === 'idle' ? PROCESSORS * 100 : 0).padStart(4)}%${kind}`,
  );
  return (
    `Tasks: ${processes.length} total, ${count('R')} running, ${count('S')} sleeping, ${count('T')} stopped, ${count('Z')} zombie\n` +
    line(' Mem', ['MemTotal', 'MemFree', 'Buffers'], 'buffers') +
    line('Swap', ['SwapTotal', 'SwapFree', 'Cached'], 'cached') +
    `${PROCESSORS * 100}%cpu${shares.join('')}\n` +
    '  PID USER         PR  NI VIRT  RES  SHR S[%CPU] %MEM     TIME+ ARGS\n'
  );
}

function topLine(task: Task, process: ProcessInfo): string {
  const { pid, user, virtualKilobytes = 0, residentKilobytes = 0, state = 'S' } = process;
  const share = (residentKilobytes / Math.max(1, memory(task, 'MemTotal'))) * 100;
  const size = (kilobytes: number): string => human(kilobytes * 1024).padStart(4);
  const command = (process.commandLine ?? process.name).replace(/^\S*\//, '');
  return (
    `${String(pid).padStart(5)} ${user.padEnd(12)} 20   0 ${size(virtualKilobytes)} ${size(residentKilobytes)} ` +
    `${size(Math.floor(residentKilobytes / 2))} ${state}  0.0 ${share.toFixed(1).padStart(5)}   0:00.00 ${command}\n`
  );
}

/** Android 5's top. */
export const toolboxTop = tool(async (task) => {
  const value = (option: string): string | undefined => task.args[task.args.indexOf(option) + 1];
  const wanted = (option: string, otherwise: number): number =>
    task.args.includes(option) ? number(value(option), otherwise) : otherwise;
  const rounds = wanted('-n', Infinity);
  const height = wanted('-m', Infinity);
  for (let round = 1; ; round++) {
    await task.system.clock.wait(wanted('-d', DEFAULT_DELAY_SECONDS) * 1000, task.signal);
    const lines = [...task.system.processes.list()].sort(byPid).slice(0, height).map(toolboxTopLine);
    await say(
      task,
      '\n\n\nUser 0%, System 0%, IOW 0%, IRQ 0%\n' +
        'User 0 + Nice 0 + Sys 0 + Idle 1200 + IOW 0 + IRQ 0 + SIRQ 0 = 1200\n\n' +
        `  PID PR CPU% S  #THR     VSS     RSS PCY UID      Name\n${lines.join('')}`,
    );
    if (round >= rounds) return 0;
  }
});

function toolboxTopLine({
  pid,
  user,
  name,
  virtualKilobytes = 0,
  residentKilobytes = 0,
  state = 'S',
}: ProcessInfo): string {
  return (
    `${String(pid).padStart(5)}  0   0% ${state}     1 ${String(virtualKilobytes).padStart(6)}K ` +
    `${String(residentKilobytes).padStart(6)}K     ${user.slice(0, 8).padEnd(8)} ${name}\n`
  );
}
