/** Starts programs, gives them their descriptors, delivers signals, and keeps the list of processes. */
import { setMaxListeners } from 'node:events';
import { FileError, type FileSystem } from '../kernel/file-system.ts';
import { join, nameOf } from '../files/paths.ts';
import { userName } from '../files/users.ts';
import { iterate, type Input } from '../kernel/pipe.ts';
import { BrokenPipe, Killed, type ChildOptions, type Sink, type TerminalSize } from '../kernel/process.ts';
import { type Descriptors, fromSink, fromSource } from './descriptors.ts';
import { errorText } from './errors.ts';
import { Memory, OutOfMemory } from './memory.ts';
import type { ProcessInfo, ProcessTable, SignalResult } from './processes.ts';
import { SIGKILL, SIGPIPE, SIGSEGV } from './signals.ts';
import type { Executable, Exit, Running, Session, SignalCatcher, OperatingSystem, Task } from './task.ts';
import { encode } from './text.ts';

/** How long a program may clean up after a signal other than KILL before it is ended anyway. */
const GRACE_MILLISECONDS = 100;
const FIRST_PID = 20_000;

/** The last number that a process got. */
export interface PidCounter {
  last: number;
}

export function newPidCounter(): PidCounter {
  return { last: FIRST_PID };
}

const LAST_PID = 32_767;
/** Stops a fork bomb, like the process limit of a phone. */
const MOST_TASKS = 400;

/** No more processes can be started. */
export class TooManyTasks extends Error {
  override readonly name = 'TooManyTasks';
}

/** The beginning of a new task. It owns its descriptors and closes them at its end. */
export interface Launch {
  readonly name: string;
  readonly args: readonly string[];
  readonly env: ReadonlyMap<string, string>;
  readonly cwd: string;
  readonly descriptors: Descriptors;
  readonly session: Session;
  readonly terminal: TerminalSize | undefined;
  /** Ends the task along with its parent. */
  readonly signal: AbortSignal;
  readonly parent: number;
  /** It replaces its parent, as exec does: it has its number, and the parent is not listed any more. */
  readonly replacesParent?: boolean;
}

/** Why a name cannot be run. */
export type LookUpFailure = 'not found' | 'Is a directory' | 'Permission denied' | 'binary';
export type LookUp =
  { readonly executable: Executable; readonly path: string } | { readonly failure: LookUpFailure };

export interface KernelOptions extends Omit<OperatingSystem, 'processes'> {
  readonly programs: ReadonlyMap<string, Executable>;
  /** The processes of apps, which are not started here. */
  readonly appProcesses: ProcessTable;
  readonly pids: PidCounter;
  /** Called for each crashed program with its error, which the phone does not show. */
  readonly onCrash?: ((program: string, error: unknown) => void) | undefined;
}

/** A task in the list of processes. */
interface Listed extends Pick<Running, 'kill'> {
  readonly info: ProcessInfo;
}

export class Kernel implements ProcessTable {
  readonly system: OperatingSystem;
  readonly #programs: ReadonlyMap<string, Executable>;
  readonly #appProcesses: ProcessTable;
  readonly #onCrash: KernelOptions['onCrash'];
  readonly #running = new Map<number, Listed>();
  readonly #memory = new Memory();
  readonly #pids: PidCounter;
  #isFull = false;

  constructor({ programs, appProcesses, pids, onCrash, ...system }: KernelOptions) {
    this.#pids = pids;
    this.#programs = programs;
    this.#onCrash = onCrash;
    this.#appProcesses = appProcesses;
    this.system = { ...system, processes: this };
  }

