import type { FileSystem } from '../kernel/file-system.ts';
import type { Connection } from '../kernel/ports.ts';
import type { Process, SpawnOptions } from '../kernel/process.ts';
import type { AndroidRelease } from '../kernel/release.ts';

/** The device that the ADB daemon runs on. */
export interface AdbdDevice {
  readonly release: AndroidRelease;
  readonly files: FileSystem;
  /** System properties, as getprop shows them; the banner is made of them. */
  property(name: string): string | undefined;
  /** Runs a command line by the phone's shell; an empty one is an interactive shell. */
  spawn(commandLine: string, options?: SpawnOptions): Process;
  /** Runs one program with its arguments, past the shell (abb_exec: is that). */
  execute(argv: readonly string[]): Process;
  /** Connects to what listens inside the phone; undefined where nothing does. */
  connect(address: string): Promise<Connection | undefined>;
  /** Takes an address inside the phone; the returned function gives it back. Undefined where it is taken. */
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
