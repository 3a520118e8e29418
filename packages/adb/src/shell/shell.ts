import { randomUUID } from 'node:crypto';
import type { Call } from '@handeye/core/call/call';
import { orAborted, withinLimit } from '@handeye/core/call/call';
import { bufferOf } from '../byte-reader.ts';
import { ConnectionLost } from '../errors.ts';
import { quote, sh } from './quote.ts';
import type { ShellCommand } from './quote.ts';
import { startProgram } from './program.ts';
import type { Program } from './program.ts';
import { ShellPackets, stdinPacket } from './shell-packets.ts';
import type { AdbStream, Transport } from '../transport.ts';
import { Unreachable, unreachable } from '../unreachable.ts';

/** The result of a command. */
export interface Result {
  readonly stdout: Uint8Array;
  /** Empty if the phone has no shell protocol (Android 5 and 6): there it is part of stdout. */
  readonly stderr: string;
  readonly code: number;
}

/** The most idle shells that are kept; further ones are closed after their command. */
const MOST_IDLE_SHELLS = 4;

const LINE_FEED = 0x0a;

/** The time that the phone has to end the programs of a call that is over. */
const KILL_LIMIT = 2000;

/** An answer in more chunks than this takes so long that 40 ms at its end do not matter. */
const MOST_NUDGES = 64;

/** The phone's shell. Commands in sequence share a kept shell; concurrent ones get a shell each. */
export class Shell {
  readonly #transport: Transport;
  readonly #idle: KeptShell[] = [];
  #isClosed = false;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /** Runs a command to its end, without stdin. Its exit code is a result, not an error. */
  async run(command: ShellCommand, call: Call): Promise<Result> {
    const [result] = await this.script([command], call);
    if (!result) throw new Error('one command has one result');
    return result;
  }

  /** Runs several commands one after the other, whatever their exit codes, in one round trip. */
  async script(commands: readonly ShellCommand[], call: Call): Promise<Result[]> {
    const shell = this.#takeIdle() ?? (await KeptShell.open(this.#transport, call));
    try {
      return await shell.turn(commands, call);
    } finally {
      this.#giveBack(shell);
    }
  }

  /** Starts a program that keeps running and has stdin; it ends with the call, or by `close`. */
  stream(command: ShellCommand, call: Call): Promise<Program> {
    return startProgram(this.#transport, command, call);
  }

  close(): void {
    this.#isClosed = true;
    for (const shell of this.#idle.splice(0)) shell.close();
  }

  #takeIdle(): KeptShell | undefined {
    for (;;) {
      const shell = this.#idle.pop();
      if (!shell || shell.isUsable) return shell;
      shell.close();
    }
  }

  #giveBack(shell: KeptShell): void {
    if (shell.isUsable && !this.#isClosed && this.#idle.length < MOST_IDLE_SHELLS) this.#idle.push(shell);
    else shell.close();
  }
}

/**
 * A shell on the phone that stays open, so that a command costs one round trip instead of a new stream. It reads its
 * commands from a pipe: on Android 5 from `exec:`, which is a pipe there; `shell:` would be a terminal, with echo and
 * CR LF.
 */
class KeptShell {
  readonly #transport: Transport;
  readonly #stream: AdbStream;
  readonly #hasPackets: boolean;
  #pid: number | undefined;
  #isBroken = false;

  static async open(transport: Transport, call: Call): Promise<KeptShell> {
    const hasPackets = transport.features.has('shell_v2');
    const stream = await transport.open(hasPackets ? 'shell,v2,raw:' : 'exec:sh', call);
    const shell = new KeptShell(transport, stream, hasPackets);
    await shell.#learnPid(call);
    return shell;
  }

  private constructor(transport: Transport, stream: AdbStream, hasPackets: boolean) {
    this.#transport = transport;
    this.#stream = stream;
    this.#hasPackets = hasPackets;
  }

  get isUsable(): boolean {
    return !this.#isBroken && !this.#stream.ended;
  }

  /** Runs the commands one after the other, whatever their exit codes, in one round trip. */
  async turn(commands: readonly ShellCommand[], call: Call): Promise<Result[]> {
    call.signal.throwIfAborted();
    try {
      return await orAborted(this.#exchange(commands), call.signal);
    } catch (error) {
      this.#isBroken = true;
      this.close();
      if (call.signal.aborted) void this.#endPrograms(call);
      throw error;
    }
  }

  close(): void {
    this.#stream.close();
  }

  /** No command of a caller has run yet, so a failure here may be tried again. */
  async #learnPid(call: Call): Promise<void> {
    try {
      const [result] = await this.turn([sh`echo $$`], call);
      this.#pid = Number(Buffer.from(result?.stdout ?? []).toString());
    } catch (error) {
      if (call.signal.aborted) throw error;
      throw new Unreachable('offline', `The shell of the phone ${this.#transport.serial} did not start.`, {
        cause: error,
      });
    }
  }