  list(): readonly ProcessInfo[] {
    return [...this.#appProcesses.list(), ...[...this.#running.values()].map(({ info }) => info)];
  }

  kill(pid: number, signal: number): SignalResult {
    const own = this.#running.get(pid);
    if (!own) return this.#appProcesses.kill(pid, signal);
    if (signal !== 0) own.kill(signal);
    return 'sent';
  }

  /** Ends everything, as a reboot does. */
  killAll(): void {
    for (const { kill } of this.#running.values()) kill(SIGKILL);
  }

  /** Finds the program for a command's name, along PATH unless it has a slash. */
  lookUp(name: string, { path, cwd }: { path: string; cwd: string }): LookUp {
    if (name.includes('/')) return this.#executableAt(join(cwd, name));
    for (const directory of path.split(':')) {
      const found = this.#executableAt(join(cwd, `${directory || '.'}/${name}`));
      if ('executable' in found) return found;
    }
    return { failure: 'not found' };
  }

  start(executable: Executable, launch: Launch): Running {
    // Once the limit was reached, nothing starts until most have ended: otherwise a fork bomb refills every place that
    // becomes free.
    if (this.#running.size <= MOST_TASKS / 8) this.#isFull = false;
    if (this.#running.size >= MOST_TASKS) this.#isFull = true;
    if (this.#isFull) {
      launch.descriptors.closeAll();
      throw new TooManyTasks("can't fork - try again");
    }
    const replaced = launch.replacesParent === true ? this.#running.get(launch.parent) : undefined;
    const pid = replaced?.info.pid ?? this.#newPid();
    const controller = new AbortController();
    setMaxListeners(0, controller.signal); // all its children listen
    let catcher: SignalCatcher | undefined;
    const catches = (signal: number, toGroup: boolean): boolean =>
      signal !== SIGKILL && !controller.signal.aborted && (catcher?.(signal, toGroup) ?? false);
    const kill = (signal: number): void => {
      if (!catches(signal, false)) controller.abort(new Killed(signal));
    };
    const info = this.#describe(launch, pid, replaced?.info.parent);
    this.#running.set(pid, { info, kill });
    const unfollow = follow(launch.signal, (reason) => {
      if (!(reason instanceof Killed && catches(reason.signal, true))) controller.abort(reason);
    });
    const memory = this.#memory.account();
    const task = this.#task(launch, pid, {
      signal: controller.signal,
      memory,
      catchSignals: (next) => {
        catcher = next;
      },
    });
    const exit = this.#live(executable, task).finally(() => {
      unfollow();
      memory.close();
      launch.descriptors.closeAll();
      this.#running.delete(pid);
    });
    return { pid, exit, kill, caught: (signal) => catches(signal, true) };
  }

  /** Runs a program for another one (`xargs`, `timeout`) and waits for it. */
  async runChild(task: Task, argv: readonly string[], options: ChildOptions = {}): Promise<number> {
    this.system.onCommand?.(argv);
    const [name = '', ...args] = argv;
    const env = options.env ?? task.env;
    const found = this.lookUp(name, { path: env.get('PATH') ?? '', cwd: task.cwd });
    if ('failure' in found) {
      const reason = found.failure === 'not found' ? 'No such file or directory' : found.failure;
      await task.stderr.write(encode(`${task.name}: exec ${name}: ${reason}\n`));
      return found.failure === 'not found' ? 127 : 126;
    }
    const descriptors = task.descriptors.inherit();
    if (options.stdin) descriptors.set(0, fromSource(options.stdin));
    if (options.stdout) descriptors.set(1, fromSink(options.stdout));
    if (options.stderr) descriptors.set(2, fromSink(options.stderr));
    const signal = options.signal ? AbortSignal.any([task.signal, options.signal]) : task.signal;
    const { cwd, session, terminal, pid: parent } = task;
    const running = this.start(found.executable, {
      name,
      args,
      env,
      cwd,
      descriptors,
      session,
      terminal,
      signal,
      parent,
    });
    return (await running.exit).code;
  }

