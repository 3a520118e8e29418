import type { Socket } from 'node:net';
import { createConnection } from 'node:net';
import type { Call, Clock } from '../../device/call.ts';
import { orAborted } from '../../device/call.ts';
import { parseAddress } from './address.ts';
import type { Message, Method } from './message.ts';
import { decodeMessage, encodeCall, messageLength } from './message.ts';
import type { Value } from './value.ts';
import { asText } from './value.ts';

/** An error that came back over the bus, under its D-Bus name. */
export class BusError extends Error {
  override readonly name = 'BusError';
  constructor(
    readonly errorName: string,
    message: string,
  ) {
    super(message);
  }
}

/** The errors that a bus connection itself makes. */
export const noReply = 'org.freedesktop.DBus.Error.NoReply';
export const disconnected = 'org.freedesktop.DBus.Error.Disconnected';

interface Pending {
  readonly resolve: (values: readonly Value[]) => void;
  readonly reject: (error: Error) => void;
  readonly stopTimer: () => void;
}

/**
 * A connection to a message bus: calls go out as fast as they are made and are answered in any order, each with a
 * deadline of its own. Small on purpose: no proxies, no introspection, no exported objects.
 */
export class Bus {
  readonly #socket: Socket;
  readonly #clock: Clock;
  readonly #pending = new Map<number, Pending>();
  #serial = 0;
  #unread: Buffer = Buffer.alloc(0);
  #ended: Error | undefined;
  onSignal: (signal: Message) => void = () => undefined;

  private constructor(socket: Socket, clock: Clock) {
    this.#socket = socket;
    this.#clock = clock;
    socket.on('data', (bytes) => {
      this.#receive(bytes);
    });
    socket.on('error', (error) => {
      this.#end(error);
    });
    socket.on('close', () => {
      this.#end(new Error('the bus closed the connection'));
    });
  }

  /** Connects, proves who we are and says hello. */
  static async connect(address: string, call: Call): Promise<Bus> {
    const place = parseAddress(address);
    if (!place) throw new BusError(disconnected, `no way to the bus at '${address}' is known`);
    const socket = createConnection(place);
    try {
      const rest = await orAborted(authenticate(socket), call.signal);
      const bus = new Bus(socket, call.clock);
      if (rest.length > 0) bus.#receive(rest);
      await orAborted(bus.call(busMethod('Hello'), call.remaining()), call.signal);
      return bus;
    } catch (error) {
      socket.destroy();
      throw error;
    }
  }

  /** Calls a method; an answer that takes longer than `within` milliseconds is the error NoReply. */
  call(method: Method, within: number): Promise<readonly Value[]> {
    if (this.#ended) return Promise.reject(new BusError(disconnected, this.#ended.message));
    const serial = ++this.#serial;
    return new Promise((resolve, reject) => {
      const stopTimer = this.#clock.after(within, () => {
        this.#pending.delete(serial);
        reject(new BusError(noReply, `no answer to ${method.member} within ${Math.round(within)} ms`));
      });
      this.#pending.set(serial, { resolve, reject, stopTimer });
      this.#send(encodeCall(method, serial));
    });
  }

  close(): void {
    this.#end(new Error('the bus connection was closed'));
    this.#socket.end();
    this.#socket.destroySoon();
  }

  /** Calls made in one go leave in one write. */
  #send(bytes: Buffer): void {
    if (this.#socket.writableCorked === 0) {
      this.#socket.cork();
      process.nextTick(() => {
        this.#socket.uncork();
      });
    }
    this.#socket.write(bytes);
  }

  #receive(bytes: Buffer): void {
    this.#unread = this.#unread.length === 0 ? bytes : Buffer.concat([this.#unread, bytes]);
    for (;;) {
      const length = messageLength(this.#unread);
      if (length === undefined || this.#unread.length < length) return;
      const message = this.#unread.subarray(0, length);
      this.#unread = this.#unread.subarray(length);
      this.#deliver(decodeMessage(message));
    }
  }

  #deliver(message: Message): void {
    if (message.type === 'signal') {
      this.onSignal(message);
      return;
    }
    const pending = this.#pending.get(message.answerTo);
    if (!pending) return;
    this.#pending.delete(message.answerTo);
    pending.stopTimer();
    if (message.type === 'answer') pending.resolve(message.values);
    else pending.reject(new BusError(message.errorName, asText(message.values[0])));
  }

  #end(error: Error): void {
    if (this.#ended) return;
    this.#ended = error;
    for (const { reject, stopTimer } of this.#pending.values()) {
      stopTimer();
      reject(new BusError(disconnected, error.message));
    }
    this.#pending.clear();
  }
}

/** A method of the bus itself. */
export function busMethod(member: string, ...args: string[]): Method {
  return {
    destination: 'org.freedesktop.DBus',
    path: '/org/freedesktop/DBus',
    interface: 'org.freedesktop.DBus',
    member,
    ...(args.length > 0 && { signature: 's'.repeat(args.length), args }),
  };
}

/** The EXTERNAL way in: the bus compares the user id that we name with the one the socket tells. */
function authenticate(socket: Socket): Promise<Buffer> {
  const identity = Buffer.from(String(process.getuid?.() ?? '')).toString('hex');
  socket.write(`\0AUTH EXTERNAL ${identity}\r\n`);
  return new Promise((resolve, reject) => {
    let heard = Buffer.alloc(0);
    const listen = (bytes: Buffer) => {
      heard = Buffer.concat([heard, bytes]);
      const end = heard.indexOf('\r\n');
      if (end === -1) return;
      socket.removeAllListeners();
      const line = heard.toString('latin1', 0, end);
      if (!line.startsWith('OK ')) {
        reject(new BusError(disconnected, `the bus refuses us: ${line}`));
        return;
      }
      socket.write('BEGIN\r\n');
      resolve(heard.subarray(end + 2));
    };
    socket.on('data', listen);
    socket.once('error', reject);
    socket.once('close', () => {
      reject(new BusError(disconnected, 'the bus closed the connection'));
    });
  });
}
