import { AsyncLocalStorage } from 'node:async_hooks';
import type { Clock } from '@handeye/core/call/clock';
import { withinLimit } from '@handeye/core/call/call';
import {
  actionFailed,
  DeviceError,
  deviceErrorOf,
  invalidParams,
  permissionDenied,
} from '@handeye/core/device/errors';
import type { Toolset } from '@handeye/core/tools/frame/defaults';
import { failed } from '@handeye/core/tools/frame/results';
import type { Toolbox, ToolResult } from '@handeye/core/tools/frame/toolbox';
import type { Bus, BusMessage } from '../bus/bus.ts';
import { LeaseUnchecked } from '../leases/ports.ts';
import {
  type CallReply,
  callRequest,
  type CallRequest,
  cancelRequest,
  decoded,
  encoded,
} from '../protocol/messages.ts';
import { CallChannel } from './call-channel.ts';

/** Maximum milliseconds of a call, whatever limit its server sends. */
const LONGEST_CALL = 3_600_000;

/** Number of remembered ids of calls, so that a duplicate message is not executed again. */
const REMEMBERED = 10_000;

/** A device as the holder of its lease uses it. */
export interface LentDevice {
  /** The client's name for people. */
  readonly holder: string;
  /** Fires when the lease ends; its reason is the error for running calls. */
  readonly signal: AbortSignal;
  toolbox(): Promise<Toolbox>;
}

interface HostCallsOptions {
  readonly bus: Bus;
  readonly clock: Clock;
  /** Toolsets that servers may use here. Default: all. */
  readonly toolsets?: readonly Toolset[] | undefined;
  /** Returns the device, or throws the error for a client without a valid lease. */
  readonly lent: (device: string, secret: string) => LentDevice;
  readonly onFault: (device: string, error: unknown) => void;
}

const channels = new AsyncLocalStorage<CallChannel>();

/**
 * Runs before a write of a farm's call: the server must still wait for it, and `check` must confirm the lease. Other writes
 * only run `check`.
 */
export async function beginWrite(check: () => Promise<void>): Promise<void> {
  const channel = channels.getStore();
  await channel?.begin();
  await check().catch((error: unknown) => {
    throw channel?.hasWritten && error instanceof LeaseUnchecked ? doneInPart(error) : error;
  });
  channel?.noteWrite();
}

/** The calls of farm clients that run on this host. */
export class HostCalls {
  readonly #options: HostCallsOptions;
  readonly #running = new Map<string, AbortController>();
  readonly #ends = new Set<Promise<void>>();
  readonly #seen = new Set<string>();

  constructor(options: HostCallsOptions) {
    this.#options = options;
  }

  get running(): number {
    return this.#running.size;
  }

  /** Accepts or refuses the call at once, and runs it. */
  onCall(message: BusMessage): void {
    const reply = (said: CallReply) => {
      message.reply(encoded(said));
    };
    const request = decoded(callRequest, message.data);
    try {
      if (!request) throw invalidParams(NOT_UNDERSTOOD);
      const lent = this.#options.lent(request.device, request.secret);
      this.#mustBeNew(request.id);
      reply({ taken: true });
      const ended = this.#run(request, lent);
      this.#ends.add(ended);
      void ended.finally(() => this.#ends.delete(ended));
    } catch (error) {
      const { kind, message: text } = this.#failureOf(error, request?.device);
      reply({ failure: { kind, message: text } });
    }
  }

  onCancel({ data }: BusMessage): void {
    const id = decoded(cancelRequest, data)?.id;
    if (id !== undefined) this.#running.get(id)?.abort(new Error('The client has cancelled the call.'));
  }

  /** Resolves when every call has been answered. */
  async idle(): Promise<void> {
    await Promise.all(this.#ends);
  }

  #mustBeNew(id: string): void {
    if (this.#seen.has(id)) throw invalidParams('This call was made already; it is not made twice.');
    this.#seen.add(id);
    const [oldest] = this.#seen;
    if (this.#seen.size > REMEMBERED && oldest !== undefined) this.#seen.delete(oldest);
  }

  async #run(request: CallRequest, lent: LentDevice): Promise<void> {
    const { bus, clock } = this.#options;
    const channel = new CallChannel(bus, clock, request);
    const stop = new AbortController();
    const limit = Math.min(request.limit, LONGEST_CALL);
    this.#running.set(request.id, stop);
    try {
      const cancelled = AbortSignal.any([stop.signal, lent.signal]);
      const limits = { clock, limit, cancelled, endsItself: true, pauses: channel.pauses };
      const result = await withinLimit(limits, ({ signal }) =>
        channels.run(channel, () => this.#result(request, lent, { channel, signal })),
      );
      const isInDoubt = result.isError === true && lent.signal.aborted && channel.hasWritten;
      channel.answer(isInDoubt ? inDoubt(result, request.tool) : result);
    } catch (error) {
      channel.answer(failed(this.#failureOf(error, request.device)));
    } finally {
      this.#running.delete(request.id);
    }
  }

  #failureOf(error: unknown, device = ''): DeviceError {
    return failureOf(error, (fault) => {
      this.#options.onFault(device, fault);
    });
  }

  async #result(
    { tool, args, screen, observe, toolsets, byPerson, wantsProgress }: CallRequest,
    lent: LentDevice,
    { channel, signal }: { readonly channel: CallChannel; readonly signal: AbortSignal },
  ): Promise<ToolResult> {
    const allowed = this.#options.toolsets;
    const chosen = toolsets?.filter((name) => allowed?.includes(name) ?? true);
    const toolbox = await lent.toolbox();
    const served = toolbox.servedAs?.({ screen, observe, toolsets: chosen }) ?? toolbox;
    if (!served.has(tool)) throw permissionDenied(notServed(tool));
    return served.call(tool, args, {
      signal,
      client: lent.holder,
      asker: channel.asker,
      byPerson,
      ...(wantsProgress && {
        progress: (message) => {
          channel.progress(message);
        },
      }),
    });
  }
}

function notServed(tool: string): string {
  return `The host of this device does not serve '${tool}'. Nothing was done.`;
}

/** The call had written before, so it is neither done nor undone; its lease may still hold. */
function doneInPart(error: LeaseUnchecked): DeviceError {
  return actionFailed(
    `unknown outcome: ${error.why}, and a part of this call was made before that. The rest was not, and nothing was repeated. ` +
      'Look at the screen first, before anything is done again.',
    error,
  );
}

/** The lease ended after the call began to write, so the last write may or may not have been done. */
function inDoubt({ content }: ToolResult, tool: string): ToolResult {
  const said = content.map((item) => (item.type === 'text' ? item.text : '')).join('\n');
  const text =
    `unknown outcome: the lease of this device ended while ${tool} was under way, which may have been done, in part or not ` +
    `at all. It was not repeated. Get a device with lease_device, and look at its screen first.\n${said}`;
  return failed(actionFailed(text));
}

/** The error for a request of another version. */
export const NOT_UNDERSTOOD =
  'The host of this device does not understand what is asked: it runs another version of Handeye than this server, so one of ' +
  'them has to be updated. Nothing was done. Get a device of another host with lease_device.';

/** The error that a client gets. An internal error goes only to the host's log. */
export function failureOf(error: unknown, onFault: (error: unknown) => void): DeviceError {
  const known = deviceErrorOf(error);
  if (known) return known;
  onFault(error);
  return new DeviceError('internal', 'The host of this device failed at this. Its log says more.');
}
