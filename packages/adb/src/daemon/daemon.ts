/**
 * A direct connection to a phone's daemon over TCP. @yume-chan/adb knows the protocol well, but its web streams take twice the
 * time of a turn in a kept shell, and waiting for the user's tap, TLS and cancellation would have to be built
 * around it. The rest is small.
 */
import type { Call } from '@handeye/core/call/call';
import { DeadlineExceeded, orAborted } from '@handeye/core/call/call';
import { shakeHands } from './handshake.ts';
import type { Accepted, HandshakeOptions } from './handshake.ts';
import { PacketCommand, NO_DATA, encodePacket } from './packet.ts';
import type { Packet, PacketReader } from './packet.ts';
import { bufferOf, ByteQueue } from '../byte-reader.ts';
import { AdbError, ProtocolError, ServiceRefused } from '../errors.ts';
import { SocketStream } from '../server/socket-stream.ts';
import { ClosingTransport } from '../transport.ts';
import type { AdbStream, Transport } from '../transport.ts';
import { Unreachable, unreachable } from '../unreachable.ts';

const DEFAULT_PORT = 5555;
/** How much a phone with delayed acks may send ahead; also the size at which an unread stream stops the phone. */
const WINDOW_BYTES = 4 * 1024 * 1024;
/** A window that was acknowledged before the half of it was read, and one sent after that. */
const MOST_UNREAD_BYTES = 2 * WINDOW_BYTES;

/** Parses `tcp:192.168.1.5:5555`; the port is optional. Undefined if the name has another form. */
export function daemonAddress(name: string): { host: string; port: number } | undefined {
  const [, host, port] = /^tcp:(\[[^\]]+\]|[^:]+)(?::(\d+))?$/.exec(name) ?? [];
  return host === undefined
    ? undefined
    : { host: host.replace(/^\[|\]$/g, ''), port: Number(port ?? DEFAULT_PORT) };
}

export interface DaemonOptions extends HandshakeOptions {
  /** Default: the address in the serial (`tcp:host:port`). */
  readonly address?: { readonly host: string; readonly port: number };
}

/** A connection to a daemon. */
export interface DaemonLink extends Transport {
  /** SHA-256 of the public key in the phone's certificate, if the connection is protected by TLS. */
  readonly tlsKey?: string | undefined;
}

/** Connects to a daemon, and waits until the phone accepts us. */
export async function connectDaemon(options: DaemonOptions, call: Call): Promise<DaemonLink> {
  const address = options.address ?? daemonAddress(options.serial);
  if (!address) throw new TypeError(`${options.serial} is not tcp:host:port`);
  const socket = await SocketStream.connect(address, call).catch((error: unknown) => {
    throw call.signal.aborted ? error : nobodyAnswers(options.serial, error);
  });
  try {
    return new DaemonTransport(
      options.serial,
      await orAborted(shakeHands(socket, { ...options, call }), call.signal),
    );
  } catch (error) {
    socket.close();
    if (error instanceof AdbError || error instanceof DeadlineExceeded || call.signal.aborted) throw error;
    throw unreachable(options.serial, 'offline', error); // connection reset: typical for a phone that is starting
  }
}

function nobodyAnswers(serial: string, cause: unknown): Unreachable {
  const reason = cause instanceof Error ? cause.message : String(cause);
  return new Unreachable(
    'absent',
    `No phone answers at ${serial} (${reason}). Check that it is on and in this network, and that its daemon listens: "adb tcpip 5555" once over USB.`,
    { cause },
  );
}

class DaemonTransport extends ClosingTransport implements DaemonLink {
  readonly needsNudge = false;
  readonly tlsKey: string | undefined;
  readonly maxPayload: number;
  /** Acks count bytes; without it, each WRTE waits for its OKAY (before Android 14). */
  readonly hasDelayedAcks: boolean;
  readonly #hasChecksums: boolean;
  readonly #socket: SocketStream;
  readonly #streams = new Map<number, DaemonStream>();
  #lastId = 0;

  constructor(serial: string, { socket, packets, greeting }: Accepted) {
    super({ serial, ...greeting });
    this.tlsKey = greeting.tlsKey;
    this.maxPayload = greeting.maxPayload;
    this.#hasChecksums = greeting.hasChecksums;
    this.hasDelayedAcks = this.features.has('delayed_ack');
    this.#socket = socket;
    void this.#receive(packets);
  }

  get openStreams(): number {
    return this.#streams.size;
  }

  async open(service: string, call: Call): Promise<AdbStream> {
    this.mustBeOpen();
    call.signal.throwIfAborted();
    const id = ++this.#lastId;
    const stream = new DaemonStream(id, this);
    this.#streams.set(id, stream);
    try {
      const ids = { local: id, remote: this.hasDelayedAcks ? WINDOW_BYTES : 0 };
      await this.send(PacketCommand.OPEN, ids, Buffer.from(`${service}\0`));
      await orAborted(stream.opened, call.signal);
      return stream;
    } catch (error) {
      stream.close();
      throw error;
    }
  }

  protected override closeStreams(reason: Error | undefined): void {
    const lost = reason ?? unreachable(this.serial, 'offline');
    for (const stream of this.#streams.values()) stream.lost(lost);
    this.#streams.clear();
    this.#socket.close();
  }

  /** Never rejects: if the connection is gone, `close` tells every stream. */
  async send(command: number, ids: { local: number; remote: number }, data: Uint8Array): Promise<void> {
    const packet = { command, arg0: ids.local, arg1: ids.remote, data };
    await this.#socket.write(encodePacket(packet, this.#hasChecksums)).catch(() => undefined);
  }

  forget(id: number): void {
    this.#streams.delete(id);
  }

  async #receive(packets: PacketReader): Promise<void> {
    try {
      for (;;) {
        const bytes = await this.#socket.read();
        if (!bytes) break;
        for (const packet of packets.push(bytes)) this.#handle(packet);
      }
      await this.close(unreachable(this.serial, 'offline'));
    } catch (error) {
      await this.close(unreachable(this.serial, 'offline', error));
    }
  }

