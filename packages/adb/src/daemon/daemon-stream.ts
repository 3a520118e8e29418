import { bufferOf, ByteQueue } from '../byte-reader.ts';
import { ServiceRefused } from '../errors.ts';
import { PacketCommand, NO_DATA } from './packet.ts';
import type { AdbStream } from '../transport.ts';

/** How much a phone with delayed acks may send ahead; also the size at which an unread stream stops the phone. */
export const WINDOW_BYTES = 4 * 1024 * 1024;

/** The connection, as a stream sees it. */
export interface StreamLink {
  readonly serial: string;
  readonly maxPayload: number;
  /** Acks count bytes; without it, each WRTE waits for its OKAY (before Android 14). */
  readonly hasDelayedAcks: boolean;
  send(command: number, ids: { local: number; remote: number }, data: Uint8Array): Promise<void>;
  forget(id: number): void;
}

/** One stream of a connection to a daemon. */
export class DaemonStream implements AdbStream {
  readonly opened: Promise<void>;
  readonly #id: number;
  readonly #link: StreamLink;
  readonly #received = new ByteQueue();
  #remoteId = 0;
  #isClosed = false;
  #unacknowledged = 0;
  /** How many bytes (delayed acks) or packets may be sent now. */
  #credit = 0;
  #writing: Promise<void> = Promise.resolve();
  #wake: () => void = () => undefined;
  #settleOpening: { resolve: () => void; reject: (error: Error) => void } | undefined;

  constructor(id: number, link: StreamLink) {
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
