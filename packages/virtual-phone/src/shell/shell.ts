/** The phone's shell: runs command lines and programs. */
import { setMaxListeners } from 'node:events';
import { drawSeed, Random } from '../kernel/random.ts';
import type { FileSystem } from '../kernel/file-system.ts';
import { shellUser, type User } from '../files/users.ts';
import type { AndroidRelease } from '../kernel/release.ts';
import { Network } from '../kernel/network.ts';
import { createPipe, readToTheEnd } from '../kernel/pipe.ts';
import { Killed, type Process, type SpawnOptions } from '../kernel/process.ts';
import { realClock, type Clock } from './clock.ts';
import { Descriptors, readingEnd, writingEnd } from './descriptors.ts';
import { Kernel, newPidCounter, type PidCounter } from './kernel.ts';
import { BARE_PROCESSES, type ProcessTable } from './processes.ts';
import { sh } from './sh.ts';
import { SIGHUP, SIGINT } from './signals.ts';
import type { Executable, Running, Session, Task } from './task.ts';
import { Terminal } from './terminal.ts';
import { encode } from './text.ts';

export interface ShellOptions {
  readonly release: AndroidRelease;
  /** The file system as the shell's user sees it. */
  readonly files: FileSystem;
  /** The general programs by name: toolbox on Android 5, toybox later. */
  readonly tools: ReadonlyMap<string, Executable>;
  /**
   * Android's own programs (input, dumpsys, …) by their name in /system/bin; they take precedence over the general
   * ones.
   */
  readonly programs?: ReadonlyMap<string, Executable>;
  readonly clock?: Clock;
  /** Default: another seed each time. */
  readonly random?: Random;
  /** The user of `adb shell`. Default: the shell user. */
  readonly user?: User;
  /** The processes of the apps, for ps and kill. */
  readonly processes?: ProcessTable;
  /** Default: a counter of its own. */
  readonly pids?: PidCounter;
  /** Where its programs listen and connect. Default: a loopback of its own. */
  readonly network?: Network;
  /** The name in the prompt. */
  readonly hostName?: string;
  /** Called for every command that runs. */
  readonly onCommand?: ((argv: readonly string[]) => void) | undefined;
  /** Called for each program that crashed, with its error. */
  readonly onCrash?: ((program: string, error: unknown) => void) | undefined;
}

export interface Shell {
  /** Runs a command line, or an interactive shell if it is empty. */
  spawn(commandLine: string, options?: SpawnOptions): Process;
  /** Runs one program with its arguments, without a shell. */
  execute(argv: readonly string[]): Process;
  /** Every process: the apps' and those that run in this shell. */
  readonly processes: ProcessTable;
  /** Ends everything that runs, as a reboot does. */
  close(): void;
}

/** Creates the shell of one phone. */
export function createShell(options: ShellOptions): Shell {
  const { release, files, clock = realClock, user = shellUser(release), hostName = 'virtual' } = options;
  const programs = new Map<string, Executable>([...options.tools, ['sh', sh], ...(options.programs ?? [])]);
  const appProcesses = options.processes ?? BARE_PROCESSES;
  const { onCommand, onCrash, network = new Network(), random = new Random(drawSeed()) } = options;
  const { pids = newPidCounter() } = options;
  const system = { release, files, clock, random, user, network, hostName, onCommand };
  const kernel = new Kernel({ ...system, programs, appProcesses, pids, onCrash });
  return {
    processes: kernel,
    spawn: (commandLine, spawnOptions = {}) => {
      const args = commandLine === '' ? ['-'] : ['-c', commandLine];
      return launch(kernel, { name: '/system/bin/sh', args, executable: sh }, spawnOptions);
    },
    execute: ([name = '', ...args]) => {
      const found = kernel.lookUp(name, {
        path: defaultEnvironment(release, user).get('PATH') ?? '',
        cwd: '/',
      });
      const executable = 'executable' in found ? found.executable : notFound;
      return launch(kernel, { name, args, executable }, {});
    },
    close: () => {
      kernel.killAll();
    },
  };
}

const notFound = async (task: Task): Promise<number> => {
  await task.stderr.write(encode(`${task.name}: No such file or directory\n`));
  return 127;
};

