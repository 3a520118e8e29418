import type { Socket } from 'node:net';
import { createConnection } from 'node:net';
import type { Call, Clock } from '../../device/call.ts';
import { orAborted } from '../../device/call.ts';
import { parseAddress } from './address.ts';
import { Inbox } from './inbox.ts';
import type { Message, Method } from './message.ts';
import { decodeMessage, encodeCall } from './message.ts';
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
  readonly member: string;
  readonly deadline: number;
  readonly resolve: (values: readonly Value[]) => void;
  readonly reject: (error: Error) => void;
}

/**
 * A connection to a message bus, or to a program that speaks D-Bus itself: calls go out as fast as they are made and
 * are answered in any order, each with a deadline of its own. Small on purpose: no proxies, no introspection, no
 * exported objects.
 */
export class Bus {
  readonly #socket: Socket;
  readonly #clock: Clock;
  readonly #pending = new Map<number, Pending>();
  readonly #inbox = new Inbox();
  #outbox: Buffer[] = [];
  #serial = 0;
  #ended: Error | undefined;
  /** One alarm for all calls, at or before the first of their deadlines: a timer a call would cost more than the call. */
  #alarm: { readonly at: number; readonly stop: () => void } | undefined;

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

  /** Connects to a message bus, proves who we are and says hello. */
  static async connect(address: string, call: Call): Promise<Bus> {
    const bus = await Bus.dial(address, call);
    try {
      await orAborted(bus.call(busMethod('Hello'), call.remaining()), call.signal);
      return bus;
    } catch (error) {
      bus.close();
      throw error;
    }
  }

  /** Connects and proves who we are. A single program is no bus: there is nobody to say hello to. */
  static async dial(address: string, call: Call): Promise<Bus> {
    const place = parseAddress(address);
    if (!place) throw new BusError(disconnected, `no way to the bus at '${address}' is known`);
    const socket = createConnection(place);
    try {
      const rest = await orAborted(authenticate(socket), call.signal);
      const bus = new Bus(socket, call.clock);
      if (rest.length > 0) bus.#receive(rest);
      return bus;
    } catch (error) {
      socket.destroy();
      throw error;
    }
  }

  /** Whether nobody is there any more to be asked. */
  get ended(): boolean {
    return this.#ended !== undefined;
  }

  /** Calls a method; an answer that takes longer than `within` milliseconds is the error NoReply. */
  call(method: Method, within: number): Promise<readonly Value[]> {
    if (this.#ended) return Promise.reject(new BusError(disconnected, this.#ended.message));
    const serial = ++this.#serial;
    const bytes = encodeCall(method, serial);
    const deadline = this.#clock.now() + within;
    const answer = new Promise<readonly Value[]>((resolve, reject) => {
      this.#pending.set(serial, { member: method.member, deadline, resolve, reject });
    });
    this.#send(bytes);
    if (!this.#alarm || deadline < this.#alarm.at) this.#setAlarm(deadline);
    return answer;
  }

  close(): void {
    this.#flush();
    this.#end(new Error('the bus connection was closed'));
    this.#socket.end();
    this.#socket.destroySoon();
  }

  /** Calls made in one go leave in one write. */
  #send(bytes: Buffer): void {
    this.#outbox.push(bytes);
    if (this.#outbox.length > 1) return;
    process.nextTick(() => {
      this.#flush();
    });
  }

  #flush(): void {
    if (this.#outbox.length > 0 && !this.#ended) this.#socket.write(Buffer.concat(this.#outbox));
    this.#outbox = [];
  }

  #receive(bytes: Buffer): void {
    try {
      for (const message of this.#inbox.take(bytes)) this.#deliver(decodeMessage(message));
    } catch (error) {
      // Whoever does not keep to the protocol cannot be understood from here on.
      this.#end(error instanceof Error ? error : new Error(String(error)));
      this.#socket.destroy();
    }
  }

  #deliver(message: Message): void {
    const pending = this.#pending.get(message.answerTo);
    if (!pending || (message.type !== 'answer' && message.type !== 'error')) return;
    this.#pending.delete(message.answerTo);
    if (this.#pending.size === 0) this.#stopAlarm();
    if (message.type === 'answer') pending.resolve(message.values);
    else pending.reject(new BusError(message.errorName, asText(message.values[0])));
  }

  #setAlarm(at: number): void {
    this.#stopAlarm();
    const ring = () => {
      this.#alarm = undefined;
      this.#expire();
    };
    this.#alarm = { at, stop: this.#clock.after(Math.max(0, at - this.#clock.now()), ring) };
  }

  #stopAlarm(): void {
    this.#alarm?.stop();
    this.#alarm = undefined;
  }

  #expire(): void {
    const now = this.#clock.now();
    let next = Infinity;
    for (const [serial, { deadline, member, reject }] of this.#pending) {
      if (deadline > now) {
        next = Math.min(next, deadline);
        continue;
      }
      this.#pending.delete(serial);
      reject(new BusError(noReply, `no answer to ${member} in time`));
    }
    if (next < Infinity) this.#setAlarm(next);
  }

  #end(error: Error): void {
    if (this.#ended) return;
    this.#ended = error;
    this.#stopAlarm();
    for (const { reject } of this.#pending.values()) reject(new BusError(disconnected, error.message));
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
