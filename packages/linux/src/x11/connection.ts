import type { Socket } from 'node:net';
import { createConnection } from 'node:net';
import type { Call } from '@handeye/core/call/call';
import { orAborted } from '@handeye/core/call/call';
import { ConnectionLost, RequestError, UnsupportedError } from './errors.ts';
import { events, opcodes, packetCode, padded } from './protocol.ts';
import type { Setup } from './setup.ts';
import { decodeSetup, encodeSetupRequest, setupLength } from './setup.ts';
import { readCookie } from './xauthority.ts';

/** A request: major opcode, the byte after it, and everything after the length. */
export interface Request {
  readonly opcode: number;
  readonly detail?: number;
  readonly body: Buffer;
}

interface PendingRequest {
  readonly resolve: (reply: Buffer) => void;
  readonly reject: (error: Error) => void;
}

const REPLY = 1;

/**
 * A connection to an X server. Requests are sent at once, replies arrive in order, events go to the listeners.
 * Small on purpose; the requests themselves are in the files beside it.
 */
export class X11Connection {
  readonly setup: Setup;
  readonly #socket: Socket;
  /** By the lower 16 bits of the sequence number, which is all that replies carry. */
  readonly #pending = new Map<number, PendingRequest>();
  readonly #listeners = new Set<(event: Buffer) => void>();
  #sequence = 0;
  #lastId = 0;
  #unread: Buffer;
  #endReason: Error | undefined;

  private constructor(socket: Socket, setup: Setup, rest: Buffer) {
    this.#socket = socket;
    this.setup = setup;
    this.#unread = rest;
    socket.on('data', (bytes) => {
      this.#receive(bytes);
    });
    socket.on('error', (error) => {
      this.#end(new ConnectionLost(error.message, { cause: error }));
    });
    socket.on('close', () => {
      this.#end(new ConnectionLost('the X server closed the connection'));
    });
  }

  /** Connects to a local display (`:0`, `:1.0`). */
  static async connect(display: string, environment: NodeJS.ProcessEnv, call: Call): Promise<X11Connection> {
    const [, number, screen] = /^(?:unix)?:(\d+)(?:\.(\d+))?$/.exec(display) ?? [];
    if (number === undefined) throw new UnsupportedError(`'${display}' is not a local X display`);
    const cookie = await readCookie(Number(number), environment);
    const socket = createConnection(`/tmp/.X11-unix/X${number}`);
    try {
      socket.write(encodeSetupRequest(cookie));
      const { reply, rest } = await orAborted(readSetupReply(socket), call.signal);
      return new X11Connection(socket, decodeSetup(reply, Number(screen ?? 0)), rest);
    } catch (error) {
      socket.destroy();
      throw error;
    }
  }

  /** True once the connection has ended. */
  get ended(): boolean {
    return this.#endReason !== undefined;
  }

  /** A new resource id, for a window of ours. */
  newId(): number {
    this.#lastId += 1;
    return (this.setup.idBase | (this.#lastId & this.setup.idMask)) >>> 0;
  }

  /** Sends a request that has no reply. Errors of such requests are ignored. */
  send(request: Request): void {
    if (this.#endReason) return;
    this.#sequence += 1;
    this.#write(request);
  }

  /** Sends a request and waits for its reply. */
  request(request: Request): Promise<Buffer> {
    if (this.#endReason) return Promise.reject(this.#endReason);
    this.#sequence += 1;
    const sequence = this.#sequence & 0xffff;
    return new Promise((resolve, reject) => {
      this.#pending.set(sequence, { resolve, reject });
      this.#write(request);
    });
  }

  /** Waits until the server has processed everything sent so far, as XSync does: by the cheapest round trip. */
  async sync(): Promise<void> {
    await this.request({ opcode: opcodes.getInputFocus, body: Buffer.alloc(0) });
  }

  /** Passes every event to the listener until the returned function is called. */
  listen(listener: (event: Buffer) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  close(): void {
    this.#end(new ConnectionLost('the X connection was closed'));
    this.#socket.destroySoon();
  }

  #write({ opcode, detail = 0, body }: Request): void {
    const header = Buffer.alloc(4);
    header[0] = opcode;
    header[1] = detail;
    header.writeUInt16LE((4 + padded(body.length)) / 4, 2);
    const padding = Buffer.alloc(padded(body.length) - body.length);
    this.#socket.write(Buffer.concat([header, body, padding]));
  }

  #receive(bytes: Buffer): void {
    this.#unread = this.#unread.length === 0 ? bytes : Buffer.concat([this.#unread, bytes]);
    while (this.#unread.length >= 32) {
      const code = packetCode(this.#unread);
      // Only replies and generic events are longer than 32 bytes.
      const hasMore = code === REPLY || code === events.genericEvent;
      const length = 32 + (hasMore ? 4 * this.#unread.readUInt32LE(4) : 0);
      if (this.#unread.length < length) return;
      const packet = this.#unread.subarray(0, length);
      this.#unread = this.#unread.subarray(length);
      this.#deliver(code, packet);
    }
  }

  #deliver(code: number, packet: Buffer): void {
    if (code > REPLY) {
      for (const listener of this.#listeners) listener(packet);
      return;
    }
    const sequence = packet.readUInt16LE(2);
    const pending = this.#pending.get(sequence);
    this.#pending.delete(sequence);
    if (code === REPLY) pending?.resolve(packet);
    else pending?.reject(new RequestError(packet.readUInt8(1), packet.readUInt8(10)));
  }

  #end(reason: Error): void {
    if (this.#endReason) return;
    this.#endReason = reason;
    for (const { reject } of this.#pending.values()) reject(reason);
    this.#pending.clear();
  }
}

function readSetupReply(socket: Socket): Promise<{ reply: Buffer; rest: Buffer }> {
  return new Promise((resolve, reject) => {
    let received = Buffer.alloc(0);
    socket.on('data', (bytes: Buffer) => {
      received = Buffer.concat([received, bytes]);
      const length = setupLength(received);
      if (length === undefined || received.length < length) return;
      socket.removeAllListeners();
      resolve({ reply: received.subarray(0, length), rest: received.subarray(length) });
    });
    socket.once('error', (error) => {
      reject(new ConnectionLost(error.message, { cause: error }));
    });
    socket.once('close', () => {
      reject(new ConnectionLost('the X server closed the connection'));
    });
  });
}