interface LaunchRequest {
  readonly name: string;
  readonly args: readonly string[];
  readonly executable: Executable;
}

function launch(
  kernel: Kernel,
  order: LaunchRequest,
  { terminal: size, rawTerminal, env }: SpawnOptions,
): Process {
  const controller = new AbortController();
  setMaxListeners(0, controller.signal); // everything it starts listens
  const terminal = size ? new Terminal(size, rawTerminal) : undefined;
  const ends = terminal ? terminalEnds(terminal) : pipeEnds();
  const session: Session = { signal: controller.signal, terminal };
  const signalGroup = (signal: number): void => {
    if (!running.caught(signal)) controller.abort(new Killed(signal));
  };
  if (terminal) {
    terminal.onInterrupt = () => {
      signalGroup(SIGINT);
    };
  }
  const { release, user } = kernel.system;
  const running: Running = kernel.start(order.executable, {
    name: order.name,
    args: order.args,
    env: new Map([...defaultEnvironment(release, user), ...(env ?? [])]),
    cwd: '/',
    descriptors: ends.descriptors,
    session,
    terminal: terminal?.size,
    signal: controller.signal,
    parent: 1,
  });
  const hangUp = (signal: number): void => {
    controller.abort(new Killed(signal));
  };
  const exit = running.exit.then(({ code }) => {
    // When the leader of a terminal's session ends, the kernel sends SIGHUP to all others in it.
    if (terminal) hangUp(SIGHUP);
    return code;
  });
  return {
    ...ends.outside,
    exit,
    resize: (newSize) => {
      if (terminal) terminal.size = newSize;
    },
    kill: (signal = SIGHUP) => {
      hangUp(signal);
      ends.outside.stdin.end();
    },
  };
}

interface Ends {
  readonly descriptors: Descriptors;
  readonly outside: Pick<Process, 'stdin' | 'stdout' | 'stderr'>;
}

function pipeEnds(): Ends {
  const [input, output, errors] = [createPipe(), createPipe(), createPipe()];
  return {
    descriptors: new Descriptors([
      [0, readingEnd(input.reader)],
      [1, writingEnd(output.writer)],
      [2, writingEnd(errors.writer)],
    ]),
    outside: {
      stdin: input.writer,
      stdout: readToTheEnd(output.reader),
      stderr: readToTheEnd(errors.reader),
    },
  };
}

function terminalEnds(terminal: Terminal): Ends {
  const { file } = terminal;
  return {
    descriptors: new Descriptors([
      [0, file],
      [1, file.retain()],
      [2, file.retain()],
    ]),
    outside: {
      stdin: {
        write: (bytes) => terminal.type(bytes),
        end: () => {
          terminal.hangUp();
        },
      },
      stdout: readToTheEnd(terminal.screen),
      stderr: noBytes(),
    },
  };
}

async function* noBytes(): AsyncGenerator<Uint8Array> {
  // A terminal has only one stream.
}

/** The environment that adbd gives to a shell. Android 5 has neither HOME nor TERM (recorded). */
function defaultEnvironment(release: AndroidRelease, user: User): Map<string, string> {
  if (release === 5) {
    return new Map([
      ['PATH', '/sbin:/vendor/bin:/system/sbin:/system/bin:/system/xbin'],
      ['ANDROID_ROOT', '/system'],
      ['ANDROID_DATA', '/data'],
      ['EXTERNAL_STORAGE', '/storage/emulated/legacy'],
    ]);
  }
  const name = user.uid === 0 ? 'root' : 'shell';
  return new Map([
    [
      'PATH',
      '/product/bin:/apex/com.android.runtime/bin:/system/bin:/system/xbin:/odm/bin:/vendor/bin:/vendor/xbin',
    ],
    ['ANDROID_ROOT', '/system'],
    ['ANDROID_DATA', '/data'],
    ['ANDROID_STORAGE', '/storage'],
    ['EXTERNAL_STORAGE', '/sdcard'],
    ['HOME', '/'],
    ['USER', name],
    ['LOGNAME', name],
    ['SHELL', '/bin/sh'],
    ['TMPDIR', '/data/local/tmp'],
  ]);
}