  #describe({ name, args, parent }: Launch, pid: number, above = parent): ProcessInfo {
    return {
      pid,
      parent: above,
      user: userName(this.system.user.uid),
      name: nameOf(name),
      commandLine: [name, ...args].join(' '),
      virtualKilobytes: 10_764,
      residentKilobytes: 3_200,
    };
  }

  #task(
    launch: Launch,
    pid: number,
    { signal, memory, catchSignals }: Pick<Task, 'signal' | 'memory' | 'catchSignals'>,
  ): Task {
    const task: Task = {
      ...launch,
      pid,
      signal,
      catchSignals,
      memory,
      system: this.system,
      kernel: this,
      stdin: inputOf(launch.descriptors, signal),
      stdout: outputOf(launch.descriptors, 1, signal),
      stderr: outputOf(launch.descriptors, 2, signal),
      run: (argv, options) => this.runChild(task, argv, options),
    };
    return task;
  }

  async #live(executable: Executable, task: Task): Promise<Exit> {
    const { signal } = task;
    let timer: NodeJS.Timeout | undefined;
    const death = new Promise<Exit>((resolve) => {
      const die = () => {
        const exit = exitOf(signal.reason);
        if (exit.signal === SIGKILL) resolve(exit);
        else timer = setTimeout(resolve, GRACE_MILLISECONDS, exit);
      };
      if (signal.aborted) die();
      else signal.addEventListener('abort', die, { once: true });
    });
    try {
      return await Promise.race([this.#work(executable, task), death]);
    } finally {
      clearTimeout(timer);
    }
  }

  async #work(executable: Executable, task: Task): Promise<Exit> {
    try {
      task.signal.throwIfAborted();
      return { code: (await executable(task)) & 0xff };
    } catch (error) {
      const words = lastWords(error);
      if (words !== undefined) await complain(task, words);
      const exit = exitOf(error);
      if (exit.signal === SIGSEGV && !(error instanceof Killed)) this.#onCrash?.(task.name, error);
      return exit;
    }
  }

  #executableAt(path: string): LookUp {
    const { files } = this.system;
    if (!files.exists(path)) return { failure: 'not found' };
    if (files.stat(path).kind === 'directory') return { failure: 'Is a directory' };
    if (!files.allows(path, 'execute')) return { failure: 'Permission denied' };
    const own = files.resolve(path).startsWith('/system/') ? this.#programs.get(nameOf(path)) : undefined;
    if (own) return { executable: own, path };
    return this.#scriptAt(files, path);
  }

  #scriptAt(files: FileSystem, path: string): LookUp {
    const shell = this.#programs.get('sh');
    const start = files.allows(path, 'read')
      ? new TextDecoder('latin1').decode(files.read(path).subarray(0, 256))
      : '';
    if (!shell || start.startsWith('\x7fELF') || start.includes('\0')) return { failure: 'binary' };
    return { path, executable: (task) => shell({ ...task, name: 'sh', args: [path, ...task.args] }) };
  }

  #newPid(): number {
    do {
      this.#pids.last = this.#pids.last >= LAST_PID ? FIRST_PID : this.#pids.last + 1;
    } while (this.#running.has(this.#pids.last));
    return this.#pids.last;
  }
}

/**
 * Follows the parent's signal until it is released. AbortSignal.any would never release it: listeners of such a signal are kept
 * as long as the parent lives (Node 20), and a shell can live for days.
 */
function follow(parent: AbortSignal, tell: (reason: unknown) => void): () => void {
  const end = () => {
    tell(parent.reason);
  };
  if (parent.aborted) end();
  else parent.addEventListener('abort', end, { once: true });
  return () => {
    parent.removeEventListener('abort', end);
  };
}

function exitOf(error: unknown): Exit {
  if (error instanceof Killed) return { code: 128 + error.signal, signal: error.signal };
  if (error instanceof BrokenPipe) return { code: 128 + SIGPIPE, signal: SIGPIPE };
  return isExpected(error) ? { code: 1 } : { code: 128 + SIGSEGV, signal: SIGSEGV };
}

/** The message that a program prints for an error that it did not handle. */
function lastWords(error: unknown): string | undefined {
  if (error instanceof FileError) return errorText(error);
  return error instanceof OutOfMemory ? error.message : undefined;
}

/**
 * Anything else is a bug in a program, or a script that hit a limit of the host (its stack, its longest string). On a
 * phone that is a crash: the shell prints `Segmentation fault`, and no text of the host reaches the output.
 */
function isExpected(error: unknown): boolean {
  return lastWords(error) !== undefined;
}

async function complain(task: Task, words: string): Promise<void> {
  try {
    await task.stderr.write(encode(`${task.name}: ${words}\n`));
  } catch {
    // The output has no reader any more; the exit code still counts.
  }
}

function inputOf(descriptors: Descriptors, signal: AbortSignal): Input {
  const input: Input = {
    read: async (request) => {
      signal.throwIfAborted();
      return descriptors.get(0)?.read({ signal, ...request });
    },
    unread: (bytes) => descriptors.get(0)?.unread(bytes),
    [Symbol.asyncIterator]: () => iterate(input),
  };
  return input;
}

function outputOf(descriptors: Descriptors, fd: number, signal: AbortSignal): Sink {
  return {
    write: async (bytes) => {
      signal.throwIfAborted();
      await descriptors.get(fd)?.write(bytes, signal);
    },
  };
}
