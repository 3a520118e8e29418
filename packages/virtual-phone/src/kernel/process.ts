/**
 * A running program on the virtual phone: bytes in, bytes out, an exit code.
 * Everything is pulled: a writer waits until its reader took the bytes, so a slow reader slows the writer
 * down and memory stays flat.
 */

/** Bytes as they come; ends when the writer is done. */
export type Source = AsyncIterable<Uint8Array>;

/**
 * Where bytes go. `write` resolves when the bytes have left the writer's hands (its reader took them, or they fit
 * in the pipe's bounded buffer) and rejects with BrokenPipe when the reader is gone.
 */
export interface Sink {
  write(bytes: Uint8Array): Promise<void>;
}

/** The reader of a sink went away: what SIGPIPE is on a real phone. */
export class BrokenPipe extends Error {
  override readonly name = 'BrokenPipe';
}

/** A signal ended the program. A program may throw it to die as by a signal: the shell then says `Killed`. */
export class Killed extends Error {
  override readonly name = 'Killed';
  constructor(readonly signal: number) {
    super(`killed by signal ${signal}`);
  }
}

export interface TerminalSize {
  readonly rows: number;
  readonly columns: number;
}

/** What a running program can see and use. `args[0]` is the first argument, not the program's name. */
export interface ProgramContext {
  readonly name: string;
  readonly args: readonly string[];
  readonly env: ReadonlyMap<string, string>;
  readonly cwd: string;
  readonly stdin: Source;
  readonly stdout: Sink;
  readonly stderr: Sink;
  /** Set when a terminal is attached (an `adb shell` without a command, or /dev/tty). */
  readonly terminal: TerminalSize | undefined;
  /** Fires when the stream behind the program is closed or a signal came (its reason is a Killed): end soon. */
  readonly signal: AbortSignal;
  readonly pid: number;
  /** Runs another program as this one's child and gives its exit code; streams not named are this one's own. */
  run(argv: readonly string[], options?: ChildOptions): Promise<number>;
}

export interface ChildOptions {
  readonly env?: ReadonlyMap<string, string>;
  readonly stdin?: Source;
  readonly stdout?: Sink;
  readonly stderr?: Sink;
  readonly signal?: AbortSignal;
}

/** A program is a function that ends with its exit code. */
export type Program = (context: ProgramContext) => Promise<number>;

export interface SpawnOptions {
  /** A terminal merges stderr into stdout, echoes what is typed and turns LF into CR LF, as on a phone. */
  readonly terminal?: TerminalSize | undefined;
  /**
   * The terminal passes bytes as they are: no echo, no CR LF; stderr is still merged and /dev/tty is there.
   * `exec:` and `shell:command` of the first protocol run so since Android 7.
   */
  readonly rawTerminal?: boolean;
  readonly env?: ReadonlyMap<string, string>;
}

/** A program that was started: its ends as the other side sees them. */
export interface Process {
  readonly stdin: Sink & { end(): void };
  readonly stdout: Source;
  readonly stderr: Source;
  readonly exit: Promise<number>;
  resize(size: TerminalSize): void;
  /**
   * Ends it and all it started, as a closed stream (SIGHUP, the default) or a signal does: exit code 128 + signal. Also
   * to be called when it has ended by itself: jobs that it left in the background end then.
   */
  kill(signal?: number): void;
}
