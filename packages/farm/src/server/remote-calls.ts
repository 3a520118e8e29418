import { randomBytes } from 'node:crypto';
import { type Call, withinLimit } from '@handeye/core/call/call';
import type { Clock } from '@handeye/core/call/clock';
import { actionFailed, DeviceError, invalidParams, permissionDenied } from '@handeye/core/device/errors';
import type { Asker } from '@handeye/core/guard/questions';
import type { CallOptions, ToolResult } from '@handeye/core/tools/frame/toolbox';
import type { RemoteCall, RemoteDevices } from '@handeye/core/tools/frame/remote';
import { type Bus, NoListener } from '../bus/bus.ts';
import { isOver, leaseOver } from '../leases/gone.ts';
import { callReply, type CallRequest, decoded, encoded, SILENCE } from '../protocol/messages.ts';
import {
  deviceNameOf,
  fullName,
  type LeasedName,
  leasedNameOf,
  subjects,
  withoutLease,
  withoutLeases,
} from '../protocol/names.ts';
import { CallUnderWay, HostLost } from './call-under-way.ts';
import { hostGone, leaseFirst, NOT_A_LEASE, notConnected, notDone, unknownOutcome } from './texts.ts';

/**
 * Maximum milliseconds of a call, not counting questions to people. The host keeps the limits of each tool, and a dead host is
 * noticed by its silence: this limit is for a live host whose call never ends.
 */
const CALL_LIMIT = 600_000;

/** Bytes of a message kept free beside the arguments. */
const ROOM = 1024;

export interface RemoteCallsOptions {
  readonly bus: Bus;
  readonly clock: Clock;
  /** Ways to ask a person besides the calling client. */
  readonly askers?: readonly Asker[];
}

/** The tools of farm devices, which run at their hosts. It keeps no state of clients or leases. */
export class RemoteCalls implements RemoteDevices {
  readonly #options: RemoteCallsOptions;

  constructor(options: RemoteCallsOptions) {
    this.#options = options;
  }

  /** Claims everything that looks like a lease: a wrong one needs an error that does not repeat it. */
  claims(name: string): boolean {
    return name.includes('#') || deviceNameOf(name) !== undefined;
  }

  shownAs(name: string): string {
    return withoutLease(name);
  }

  mask(text: string): string {
    return withoutLeases(text);
  }

  async call(made: RemoteCall, options: CallOptions): Promise<ToolResult> {
    const lease = leasedNameOf(made.device);
    if (!lease) throw permissionDenied(made.device.includes('#') ? NOT_A_LEASE : leaseFirst(made.device));
    const { bus, clock, askers = [] } = this.#options;
    const { signal, asker, progress } = options;
    const id = randomBytes(16).toString('base64url');
    const ways = [...(asker ? [asker] : []), ...askers];
    const request = this.#request(id, { lease, made, options, canAsk: ways.length > 0 });
    const underWay = new CallUnderWay({ clock, askers: ways, progress });
    const answers = bus.subscribe(subjects.answers(id), (message) => {
      underWay.onMessage(message);
    });
    let result: ToolResult | undefined;
    try {
      const { pauses } = underWay;
      result = await withinLimit({ clock, limit: CALL_LIMIT, cancelled: signal, pauses }, (call) => {
        const sent = this.#send(request, { lease, underWay, ready: answers.ready, call });
        return Promise.race([underWay.result, sent.then(() => underWay.result)]);
      });
      return result;
    } catch (error) {
      // Ends the call before the bucket is read: a call that was not allowed to begin must not begin meanwhile.
      underWay.end();
      throw await this.#failure(error, { made, lease, hasBegun: underWay.hasBegun, signal });
    } finally {
      underWay.end();
      answers.close();
      if (!result) this.#cancel(lease, id);
    }
  }

  #request(
    id: string,
    {
      lease,
      made,
      options,
      canAsk,
    }: { lease: LeasedName; made: RemoteCall; options: CallOptions; canAsk: boolean },
  ): Uint8Array {
    const { screen, observe, toolsets, tool, args } = made;
    const request: CallRequest = {
      id,
      device: lease.device,
      secret: lease.secret,
      tool,
      args: args ?? {},
      limit: CALL_LIMIT,
      screen,
      observe,
      toolsets: [...toolsets],
      byPerson: options.byPerson,
      canAsk,
      wantsProgress: options.progress !== undefined,
    };
    const data = encoded(request);
    const most = this.#options.bus.maxPayload - ROOM;
    if (data.length <= most) return data;
    throw invalidParams(
      `Nothing was done: the arguments have ${data.length} bytes, and this farm takes ${most}. Send less at once.`,
    );
  }

  /** Sends a call to its host, which replies at once whether it takes it. An event of the call confirms it as well. */
  async #send(request: Uint8Array, { lease, underWay, ready, call }: Sending): Promise<void> {
    const { bus, clock } = this.#options;
    try {
      const reply = await withinLimit({ clock, limit: SILENCE, cancelled: call.signal }, async (own) => {
        await ready;
        return bus.request(subjects.host(lease.host, 'call'), request, own);
      });
      const said = decoded(callReply, reply);
      if (said && 'failure' in said) throw new DeviceError(said.failure.kind, said.failure.message);
      if (!said) throw new HostLost('Its reply cannot be read.');
    } catch (error) {
      call.signal.throwIfAborted();
      if (error instanceof DeviceError || !underWay.isHeard) throw error;
    }
    underWay.listen();
  }

  /** The error for the client. A call that was not allowed to begin did nothing. */
  async #failure(
    error: unknown,
    { made: { tool, writes }, lease, hasBegun, signal }: Failing,
  ): Promise<unknown> {
    const { bus, clock } = this.#options;
    const device = fullName(lease);
    if (error instanceof DeviceError && !hasBegun) return error;
    if (signal.aborted) return error;
    if (hasBegun) return actionFailed(unknownOutcome(device, tool), error);
    if (!bus.isConnected) return actionFailed(notConnected(device), error);
    if (await isOver(bus, lease, { clock, signal }))
      return leaseOver(device, writes ? 'Nothing was done' : 'Nothing was read');
    if (error instanceof NoListener) return actionFailed(hostGone(device), error);
    return actionFailed(notDone(device, { writes }), error);
  }

  #cancel({ host }: LeasedName, id: string): void {
    try {
      this.#options.bus.publish(subjects.host(host, 'cancel'), encoded({ id }));
    } catch {
      // The bus is closed: the host hears no more from this server and gives up before its next write.
    }
  }
}

interface Sending {
  readonly lease: LeasedName;
  readonly underWay: CallUnderWay;
  readonly ready: Promise<void>;
  readonly call: Call;
}

interface Failing {
  readonly made: RemoteCall;
  readonly lease: LeasedName;
  readonly hasBegun: boolean;
  readonly signal: AbortSignal;
}
