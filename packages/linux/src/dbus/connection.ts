import { createConnection, type Socket } from 'node:net';
import { type Call, orAborted } from '@handeye/core/call/call';
import type { Clock } from '@handeye/core/call/clock';
import { parseAddress } from './address.ts';
import { authenticate } from './authentication.ts';
import { DBusError, DISCONNECTED, NO_REPLY } from './errors.ts';
import {
  decodeMessage,
  encodeCall,
  isSignal,
  type Message,
  MessageSplitter,
  type MethodCall,
} from './message.ts';
import { asText, type Value } from './value.ts';

interface PendingCall {
  readonly member: string;
  readonly deadline: number;
  readonly resolve: (values: readonly Value[]) => void;
  readonly reject: (error: Error) => void;
}

/**
 * A D-Bus client connection, to a message bus or to a single peer. Calls are pipelined, replies may arrive in any
 * order, and each call has its own deadline. Small on purpose: no proxies, no introspection, no exported objects.
 */
export class DBusConnection {
  readonly #socket: Socket;
  readonly #clock: Clock;
  readonly #pending = new Map<number, PendingCall>();
  readonly #splitter = new MessageSplitter();
  #unsent: Buffer[] = [];
  #serial = 0;
  #endReason: Error | undefined;
  #lastSignal: number | undefined;
  #uniqueName = '';
  readonly #listeners = new Set<SignalListener>();
  /** Receives every message, once this is a monitor. */
  #heard: ((message: Message) => void) | undefined;
  /** One timer for all calls, due no later than the earliest deadline: a timer per call would cost more than the call. */
  #timer: { readonly at: number; readonly stop: () => void } | undefined;

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

  /** Connects to a message bus: authenticates and sends Hello. */
  static async connectToBus(address: string, call: Call): Promise<DBusConnection> {
    const connection = await DBusConnection.connectToPeer(address, call);
    try {
      const [name] = await orAborted(connection.call(busMethod('Hello'), call.remaining()), call.signal);
      connection.#uniqueName = asText(name);
      return connection;
    } catch (error) {
      connection.close();
      throw error;
    }
  }

  /** Connects to a program that speaks D-Bus itself. Authenticates, but sends no Hello: there is no bus. */
  static async connectToPeer(address: string, call: Call): Promise<DBusConnection> {
    const target = parseAddress(address);
    if (!target) throw new DBusError(DISCONNECTED, `unsupported bus address '${address}'`);
    const socket = createConnection(target);
    try {
      const rest = await orAborted(authenticate(socket), call.signal);
      const connection = new DBusConnection(socket, call.clock);
      if (rest.length > 0) connection.#receive(rest);
      return connection;
    } catch (error) {
      socket.destroy();
      throw error;
    }
  }

  /** True once the connection has ended. */
  get ended(): boolean {
    return this.#endReason !== undefined;
  }

  /** Our own name on the bus; '' where there is no bus. */
  get uniqueName(): string {
    return this.#uniqueName;
  }

  /** The time of the last signal, by the clock of this connection; a bus sends only subscribed signals. */
  get lastSignal(): number | undefined {
    return this.#lastSignal;
  }

