/** A task: one running program with its descriptors, as the phone's kernel sees it. */
import type { FileSystem } from '../kernel/file-system.ts';
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

/** The phone around the programs. */
export interface OperatingSystem {
  readonly release: AndroidRelease;
  readonly files: FileSystem;
  readonly clock: Clock;
  readonly user: User;
  /** All processes: those of the apps, and those that the shell started. */
  readonly processes: ProcessTable;
  readonly network: Network;
  /** The name in the prompt, ro.product.device on a phone. */
  readonly hostName: string;
  /** Told of every command that a shell runs (programs, builtins, functions), as its words after expansion. */
  readonly onCommand?: ((argv: readonly string[]) => void) | undefined;
}

/**
 * What a program does about a signal; false where it lets the signal end it. A signal to the whole group (^C, the end
 * of the stream) reached its children too.
 */
export type SignalCatcher = (signal: number, toGroup: boolean) => boolean;

/** What the programs of this folder see beyond the contract of all programs. */
export interface Task extends ProgramContext {
  readonly stdin: Input;
  readonly descriptors: Descriptors;
  readonly system: OperatingSystem;
  readonly kernel: Kernel;
  readonly session: Session;
  /** From now on signals other than KILL come here first. */
  catchSignals(catcher: SignalCatcher): void;
  /** What it holds; it is given back when the task ends. */
  readonly memory: MemoryAccount;
}

/** A program of this folder. Every Program is one. */
export type Executable = (task: Task) => Promise<number>;

/** All that was started by one `adb shell`. */
export interface Session {
  readonly signal: AbortSignal;
  /** Set when a terminal is attached: /dev/tty. */
  readonly terminal: Terminal | undefined;
}

/** How a task ended. */
export interface Exit {
  readonly code: number;
  /** The signal that ended it, if one did. */
  readonly signal?: number;
}

/** A task from its parent's side. */
export interface Running {
  readonly pid: number;
  readonly exit: Promise<Exit>;
  readonly kill: (signal: number) => void;
  /** Tells it of a signal to its group; false where it catches none, so that its group has to end. */
  readonly caught: (signal: number) => boolean;
}
