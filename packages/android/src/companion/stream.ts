import type { Call } from '@handeye/core/call/call';
import { ShellPackets, stdinPacket } from '@handeye/adb/shell/shell-packets';
import type { ShellCommand } from '@handeye/adb/shell/quote';
import type { AdbStream } from '@handeye/adb/transport';
import { isServiceRefused } from '../errors.ts';
import type { Phone } from '../phone.ts';

/** The companion's stdin and stdout, as bare bytes. */
export type CompanionStream = Pick<AdbStream, 'read' | 'write' | 'close'>;

/**
 * Runs the companion by the service `exec:`, whose stream is not a terminal (Android 5 and later). A daemon without that
 * service has the shell protocol, which wraps the bytes in packets.
 */
export async function openStream(phone: Phone, command: ShellCommand, call: Call): Promise<CompanionStream> {
  try {
    return await phone.connect(`exec:${command.text}`, call);
  } catch (error) {
    if (!isServiceRefused(error)) throw error;
    return new PacketStream(await phone.connect(`shell,v2,raw:${command.text}`, call));
  }
}

class PacketStream implements CompanionStream {
  readonly #stream: AdbStream;
  readonly #printed: Uint8Array[] = [];
  readonly #packets = new ShellPackets({
    stdout: (bytes) => this.#printed.push(bytes),
    stderr: () => undefined,
    exit: () => undefined,
  });

  constructor(stream: AdbStream) {
    this.#stream = stream;
  }

  async read(): Promise<Uint8Array | undefined> {
    while (this.#printed.length === 0) {
      const bytes = await this.#stream.read();
      if (bytes === undefined) return undefined;
      this.#packets.push(bytes);
    }
    return this.#printed.shift();
  }

  write(bytes: Uint8Array): Promise<void> {
    return this.#stream.write(stdinPacket(bytes));
  }

  close(): void {
    this.#stream.close();
  }
}
