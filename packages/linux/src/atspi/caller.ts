import type { Call } from '@handeye/core/call/call';
import { pause } from '@handeye/core/call/call';
import { timedOut } from '@handeye/core/device/errors';
import type { DBusError } from '../dbus/errors.ts';
import { isNoReply } from '../dbus/errors.ts';
import type { MethodCall } from '../dbus/message.ts';
import type { Value } from '../dbus/value.ts';
import { asList, asText } from '../dbus/value.ts';
import type { Reference } from './accessible.ts';

/** An application that does not reply for this long is stopped or stuck. */
const REPLY_TIMEOUT_MS = 5000;

/** If the last reply came within this time before the timeout, the application is alive and only has more to tell. */
const STILL_REPLYING_MS = 300;

/** Share of the call's time that a reply may take. The rest is for reporting which application did not reply. */
const REPLY_TIME_SHARE = 0.9;

/** A method of an accessible; which one is given separately. */
export type AtspiMethod = Omit<MethodCall, 'destination' | 'path'>;

/** Sends a call to its destination and returns the reply. */
export type SendCall = (method: MethodCall, timeout: number) => Promise<readonly Value[]>;

/**
 * Calls methods of one application as part of one call. Calls are pipelined. After the first that gets no reply, all
 * later ones fail at once, so a stopped application costs one timeout and not one per node.
 */
export class Caller {
  readonly #send: SendCall;
  readonly #call: Call;
  readonly #timeout: number;
  #lastReplyAt: number | undefined;
  #failure: Error | undefined;

  constructor(send: SendCall, call: Call, timeout = REPLY_TIMEOUT_MS) {
    this.#send = send;
    this.#call = call;
    this.#timeout = timeout;
  }

  /** Makes every later call fail at once with this reason; nothing more is sent. */
  stop(reason: Error): void {
    this.#failure ??= reason;
  }

  /** Waits as part of the call. */
  pause(milliseconds: number): Promise<void> {
    return pause(milliseconds, this.#call);
  }

  /** Time that is left for the whole call. */
  get remaining(): number {
    return this.#call.remaining();
  }

  async call(target: Reference, method: AtspiMethod): Promise<readonly Value[]> {
    this.#call.signal.throwIfAborted();
    if (this.#failure) throw this.#failure;
    const timeout = Math.min(this.#timeout, REPLY_TIME_SHARE * this.#call.remaining());
    try {
      const reply = await this.#send({ destination: target.bus, path: target.path, ...method }, timeout);
      this.#lastReplyAt = this.#call.clock.now();
      return reply;
    } catch (error) {
      if (!isNoReply(error)) throw error;
      this.#failure ??= this.#isStillReplying() ? tooMuchToRead(error) : error;
      throw this.#failure;
    }
  }

  /** One property. GetAll would be a single call, but it crashes applications of Qt 5.15. */
  async get(target: Reference, interfaceName: string, property: string): Promise<Value> {
    const [value] = await this.call(target, propertyMethod('Get', interfaceName, property));
    return value ?? '';
  }

  /** All properties of an interface by name. Only for applications that GetAll does not crash. */
  async getAll(target: Reference, interfaceName: string): Promise<ReadonlyMap<string, Value>> {
    const [properties] = await this.call(target, propertyMethod('GetAll', interfaceName));
    return new Map(asList(properties).map((pair) => toEntry(asList(pair))));
  }

  /** Returns true if our time ran out although the application was replying. */
  #isStillReplying(): boolean {
    return this.#lastReplyAt !== undefined && this.#call.clock.now() - this.#lastReplyAt < STILL_REPLYING_MS;
  }
}

function tooMuchToRead(cause: DBusError): Error {
  return timedOut(
    'The application answers, but reading all of it takes longer than the time limit. Ask for a part of it, or raise ' +
      'the time limit in the configuration (limits).',
    cause,
  );
}

function toEntry([name, value]: readonly Value[]): [string, Value] {
  return [asText(name), value ?? ''];
}

function propertyMethod(member: 'Get' | 'GetAll', ...args: string[]): AtspiMethod {
  return { interface: 'org.freedesktop.DBus.Properties', member, signature: 's'.repeat(args.length), args };
}
