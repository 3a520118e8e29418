import type { Call } from '@handeye/core/call/call';
import { orAborted } from '@handeye/core/call/call';
import { ConnectionLost } from '../errors.ts';
import type { ShellCommand } from './quote.ts';
import { ShellPackets, stdinPacket } from './shell-packets.ts';
import { closeOnAbort } from '../transport.ts';
import type { AdbStream, Transport } from '../transport.ts';

/** The limit for the kept errors of a program that runs for hours; the newest are kept. */
const MOST_STDERR_CHARACTERS = 64 * 1024;

/** A program that runs on the phone (logcat, uinput, instrument), on a stream of its own. */
export interface Program {
  /** Its output as it arrives; on Android 5 and 6 including its errors. Ending the iteration closes the program. */
  readonly stdout: AsyncIterable<Uint8Array>;
  /** The errors it has printed so far. */
  readonly stderr: string;
  /** Known when stdout has ended; never on Android 5 and 6. */
  readonly code: number | undefined;
  /** Writes to its stdin; resolves when there is room for more. */
  write(bytes: Uint8Array): Promise<void>;
  /** Closes the stream, which sends the program SIGHUP. */
  close(): void;
}

/**
 * Starts one program with `exec`, so that the SIGHUP of a closed stream reaches the program itself: adbd sends it to
 * the process that it started, which would otherwise be a waiting shell.
 */
export async function startProgram(
  transport: Transport,
  command: ShellCommand,
  call: Call,
): Promise<Program> {
  const hasPackets = transport.features.has('shell_v2');
  const prefix = hasPackets ? 'shell,v2,raw' : 'exec';
  const stream = await transport.open(`${prefix}:exec ${command.text}`, call);
  return new (hasPackets ? PacketProgram : BareProgram)(transport, stream, call);
}

class BareProgram implements Program {
  readonly stdout: AsyncIterable<Uint8Array>;
  readonly stderr: string = '';
  readonly code: number | undefined = undefined;
  readonly #transport: Transport;
  readonly #stream: AdbStream;
  readonly #signal: AbortSignal;
  readonly #unbind: () => void;

  constructor(transport: Transport, stream: AdbStream, call: Call) {
    this.#transport = transport;
    this.#stream = stream;
    this.#signal = call.signal;
    this.#unbind = closeOnAbort(stream, call.signal);
    this.stdout = this.#output();
  }

  write(bytes: Uint8Array): Promise<void> {
    return this.#stream.write(bytes);
  }

  close(): void {
    this.#unbind();
    this.#stream.close();
  }

  async *#output(): AsyncGenerator<Uint8Array> {
    try {
      for (;;) {
        const bytes = await orAborted(this.#read(), this.#signal);
        if (!bytes && this.hasEnded(this.#transport)) return;
        if (!bytes) throw new ConnectionLost(this.#transport.serial);
        yield* this.take(bytes);
      }
    } finally {
      this.close();
    }
  }

  async #read(): Promise<Uint8Array | undefined> {
    try {
      return await this.#stream.read();
    } catch (error) {
      throw new ConnectionLost(this.#transport.serial, error);
    }
  }

  /** Whether the end of the stream is the end of the program. */
  protected hasEnded({ isClosed }: Transport): boolean {
    return !isClosed;
  }

  /** The output in the bytes that arrived. */
  protected take(bytes: Uint8Array): readonly Uint8Array[] {
    return [bytes];
  }
}

class PacketProgram extends BareProgram {
  override stderr = '';
  override code: number | undefined = undefined;
  #printed: Uint8Array[] = [];
  readonly #decoder = new TextDecoder();
  readonly #packets = new ShellPackets({
    stdout: (bytes) => this.#printed.push(bytes),
    stderr: (bytes) => {
      const text = this.stderr + this.#decoder.decode(bytes, { stream: true });
      this.stderr = text.slice(-MOST_STDERR_CHARACTERS);
    },
    exit: (code) => (this.code = code),
  });

  override write(bytes: Uint8Array): Promise<void> {
    return super.write(stdinPacket(bytes));
  }

  protected override hasEnded(): boolean {
    return this.code !== undefined;
  }

  protected override take(bytes: Uint8Array): readonly Uint8Array[] {
    this.#packets.push(bytes);
    return this.#printed.splice(0);
  }
}