  /** arg0 is the sender's id of the stream, arg1 the receiver's. */
  #handle({ command, arg0, arg1, data }: Packet): void {
    const stream = this.#streams.get(arg1);
    if (command === PacketCommand.WRTE) stream?.received(data);
    else if (command === PacketCommand.OKAY) stream?.acknowledged(arg0, data);
    else if (command === PacketCommand.CLSE) {
      stream?.closedByPhone();
      this.forget(arg1);
    } else if (command === PacketCommand.OPEN) {
      // We use no reverse forwarding, so the phone has nothing to open here.
      void this.send(PacketCommand.CLSE, { local: 0, remote: arg0 }, NO_DATA);
    }
  }
}

/** One stream of a connection to a daemon. */
class DaemonStream implements AdbStream {
  readonly opened: Promise<void>;
  readonly #id: number;
  readonly #link: DaemonTransport;
  readonly #received = new ByteQueue();
  #remoteId = 0;
  #isClosed = false;
  #unacknowledged = 0;
  /** How many bytes (delayed acks) or packets may be sent now. */
  #credit = 0;
  #writing: Promise<void> = Promise.resolve();
  #wake: () => void = () => undefined;
  #settleOpening: { resolve: () => void; reject: (error: Error) => void } | undefined;

  constructor(id: number, link: DaemonTransport) {
    this.#id = id;
    this.#link = link;
    this.opened = new Promise((resolve, reject) => (this.#settleOpening = { resolve, reject }));
    this.opened.catch(() => undefined); // the caller of `open` may be gone by then
  }

  get ended(): boolean {
    return this.#received.isDrained;
  }

  read(): Promise<Uint8Array | undefined> {
    const bytes = this.#received.read();
    this.#acknowledge();
    return bytes;
  }

  write(bytes: Uint8Array): Promise<void> {
    const turn = this.#writing.then(() => this.#write(bytes));
    this.#writing = turn.catch(() => undefined);
    return turn;
  }

  close(): void {
    this.#finish();
  }

  /** OKAY: the phone opened the stream, or received what was sent. */
  acknowledged(remoteId: number, data: Uint8Array): void {
    const isFirst = this.#remoteId === 0;
    this.#remoteId = remoteId;
    if (this.#isClosed) {
      // Closed while it was being opened: only now does the phone have a stream to close.
      this.#sendClose();
      return;
    }
    this.#credit =
      this.#link.hasDelayedAcks && data.length >= 4 ? this.#credit + bufferOf(data).readInt32LE() : 1;
    if (isFirst) this.#settleOpening?.resolve();
    this.#wake();
  }

  /** WRTE: the phone sent bytes. */
  received(data: Uint8Array): void {
    this.#unacknowledged += data.length;
    this.#received.push(data);
    // A daemon never sends more than it may; something that only pretends to be one shall not fill the memory.
    if (this.#received.size > MOST_UNREAD_BYTES) {
      void this.#link.close(new ProtocolError(`${this.#link.serial} sends more than it may.`));
      return;
    }
    this.#acknowledge();
  }

  /** CLSE: the phone ended the stream, or refused the service. */
  closedByPhone(): void {
    this.#settleOpening?.reject(new ServiceRefused(this.#link.serial));
    this.#finish();
  }

  /** The connection is gone. */
  lost(error: Error): void {
    this.#settleOpening?.reject(error);
    this.#received.end(error);
    this.#isClosed = true;
    this.#wake();
  }

  #finish(): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.#received.end();
    this.#wake();
    if (this.#remoteId !== 0) this.#sendClose();
  }

  #sendClose(): void {
    this.#link.forget(this.#id);
    void this.#send(PacketCommand.CLSE, NO_DATA);
  }

  /** Acknowledges early, so that the phone keeps sending while we read, but not for a stream without a reader. */
  #acknowledge(): void {
    if (this.#unacknowledged === 0 || this.#isClosed || this.#received.size > WINDOW_BYTES / 2) return;
    const count = Buffer.alloc(this.#link.hasDelayedAcks ? 4 : 0);
    if (count.length > 0) count.writeInt32LE(this.#unacknowledged);
    this.#unacknowledged = 0;
    void this.#send(PacketCommand.OKAY, count);
  }

  async #write(bytes: Uint8Array): Promise<void> {
    for (let rest = bytes; rest.length > 0;) {
      while (this.#credit <= 0 && !this.#isClosed)
        await new Promise<void>((resolve) => (this.#wake = resolve));
      if (this.#isClosed) throw new Error('the stream is closed');
      const { hasDelayedAcks, maxPayload } = this.#link;
      const part = rest.subarray(0, hasDelayedAcks ? Math.min(this.#credit, maxPayload) : maxPayload);
      this.#credit -= hasDelayedAcks ? part.length : 1;
      await this.#send(PacketCommand.WRTE, part);
      rest = rest.subarray(part.length);
    }
  }

  #send(command: number, data: Uint8Array): Promise<void> {
    return this.#link.send(command, { local: this.#id, remote: this.#remoteId }, data);
  }
}
