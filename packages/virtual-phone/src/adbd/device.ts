import type { FileSystem } from '../kernel/file-system.ts';
import type { Connection } from '../kernel/ports.ts';
import type { Process, SpawnOptions } from '../kernel/process.ts';
import type { AndroidRelease } from '../kernel/release.ts';

/** The device behind the ADB daemon. */
export interface AdbdDevice {
  readonly release: AndroidRelease;
  readonly files: FileSystem;
  /** System properties, as getprop shows them; the banner consists of them. */
  property(name: string): string | undefined;
  /** Runs a command line by the phone's shell; an empty one is an interactive shell. */
  spawn(commandLine: string, options?: SpawnOptions): Process;
  /** Runs one program with its arguments, without the shell (for abb_exec:). */
  execute(argv: readonly string[]): Process;
  /** Connects to a listener inside the phone; undefined if there is none. */
  connect(address: string): Promise<Connection | undefined>;
  /** Takes an address inside the phone; the returned function releases it. Undefined if it is taken. */
  listen(address: string, accept: () => Connection): (() => void) | undefined;
  /** The processes that a debugger can attach to; `follow` reports when they may have changed. */
  readonly debuggable?: Debuggable;
  /** Reboots the phone: every connection drops, and the daemon comes back. */
  reboot(reason: string): void;
}

export interface Debuggable {
  pids(): readonly number[];
  follow(changed: () => void): () => void;
}
