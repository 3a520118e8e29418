/** A task: one running program with its descriptors, as the phone's kernel sees it. */
import type { FileSystem } from '../kernel/file-system.ts';
import type { Random } from '../kernel/random.ts';
import type { User } from '../files/users.ts';
import type { AndroidRelease } from '../kernel/release.ts';
import type { Network } from '../kernel/network.ts';
import type { Input } from '../kernel/pipe.ts';
import type { ProgramContext } from '../kernel/process.ts';
import type { Clock } from './clock.ts';
import type { Descriptors } from './descriptors.ts';
import type { Kernel } from './kernel.ts';
import type { MemoryAccount } from './memory.ts';
import type { ProcessTable } from './processes.ts';
import type { Terminal } from './terminal.ts';

/** The system that programs run on. */
export interface OperatingSystem {
  readonly release: AndroidRelease;
  readonly files: FileSystem;
  readonly clock: Clock;
  readonly random: Random;
  readonly user: User;
  /** All processes: those of the apps, and those that the shell started. */
  readonly processes: ProcessTable;
  readonly network: Network;
  /** The name in the prompt, ro.product.device on a phone. */
  readonly hostName: string;
  /** Called for every command that a shell runs (programs, builtins, functions), with its words after expansion. */
  readonly onCommand?: ((argv: readonly string[]) => void) | undefined;
}

/**
 * Handles a signal; returns false if the signal is to end the program. A signal to the whole group (^C, the end of the
 * stream) also reached its children.
 */
export type SignalCatcher = (signal: number, toGroup: boolean) => boolean;

/** The system as the shell and the general programs (toybox) see it, beyond the context of every Program. */
export interface Task extends ProgramContext {
  readonly stdin: Input;
  readonly descriptors: Descriptors;
  readonly system: OperatingSystem;
  readonly kernel: Kernel;
  readonly session: Session;
  /** From now on signals other than KILL are passed to this function first. */
  catchSignals(catcher: SignalCatcher): void;
  /** Its memory, which is released when the task ends. */
  readonly memory: MemoryAccount;
}

/** A program that gets a Task. Every Program is one. */
export type Executable = (task: Task) => Promise<number>;

/** Everything that was started by one `adb shell`. */
export interface Session {
  readonly signal: AbortSignal;
  /** Set if a terminal is attached: /dev/tty. */
  readonly terminal: Terminal | undefined;
}

/** How a task ended. */
export interface Exit {
  readonly code: number;
  /** The signal that ended it, if one did. */
  readonly signal?: number;
}

/** A running task as its parent sees it. */
export interface Running {
  readonly pid: number;
  readonly exit: Promise<Exit>;
  readonly kill: (signal: number) => void;
  /** Passes on a signal to its group; returns false if it does not catch it, so that its group has to end. */
  readonly caught: (signal: number) => boolean;
}