  async #exchange(commands: readonly ShellCommand[]): Promise<Result[]> {
    const mark = randomUUID().replaceAll('-', '');
    const stdout = new MarkedOutput(mark);
    const stderr = new MarkedOutput(mark);
    const isComplete = () =>
      stdout.parts.length === commands.length &&
      (!this.#hasPackets || stderr.parts.length === commands.length);
    const take = this.#taker(stdout, stderr);
    const script = commands.map((command) => this.#marked(command, mark)).join('');
    // Not awaited yet: a phone that prints before it has read all commands would deadlock with us.
    const writing = this.#stream.write(this.#encode(script));
    writing.catch(() => undefined);
    for (let pieces = 0; !isComplete(); pieces++) {
      if (pieces > 0 && pieces < MOST_NUDGES && this.#transport.needsNudge) this.#nudge();
      const bytes = await this.#stream.read().catch((error: unknown) => {
        throw new ConnectionLost(this.#transport.serial, error);
      });
      if (!bytes) throw new ConnectionLost(this.#transport.serial);
      take(bytes);
    }
    await writing;
    return stdout.parts.map(({ bytes, code }, index) => ({
      stdout: bytes,
      stderr: stderr.parts[index]?.bytes.toString() ?? '',
      code,
    }));
  }

  /** Sends an empty line, which the shell reads after the commands and ignores. See Transport.needsNudge. */
  #nudge(): void {
    this.#stream.write(this.#encode('\n')).catch(() => undefined); // the reader sees the end of the stream
  }

  #encode(script: string): Buffer {
    const bytes = Buffer.from(script);
    return this.#hasPackets ? stdinPacket(bytes) : bytes;
  }

  #taker(stdout: MarkedOutput, stderr: MarkedOutput): (bytes: Uint8Array) => void {
    if (!this.#hasPackets)
      return (bytes) => {
        stdout.push(bytes);
      };
    const packets = new ShellPackets({
      stdout: (bytes) => {
        stdout.push(bytes);
      },
      stderr: (bytes) => {
        stderr.push(bytes);
      },
      exit: () => undefined, // the stream ends right after this, which the reader sees
    });
    return (bytes) => {
      packets.push(bytes);
    };
  }

  /**
   * `eval` in a subshell: a command that exits, changes the directory or has a syntax error affects only itself.
   * Without stdin, because the next commands come from there. stdout and stderr each end with a mark: the phone sends
   * them in no fixed order.
   */
  #marked(command: ShellCommand, mark: string): string {
    const body = `(eval ${quote(command.text)}) </dev/null`;
    return this.#hasPackets
      ? `${body};r=$?;echo ${mark}$r;echo ${mark}$r >&2\n`
      : `${body} 2>&1;echo ${mark}$?\n`;
  }

  /**
   * Closing the stream ends only the shell (adbd sends it SIGHUP; Android 5 does not even do that). Its programs would go on
   * and, for example, get the next `uiautomator dump` killed. They share its process group. A phone that does not take this
   * command is gone.
   */
  async #endPrograms(call: Call): Promise<void> {
    if (this.#pid === undefined || this.#transport.isClosed) return;
    const kill = sh`kill -9 ${-this.#pid}`;
    try {
      await withinLimit({ clock: call.clock, limit: KILL_LIMIT }, async (killing) => {
        const stream = await this.#transport.open(`exec:${kill.text}`, killing);
        try {
          while (await orAborted(stream.read(), killing.signal));
        } finally {
          stream.close();
        }
      });
    } catch (error) {
      // Calls that have just opened a stream on this connection sent nothing yet: they try again on another.
      await this.#transport.close(unreachable(this.#transport.serial, 'offline', error));
    }
  }
}

/** The output of one command of a turn, and its exit code. */
interface MarkedPart {
  readonly bytes: Buffer;
  readonly code: number;
}

/**
 * Splits the shell's output into the outputs of its commands. After each one the shell prints the mark, the exit code and a
 * line feed. The mark is random, so no output can contain it by chance or on purpose.
 */
class MarkedOutput {
  readonly parts: MarkedPart[] = [];
  readonly #mark: Buffer;
  #pieces: Buffer[] = [];
  /** Held back: it may be the start of a mark. */
  #tail: Buffer = Buffer.alloc(0);

  constructor(mark: string) {
    this.#mark = Buffer.from(mark);
  }

  push(chunk: Uint8Array): void {
    let bytes = this.#tail.length === 0 ? bufferOf(chunk) : Buffer.concat([this.#tail, chunk]);
    for (;;) {
      const at = bytes.indexOf(this.#mark);
      const end = at === -1 ? -1 : bytes.indexOf(LINE_FEED, at + this.#mark.length);
      if (end === -1) {
        const known = at === -1 ? Math.max(0, bytes.length - this.#mark.length + 1) : at;
        if (known > 0) this.#pieces.push(bytes.subarray(0, known));
        this.#tail = bytes.subarray(known);
        return;
      }
      if (at > 0) this.#pieces.push(bytes.subarray(0, at));
      this.#finishPart(Number(bytes.toString('latin1', at + this.#mark.length, end)));
      bytes = bytes.subarray(end + 1);
    }
  }

  #finishPart(code: number): void {
    const [only, another] = this.#pieces;
    this.parts.push({ bytes: only && !another ? only : Buffer.concat(this.#pieces), code });
    this.#pieces = [];
  }
}
