import type { Call } from '../call/call.ts';
import type { AdbDevice } from './adb/phone.ts';
import type { Result } from './adb/shell/kept-shell.ts';
import type { Program } from './adb/shell/program.ts';
import { type Argument, type Command, sh as quotedCommand } from './adb/shell/quote.ts';
import type { PhoneSpeed } from './adb/speed.ts';
import type { FileStatus, FileToPush } from './adb/sync.ts';
import type { AdbStream } from './adb/transport.ts';
import { toDeviceError } from './errors.ts';

/** A phone as this platform uses it: over ADB, whose errors are translated here into those of the device port. */
export class Phone {
  readonly #adb: AdbDevice;

  constructor(adb: AdbDevice) {
    this.#adb = adb;
  }

  get serial(): string {
    return this.#adb.serial;
  }

  /** How slow it is, by what it answered so far. */
  get speed(): PhoneSpeed {
    return this.#adb.speed;
  }

  /** Runs a command to its end, without stdin. Its exit code is a result, not an error. */
  run(command: Command, call: Call): Promise<Result> {
    return translated(this.#adb.run(command, call));
  }

  /** Runs several commands one after the other, whatever their exit codes, in one round trip. */
  script(commands: readonly Command[], call: Call): Promise<Result[]> {
    return translated(this.#adb.script(commands, call));
  }

  /** Starts one program that runs on and has stdin; it ends with the call, or by `close`. */
  async stream(command: Command, call: Call): Promise<Program> {
    return translatedProgram(await translated(this.#adb.stream(command, call)));
  }

  /** Opens a service of the phone, such as a port it listens on (`tcp:6790`). The call bounds the opening only. */
  connect(service: string, call: Call): Promise<AdbStream> {
    return translated(this.#adb.connect(service, call));
  }

  /** What is at a path of the phone; undefined where nothing is. */
  stat(path: string, call: Call): Promise<FileStatus | undefined> {
    return translated(this.#adb.stat(path, call));
  }

  /** Writes a file; directories on the way are made. */
  push(file: FileToPush, call: Call): Promise<void> {
    return translated(this.#adb.push(file, call));
  }
}

/** A command for the phone's shell, quoted by adb/shell/quote.ts; a text that cannot be quoted is the caller's mistake. */
export function sh(template: TemplateStringsArray, ...args: readonly Argument[]): Command {
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
