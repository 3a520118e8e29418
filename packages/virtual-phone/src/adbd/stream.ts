import type { Connection } from '../kernel/ports.ts';
import { BrokenPipe, type Sink, type Source } from '../kernel/process.ts';
import { Gate } from './gate.ts';
import { PacketCommand, type Packet, ProtocolError } from './packet.ts';

/**
 * How many bytes a host that supports delayed acks may send into a stream before the phone acknowledges. Real phones grant 32
 * MiB; less keeps a phone with many blocked streams small, and is as fast on a loopback.
 */
export const RECEIVE_WINDOW = 4 * 1024 * 1024;

/** The part of the connection that a stream uses. */
export interface Link {
  readonly maxPayload: number;
  /** Both sides announced `delayed_ack`: bytes are counted; otherwise each WRTE waits for its OKAY. */
  readonly delayedAck: boolean;
  send(packet: Packet): Promise<void>;
  /** Stops routing packets to a closed stream. */
  forget(stream: AdbStream): void;
}

/** One stream of a connection. Bytes are acknowledged once their reader asks for more, so a slow reader slows its host down. */
export class AdbStream implements Connection {
  readonly id: number;
  readonly maxPayload: number;
  readonly incoming: Source;
  readonly outgoing: Sink & { end(): void };

  readonly #link: Link;
  readonly #changed = new Gate();
  readonly #ending = new AbortController();
  readonly #received: Uint8Array[] = [];
  #unacknowledged = 0;
  #remoteId = 0;
  #credit = 0;
  #writing: Promise<void> = Promise.resolve();

  constructor(id: number, link: Link) {
    this.id = id;
    this.#link = link;
    this.maxPayload = link.maxPayload;
    this.incoming = this.#read();
    this.outgoing = {
      write: (bytes) => this.#enqueue(bytes),
      end: () => {
        this.close(); // ADB has no half-closed streams
      },
    };
  }

  /** Fires when either side closed the stream, or the connection is gone. */
  get closed(): AbortSignal {
    return this.#ending.signal;
  }

  /** Zero until the stream is open. */
  get remoteId(): number {
    return this.#remoteId;
  }

  /** The host opened this stream and grants that many bytes (delayed acks only). Resolves when the answer has left. */
  async accept(remoteId: number, grantedBytes: number): Promise<void> {
    this.#remoteId = remoteId;
    this.#credit = this.#link.delayedAck ? grantedBytes : 1;
    if (this.closed.aborted) return;
    await this.#sendOkay(RECEIVE_WINDOW);
  }

  /** Resolves once the host accepted the stream that the phone opened: false if it refused. */
  async opened(): Promise<boolean> {
    while (this.#remoteId === 0 && !this.closed.aborted) await this.#changed.wait();
    return !this.closed.aborted;
  }

  /** OKAY: the host took bytes. On a stream that the phone opened the first one also carries the host's id. */
  acknowledge(remoteId: number, payload: Uint8Array): void {
    this.#remoteId = remoteId;
    this.#credit = this.#link.delayedAck ? this.#credit + acknowledgedBytes(payload) : 1;
    this.#changed.wake();
  }

  /** WRTE: the host sent bytes. */
  receive(bytes: Uint8Array): void {
    // A real host may overdraw the window by one packet, because it looks at the window before it sends. Without delayed acks
    // adb sends on, unasked, when its own client has gone (`adb exec-in`): its poll reports the hang-up as bytes to read.
    if (this.#unacknowledged > RECEIVE_WINDOW) throw new ProtocolError('more bytes than were acknowledged');
    if (bytes.length === 0) {
      void this.#sendOkay(0);
      return;
    }
    this.#unacknowledged += bytes.length;
    this.#received.push(bytes);
    this.#changed.wake();
  }

  /** Closes the stream and tells the host. Like real hosts and phones it answers a CLSE with a CLSE. */
  close(): void {
    if (this.closed.aborted) return;
    if (this.#remoteId !== 0) {
      void this.#link.send({
        command: PacketCommand.CLSE,
        arg0: this.id,
        arg1: this.#remoteId,
        payload: NOTHING,
      });
    }
    this.abandon();
  }

  /** The connection is gone, so no CLSE is sent. */
  abandon(): void {
    this.#link.forget(this);
    this.#ending.abort();
    this.#changed.wake();
  }

  async *#read(): AsyncGenerator<Uint8Array> {
    for (;;) {
      const bytes = this.#received.shift();
      if (bytes !== undefined) {
        yield bytes;
        this.#unacknowledged -= bytes.length;
        if (!this.closed.aborted) void this.#sendOkay(bytes.length);
      } else if (this.closed.aborted) {
        return; // the bytes before the CLSE have been read by now
      } else {
        await this.#changed.wait();
      }
    }
  }

  #enqueue(bytes: Uint8Array): Promise<void> {
    const turn = this.#writing.then(() => this.#write(bytes));
    this.#writing = turn.catch(() => undefined);
    return turn;
  }

  async #write(bytes: Uint8Array): Promise<void> {
    let rest = bytes;
    while (rest.length > 0) {
      const part = rest.subarray(0, await this.#takeCredit());
      if (this.#link.delayedAck) this.#credit -= part.length;
      await this.#link.send({
        command: PacketCommand.WRTE,
        arg0: this.id,
        arg1: this.#remoteId,
        payload: part,
      });
      rest = rest.subarray(part.length);
    }
  }

  /** How many bytes may leave now; waits until it is at least one. */
  async #takeCredit(): Promise<number> {
    while (this.#credit <= 0 && !this.closed.aborted) await this.#changed.wait();
    if (this.closed.aborted) throw new BrokenPipe('the host closed the stream');
    if (this.#link.delayedAck) return Math.min(this.#credit, this.maxPayload);
    this.#credit = 0;
    return this.maxPayload;
  }

  #sendOkay(bytes: number): Promise<void> {
    const payload = this.#link.delayedAck ? Buffer.alloc(4) : NOTHING;
    if (payload.length > 0) payload.writeInt32LE(bytes);
    return this.#link.send({ command: PacketCommand.OKAY, arg0: this.id, arg1: this.#remoteId, payload });
  }
}

const NOTHING = Buffer.alloc(0);

function acknowledgedBytes(payload: Uint8Array): number {
  if (payload.length !== 4) throw new ProtocolError('a delayed ack without its count of bytes');
  return Buffer.from(payload).readInt32LE();
}