  /** Calls a method. Rejects with NoReply if there is no reply within `timeout` milliseconds. */
  call(method: MethodCall, timeout: number): Promise<readonly Value[]> {
    if (this.#endReason) return Promise.reject(new DBusError(DISCONNECTED, this.#endReason.message));
    const serial = ++this.#serial;
    const bytes = encodeCall(method, serial);
    const deadline = this.#clock.now() + timeout;
    const reply = new Promise<readonly Value[]>((resolve, reject) => {
      this.#pending.set(serial, { member: method.member, deadline, resolve, reject });
    });
    this.#send(bytes);
    if (!this.#timer || deadline < this.#timer.at) this.#startTimer(deadline);
    return reply;
  }

  /** Subscribes to signals, until the returned function is called or the connection ends. */
  async listen(
    match: SignalMatch,
    listener: Omit<SignalListener, 'match'>,
    timeout: number,
  ): Promise<() => void> {
    const entry = { ...listener, match };
    this.#listeners.add(entry);
    const rule = matchRule(match);
    const stop = () => {
      if (!this.#listeners.delete(entry) || this.ended) return;
      this.call(busMethod('RemoveMatch', rule), timeout).catch(() => undefined);
    };
    try {
      await this.call(busMethod('AddMatch', rule), timeout);
      return stop;
    } catch (error) {
      this.#listeners.delete(entry);
      throw error;
    }
  }

  /**
   * Turns this connection into a monitor: it receives every bus message that matches the rules, whatever its destination
   * (org.freedesktop.DBus.Monitoring, dbus 1.9 and later). It must not make calls any more.
   */
  async becomeMonitor(
    rules: readonly string[],
    heard: (message: Message) => void,
    timeout: number,
  ): Promise<void> {
    this.#heard = heard;
    const how = { interface: 'org.freedesktop.DBus.Monitoring', signature: 'asu', args: [rules, 0] };
    await this.call({ ...busMethod('BecomeMonitor'), ...how }, timeout);
  }

  close(): void {
    this.#flush();
    this.#end(new Error('the bus connection was closed'));
    this.#socket.end();
    this.#socket.destroySoon();
  }

  /** Calls made in the same tick are sent in one write. */
  #send(bytes: Buffer): void {
    this.#unsent.push(bytes);
    if (this.#unsent.length > 1) return;
    process.nextTick(() => {
      this.#flush();
    });
  }

  #flush(): void {
    if (this.#unsent.length > 0 && !this.#endReason) this.#socket.write(Buffer.concat(this.#unsent));
    this.#unsent = [];
  }

  #receive(bytes: Buffer): void {
    try {
      for (const message of this.#splitter.push(bytes)) {
        if (isSignal(message)) this.#hear(message);
        else this.#deliver(decodeMessage(message));
        this.#heard?.(decodeMessage(message));
      }
    } catch (error) {
      // After a protocol error the message boundaries are unknown, so the connection cannot continue.
      this.#end(error instanceof Error ? error : new Error(String(error)));
      this.#socket.destroy();
    }
  }

  /** A signal is decoded only if there is a listener; for an application's changes only their time matters. */
  #hear(bytes: Buffer): void {
    this.#lastSignal = this.#clock.now();
    if (this.#listeners.size === 0) return;
    const message = decodeMessage(bytes);
    for (const { match, heard } of [...this.#listeners]) if (matches(message, match)) heard(message.values);
  }

  #deliver(message: Message): void {
    const pending = this.#pending.get(message.replySerial);
    if (!pending || (message.type !== 'method_return' && message.type !== 'error')) return;
    this.#pending.delete(message.replySerial);
    if (this.#pending.size === 0) this.#stopTimer();
    if (message.type === 'method_return') pending.resolve(message.values);
    else pending.reject(new DBusError(message.errorName, asText(message.values[0])));
  }

  #startTimer(at: number): void {
    this.#stopTimer();
    const onTimeout = () => {
      this.#timer = undefined;
      this.#rejectExpired();
    };
    this.#timer = { at, stop: this.#clock.after(Math.max(0, at - this.#clock.now()), onTimeout) };
  }

  #stopTimer(): void {
    this.#timer?.stop();
    this.#timer = undefined;
  }

  #rejectExpired(): void {
    const now = this.#clock.now();
    let next = Infinity;
    for (const [serial, { deadline, member, reject }] of this.#pending) {
      if (deadline > now) {
        next = Math.min(next, deadline);
        continue;
      }
      this.#pending.delete(serial);
      reject(new DBusError(NO_REPLY, `no reply to ${member} in time`));
    }
    if (next < Infinity) this.#startTimer(next);
  }

  #end(reason: Error): void {
    if (this.#endReason) return;
    this.#endReason = reason;
    this.#stopTimer();
    for (const { reject } of this.#pending.values()) reject(new DBusError(DISCONNECTED, reason.message));
    this.#pending.clear();
    for (const { ended } of this.#listeners) ended?.();
    this.#listeners.clear();
  }
}

/** A method of the message bus itself. */
export function busMethod(member: string, ...args: string[]): MethodCall {
  return {
    destination: 'org.freedesktop.DBus',
    path: '/org/freedesktop/DBus',
    interface: 'org.freedesktop.DBus',
    member,
    ...(args.length > 0 && { signature: 's'.repeat(args.length), args }),
  };
}

/** The signals to receive. */
interface SignalMatch {
  /** The unique name of the sender (`:1.42`): any program may send a signal in the name of another object. */
  readonly sender: string;
  readonly path: string;
  readonly interface: string;
  readonly member: string;
}

interface SignalListener {
  readonly match: SignalMatch;
  readonly heard: (values: readonly Value[]) => void;
  /** Called when the connection has ended and no more signals will come. */
  readonly ended?: () => void;
}

/** The match rule in the bus's syntax. */
function matchRule({ sender, path, interface: name, member }: SignalMatch): string {
  return `type='signal',sender='${sender}',path='${path}',interface='${name}',member='${member}'`;
}

/** A bus also delivers signals that others matched or that were sent to us alone, so each is checked. */
function matches(message: Message, match: SignalMatch): boolean {
  return (
    message.sender === match.sender &&
    message.path === match.path &&
    message.interface === match.interface &&
    message.member === match.member
  );
}
