import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import type { TestContext } from 'node:test';
import { type Adbd, type AdbdOptions, startAdbd } from '../../src/adbd/daemon.ts';
import {
  PacketCommand,
  encodePacket,
  MAX_PAYLOAD,
  type Packet,
  PacketParser,
} from '../../src/adbd/packet.ts';
import { SmallDevice } from './small-device.ts';

/** A host that speaks packet by packet, so that a test can break the rules of real hosts. */
export class RawHost {
  readonly socket: Socket;
  readonly #packets: AsyncGenerator<Packet>;

  private constructor(socket: Socket) {
    this.socket = socket;
    this.#packets = packetsOf(socket);
  }

  static async connect(t: TestContext, port: number): Promise<RawHost> {
    const socket = connect({ port, host: '127.0.0.1', noDelay: true });
    socket.on('error', () => undefined);
    t.after(() => socket.destroy());
    await once(socket, 'connect');
    return new RawHost(socket);
  }

  /** Connects, greets and waits for the phone's greeting. */
  static async online(t: TestContext, port: number, features = ''): Promise<RawHost> {
    const host = await RawHost.connect(t, port);
    host.greet(features);
    await host.expect('CNXN');
    return host;
  }

  greet(features = ''): void {
    this.send('CNXN', 0x01000001, MAX_PAYLOAD, `host::features=${features}`);
  }

  send(
    command: keyof typeof PacketCommand,
    arg0: number,
    arg1: number,
    payload: string | Uint8Array = '',
  ): void {
    const bytes = Buffer.from(payload as string); // Buffer.from takes either
    this.socket.write(encodePacket({ command: PacketCommand[command], arg0, arg1, payload: bytes }));
  }

  /** The next packet; undefined when the phone hung up. */
  async next(): Promise<Packet | undefined> {
    const result = await this.#packets.next();
    return result.done === true ? undefined : result.value;
  }

  async expect(command: keyof typeof PacketCommand): Promise<Packet> {
    const packet = await this.next();
    if (packet?.command === PacketCommand[command]) return packet;
    throw new Error(`expected ${command}, got ${packet === undefined ? 'the end' : nameOf(packet)}`);
  }

  /** Skips packets until the first one of this kind. */
  async until(command: keyof typeof PacketCommand): Promise<Packet> {
    for (;;) {
      const packet = await this.next();
      if (packet === undefined) throw new Error(`the connection ended before ${command}`);
      if (packet.command === PacketCommand[command]) return packet;
    }
  }

  /** Opens a stream as `id` and reads until it is closed, as a host without delayed acks does. */
  async call(service: string, id = 1): Promise<string> {
    this.send('OPEN', id, 0, `${service}\0`);
    const chunks: Uint8Array[] = [];
    for (;;) {
      const packet = await this.next();
      if (packet === undefined) throw new Error(`the connection ended during ${service}`);
      if (packet.command === PacketCommand.WRTE) {
        chunks.push(packet.payload);
        this.send('OKAY', id, packet.arg0);
      }
      if (packet.command === PacketCommand.CLSE) {
        if (packet.arg0 !== 0) this.send('CLSE', id, packet.arg0);
        else if (chunks.length === 0) throw new Error(`refused: ${service}`);
        return Buffer.concat(chunks).toString('latin1');
      }
    }
  }
}

/** A daemon on a small device; both end with the test. */
export async function smallPhone(
  t: TestContext,
  options: Omit<AdbdOptions, 'device'> & { device?: SmallDevice } = {},
): Promise<{ adbd: Adbd; device: SmallDevice; log: string[] }> {
  const log: string[] = [];
  const device = options.device ?? new SmallDevice();
  const adbd = await startAdbd({ onLog: (line) => log.push(line), ...options, device });
  t.after(() => adbd.close());
  return { adbd, device, log };
}

function nameOf(packet: Packet): string {
  return (
    Object.entries(PacketCommand).find(([, value]) => value === packet.command)?.[0] ?? String(packet.command)
  );
}

async function* packetsOf(socket: Socket): AsyncGenerator<Packet> {
  const parser = new PacketParser();
  parser.maxPayload = MAX_PAYLOAD;
  parser.checksums = false;
  try {
    for await (const chunk of socket as AsyncIterable<Buffer>) yield* parser.push(chunk);
  } catch {
    // a reset ends a connection, too
  }
}
