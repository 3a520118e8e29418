import type { Socket } from 'node:net';
import { createConnection } from 'node:net';
import type { Call } from '../../device/call.ts';
import { orAborted } from '../../device/call.ts';
import { readCookie } from './authority.ts';
import type { Setup } from './setup.ts';
import { decodeSetup, encodeHello, padded, setupLength } from './setup.ts';

/** A request to an X server: its number, the byte that stands second, and everything after the length. */
export interface Request {
  readonly opcode: number;
  readonly detail?: number;
  readonly body: Buffer;
}

/** An X server's error: the window or property that was meant is not there, or something is not allowed. */
export class XError extends Error {
  override readonly name = 'XError';
  constructor(
    readonly code: number,
    readonly opcode: number,
  ) {
    super(`the X server answered request ${opcode} with error ${code}`);
  }
}

interface Pending {
  readonly resolve: (reply: Buffer) => void;
  readonly reject: (error: Error) => void;
}

/** Besides answers, the only packets longer than 32 bytes. */
const GENERIC_EVENT = 35;

/**
 * A connection to an X server: requests leave at once, answers come back in their order, events are handed on.
 * Small on purpose; the requests themselves are in the files beside it.
 */
export class XServer {
  readonly setup: Setup;
  readonly #socket: Socket;
  /** By the lower 16 bits of their sequence numbers, which is what answers carry. */
  readonly #pending = new Map<number, Pending>();
  readonly #listeners = new Set<(event: Buffer) => void>();
  #sequence = 0;
  #nextId = 0;
  #unread: Buffer;
  #ended: Error | undefined;

  private constructor(socket: Socket, setup: Setup, rest: Buffer) {
    this.#socket = socket;
    this.setup = setup;
    this.#unread = rest;
    socket.on('data', (bytes) => {
      this.#receive(bytes);
    });
    socket.on('error', (error) => {
      this.#end(error);
    });
    socket.on('close', () => {
      this.#end(new Error('the X server closed the connection'));
    });
  }

  /** Connects to a display of this computer (`:0`, `:1.0`). */
  static async connect(display: string, environment: NodeJS.ProcessEnv, call: Call): Promise<XServer> {
    const [, number, screen] = /^(?:unix)?:(\d+)(?:\.(\d+))?$/.exec(display) ?? [];
    if (number === undefined) throw new Error(`'${display}' is no display of this computer`);
    const cookie = await readCookie(Number(number), environment);
    const socket = createConnection(`/tmp/.X11-unix/X${number}`);
    try {
      socket.write(encodeHello(cookie));
      const { answer, rest } = await orAborted(greeting(socket), call.signal);
      return new XServer(socket, decodeSetup(answer, Number(screen ?? 0)), rest);
    } catch (error) {
      socket.destroy();
      throw error;
    }
  }

  /** An id for a window of ours. */
  newId(): number {
    this.#nextId += 1;
    return (this.setup.idBase | (this.#nextId & this.setup.idMask)) >>> 0;
  }

  /** Sends a request that has no answer. What goes wrong with it is not heard of; `settled` waits for it. */
  send(request: Request): void {
    if (this.#ended) return;
    this.#sequence += 1;
    this.#write(request);
  }

  /** Sends a request and waits for its answer, as the bytes from its first on. */
  ask(request: Request): Promise<Buffer> {
    if (this.#ended) return Promise.reject(this.#ended);
    this.#sequence += 1;
    const sequence = this.#sequence & 0xffff;
    return new Promise((resolve, reject) => {
      this.#pending.set(sequence, { resolve, reject });
      this.#write(request);
    });
  }

  /** Everything sent so far has been done: GetInputFocus is the cheapest request that is answered. */
  async settled(): Promise<void> {
    await this.ask({ opcode: 43, body: Buffer.alloc(0) });
  }

  /** Hears every event until the returned function is called. */
  listen(listener: (event: Buffer) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  close(): void {
    this.#end(new Error('the X connection was closed'));
    this.#socket.destroySoon();
  }

  #write({ opcode, detail = 0, body }: Request): void {
    const head = Buffer.alloc(4);
    head[0] = opcode;
    head[1] = detail;
    head.writeUInt16LE((4 + padded(body.length)) / 4, 2);
    const padding = Buffer.alloc(padded(body.length) - body.length);
    this.#socket.write(Buffer.concat([head, body, padding]));
  }

  #receive(bytes: Buffer): void {
    this.#unread = this.#unread.length === 0 ? bytes : Buffer.concat([this.#unread, bytes]);
    while (this.#unread.length >= 32) {
      const kind = (this.#unread[0] ?? 0) & 0x7f;
      const longer = kind === 1 || kind === GENERIC_EVENT;
      const length = 32 + (longer ? 4 * this.#unread.readUInt32LE(4) : 0);
      if (this.#unread.length < length) return;
      const packet = this.#unread.subarray(0, length);
      this.#unread = this.#unread.subarray(length);
      this.#deliver(kind, packet);
    }
  }

  #deliver(kind: number, packet: Buffer): void {
    if (kind > 1) {
      for (const listener of this.#listeners) listener(packet);
      return;
    }
    const sequence = packet.readUInt16LE(2);
    const pending = this.#pending.get(sequence);
    this.#pending.delete(sequence);
    if (kind === 1) pending?.resolve(packet);
    else pending?.reject(new XError(packet.readUInt8(1), packet.readUInt8(10)));
  }

  #end(error: Error): void {
    if (this.#ended) return;
    this.#ended = error;
    for (const { reject } of this.#pending.values()) reject(error);
    this.#pending.clear();
  }
}

function greeting(socket: Socket): Promise<{ answer: Buffer; rest: Buffer }> {
  return new Promise((resolve, reject) => {
    let heard = Buffer.alloc(0);
    socket.on('data', (bytes: Buffer) => {
      heard = Buffer.concat([heard, bytes]);
      const length = setupLength(heard);
      if (length === undefined || heard.length < length) return;
      socket.removeAllListeners();
      resolve({ answer: heard.subarray(0, length), rest: heard.subarray(length) });
    });
    socket.once('error', reject);
    socket.once('close', () => {
      reject(new Error('the X server closed the connection'));
    });
  });
}
