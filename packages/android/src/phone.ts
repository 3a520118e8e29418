import type { Call } from '@handeye/core/call/call';
import { actionFailed, permissionDenied } from '@handeye/core/device/errors';
import type { AdbDevice } from '@handeye/adb/adb-device';
import type { Result } from '@handeye/adb/shell/shell';
import type { Program } from '@handeye/adb/shell/program';
import { type Argument, type ShellCommand, sh as quotedCommand } from '@handeye/adb/shell/quote';
import type { DeviceSpeed } from '@handeye/adb/device-speed';
import type { DirectoryEntry, FileStatus, FileToPush, PullOptions } from '@handeye/adb/sync';
import type { AdbStream } from '@handeye/adb/transport';
import { isConnectionLost, toDeviceError } from './errors.ts';

/** The most attempts over a connection that breaks. */
const MOST_ATTEMPTS = 3;

/** A phone for the rest of this platform: over ADB, whose errors are translated here into those of the device port. */
export class Phone {
  readonly #adb: AdbDevice;

  constructor(adb: AdbDevice) {
    this.#adb = adb;
  }

  get serial(): string {
    return this.#adb.serial;
  }

  /** The phone's slowness, judging by its answers so far. */
  get speed(): DeviceSpeed {
    return this.#adb.speed;
  }

  /** Ends once the phone is connected; fails before the call's time is over if it cannot be reached. */
  async reached(call: Call): Promise<void> {
    await translated(this.#adb.details(call));
  }

  /** Runs a command to its end, without stdin. Its exit code is a result, not an error. */
  run(command: ShellCommand, call: Call): Promise<Result> {
    return translated(this.#adb.run(command, call));
  }

  /** Runs several commands one after the other, whatever their exit codes, in one round trip. */
  script(commands: readonly ShellCommand[], call: Call): Promise<Result[]> {
    return translated(this.#adb.script(commands, call));
  }

  /** Starts a program that keeps running and has stdin; it ends with the call, or by `close`. */
  async stream(command: ShellCommand, call: Call): Promise<Program> {
    return translatedProgram(await translated(this.#adb.stream(command, call)));
  }

  /** Opens a service of the phone, such as a port it listens on (`tcp:6790`). The call limits only the opening. */
  connect(service: string, call: Call): Promise<AdbStream> {
    return translated(this.#adb.connect(service, call));
  }

  /** The status of a path on the phone; undefined if nothing is there. */
  stat(path: string, call: Call): Promise<FileStatus | undefined> {
    return translated(this.#adb.stat(path, call));
  }

  /** Writes a file and creates missing directories. */
  push(file: FileToPush, call: Call): Promise<void> {
    return translated(this.#adb.push(file, call));
  }

  /** Reads a whole file. */
  pull(path: string, call: Call, options?: PullOptions): Promise<Uint8Array> {
    return translated(this.#adb.pull(path, call, options));
  }

  /** The entries of a directory; one that cannot be opened looks empty. */
  list(path: string, call: Call): Promise<readonly DirectoryEntry[]> {
    return translated(this.#adb.list(path, call));
  }
}

/** A command for the phone's shell, quoted by adb/shell/quote.ts; a text that cannot be quoted is the caller's mistake. */
export function sh(template: TemplateStringsArray, ...args: readonly Argument[]): ShellCommand {
  try {
    return quotedCommand(template, ...args);
  } catch (error) {
    throw toDeviceError(error);
  }
}

async function translated<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    throw toDeviceError(error);
  }
}

function translatedProgram(program: Program): Program {
  return {
    stdout: translatedOutput(program.stdout),
    get stderr() {
      return program.stderr;
    },
    get code() {
      return program.code;
    },
    write: (bytes) => translated(program.write(bytes)),
    close: () => {
      program.close();
    },
  };
}

async function* translatedOutput(output: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  try {
    yield* output;
  } catch (error) {
    throw toDeviceError(error);
  }
}

/**
 * Reads, and reads again over a new connection if the old one broke off meanwhile. A phone that was unplugged or rebooted is
 * often noticed only by the next command, and a command that changes nothing on the phone need not fail for that.
 */
export async function retryIfConnectionLost<T>(call: Call, read: () => Promise<T>): Promise<T> {
  for (let reading = 1; ; reading += 1) {
    try {
      return await read();
    } catch (error) {
      if (!isConnectionLost(error) || reading === MOST_ATTEMPTS) throw error;
      call.signal.throwIfAborted();
    }
  }
}

/** The stdout of a command, as text. */
export function outputOf({ stdout }: Result): string {
  return Buffer.from(stdout).toString();
}

/**
 * Throws if a command failed. Before Android 7 or so, `input` and others end with 0 in any case: their output tells (recorded
 * on 5.1: `Error: Invalid arguments for command: tap`, `Killed`).
 */
export function mustHaveWorked(result: Result, what: string): void {
  const said = `${result.stderr}\n${outputOf(result)}`;
  const complaint = /^(Error: .*|.*Exception.*|Killed.*|.*Permission denied.*|.*not found.*)$/m.exec(
    said,
  )?.[0];
  if (result.code === 0 && complaint === undefined) return;
  if (said.includes('INJECT_EVENTS')) throw inputForbidden();
  throw actionFailed(
    `${what} failed on the phone (exit ${result.code}): ${(complaint ?? said).trim().slice(0, 200)}`,
  );
}

/** Some makers have one more switch that lets a computer touch or type (MIUI, ColorOS, realme UI). */
export function inputForbidden(): Error {
  return permissionDenied(
    'The phone does not let a computer touch or type (INJECT_EVENTS). In its developer options switch on ' +
      '"USB debugging (Security settings)" (Xiaomi) or "Disable permission monitoring" (OPPO, realme), then try again.',
  );
}
