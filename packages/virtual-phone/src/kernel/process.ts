/**
 * A running program on the virtual phone: bytes in, bytes out, an exit code. Everything is pulled: a writer waits until its
 * reader took the bytes, so a slow reader slows the writer down and memory use stays constant.
 */

/** Bytes as they come; ends when the writer is done. */
export type Source = AsyncIterable<Uint8Array>;

/**
 * A target of bytes. `write` resolves when its reader took the bytes or they fit in the pipe's bounded buffer, and rejects with
 * BrokenPipe when the reader is gone.
 */
export interface Sink {
  write(bytes: Uint8Array): Promise<void>;
}

/** The reader of a sink is gone: SIGPIPE on a real phone. */
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

/** The environment of a running program. `args[0]` is the first argument, not the program's name. */
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
  /**
   * Aborted when the stream behind the program is closed or a signal arrives (its reason is a Killed): the program should end
   * soon.
   */
  readonly signal: AbortSignal;
  readonly pid: number;
  /** Runs another program as a child and returns its exit code. Default streams: this program's own. */
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

/** A started program, seen from its starter. */
export interface Process {
  readonly stdin: Sink & { end(): void };
  readonly stdout: Source;
  readonly stderr: Source;
  readonly exit: Promise<number>;
  resize(size: TerminalSize): void;
  /**
   * Ends it and all its children, as a closed stream (SIGHUP, the default) or a signal does: exit code 128 + signal. Call it
   * also after the program ended by itself, to end its background jobs.
   */
  kill(signal?: number): void;
}
