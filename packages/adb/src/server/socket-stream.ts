import { connect } from 'node:net';
import type { Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';
import type { TLSSocket } from 'node:tls';
import type { Call } from '@handeye/core/call/call';
import { orAborted } from '@handeye/core/call/call';
import { ByteQueue } from '../byte-reader.ts';
import { ProtocolError } from '../errors.ts';
import type { AdbStream } from '../transport.ts';

/** At this many unread bytes the socket is paused, which slows down the adb server and the phone. */
const MOST_UNREAD_BYTES = 1024 * 1024;
/** Writers wait for room, but answers are sent without waiting. A peer that never reads them is cut off at this size. */
const MOST_UNSENT_BYTES = 64 * 1024 * 1024;

/** A connection that was upgraded to TLS. */
export interface TlsStream {
  readonly stream: SocketStream;
  /** For what TLS knows of the peer; to be read and written by the stream only. */
  readonly session: TLSSocket;
}

/** A connection to a TCP port as a stream. */
export class SocketStream implements AdbStream {
  readonly #socket: Socket;
  readonly #received = new ByteQueue();

  /** Connects within the call; rejects with Node's error (ECONNREFUSED, …) if nothing listens. */
  static async connect(address: { host: string; port: number }, call: Call): Promise<SocketStream> {
    const socket = connect({ ...address, noDelay: true });
    try {
      await orAborted(
        new Promise<void>((resolve, reject) => {
          socket.once('connect', resolve).once('error', reject);
        }),
        call.signal,
      );
    } catch (error) {
      socket.on('error', () => undefined);
      socket.destroy();
      throw error;
    }
    return new SocketStream(socket);
  }

  private constructor(socket: Socket) {
    this.#socket = socket;
    socket.on('data', (bytes: Buffer) => {
      this.#received.push(bytes);
      if (this.#received.size > MOST_UNREAD_BYTES) socket.pause();
    });
    socket.on('error', (error) => {
      this.#received.end(error);
    });
    socket.on('end', () => {
      this.#received.end();
    });
    socket.on('close', () => {
      this.#received.end();
    });
  }

  get ended(): boolean {
    return this.#received.isDrained;
  }

  /**
   * Goes on in TLS 1.3, as a client with this key and certificate; this stream is not to be used any longer. The peer's
   * certificate is for the caller to judge: phones sign their own.
   */
  async startTls(credentials: { key: string; cert: string }, call: Call): Promise<TlsStream> {
    // The peer of a TLS client waits for it; what was sent before that would not be protected.
    if (this.#received.size > 0) throw new ProtocolError('The other side spoke before TLS began.');
    this.#socket.removeAllListeners('data').pause();
    const versions = { minVersion: 'TLSv1.3', maxVersion: 'TLSv1.3' } as const;
    const session = connectTls({
      socket: this.#socket,
      ...credentials,
      ...versions,
      rejectUnauthorized: false,
    });
    const ready = new Promise<void>((resolve, reject) => {
      session
        .once('secureConnect', resolve)
        .once('error', reject)
        .once('close', () => {
          reject(new Error('the connection was closed'));
        });
    });
    try {
      await orAborted(ready, call.signal);
    } catch (error) {
      session.on('error', () => undefined).destroy();
      throw error;
    }
    return { stream: new SocketStream(session), session };
  }

  /** Calls back once, when either side has ended the connection. */
  onceClosed(then: () => void): void {
    this.#socket.once('close', then);
  }

  read(): Promise<Uint8Array | undefined> {
    if (this.#socket.isPaused()) this.#socket.resume();
    return this.#received.read();
  }

  /** Puts back bytes that were read too far. */
  unread(bytes: Uint8Array): void {
    this.#received.unread(bytes);
  }

  write(bytes: Uint8Array): Promise<void> {
    if (this.#socket.writableLength > MOST_UNSENT_BYTES) this.#socket.destroy();
    if (this.#socket.destroyed) return Promise.reject(new Error('the connection is closed'));
    if (this.#socket.write(bytes)) return Promise.resolve();
    return new Promise((resolve, reject) => {
      const settle = () => {
        this.#socket.off('drain', settle).off('close', settle);
        if (this.#socket.destroyed) reject(new Error('the connection broke while writing'));
        else resolve();
      };
      this.#socket.once('drain', settle).once('close', settle);
    });
  }

  close(): void {
    this.#received.end();
    this.#socket.destroy();
  }
}
