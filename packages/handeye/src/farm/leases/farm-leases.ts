import { type Call, orAborted, withinLimit } from '../../call/call.ts';
import type { Clock } from '../../call/clock.ts';
import { actionFailed, type DeviceError, invalidParams, isTimeout } from '../../device/errors.ts';
import type { LeasableDevice, Leased, Leases, LeaseWish, Wants } from '../../device/leases.ts';
import { clientName } from '../../guard/client.ts';
import type { Bus } from '../bus/bus.ts';
import {
  deviceNameOf,
  fullName,
  type LeasedName,
  leasedNameOf,
  withoutLease,
  withoutLeases,
} from '../protocol/names.ts';
import { ticketRecord } from '../protocol/records.ts';
import type { FarmDevice, FarmView } from './farm-view.ts';
import { farmLost, isOver, leaseOver } from './gone.ts';
import { askHost, NoAnswer } from './host-requests.ts';
import { matches } from './matches.ts';
import { take } from './taking.ts';
import { Ticket } from './ticket.ts';
import { placeOf, waitedInVain } from './waiting-texts.ts';

/** Milliseconds for which a place in the queue is asked for: NATS may need ten seconds to agree on another leader. */
const ENTER_LIMIT = 15_000;

/** The same while there is no connection: it may be about to come back. */
const RECONNECT_LIMIT = 5_000;

const NOT_LEASED = 'No device was leased';

/** Milliseconds that a client waits at least to be told of its own place, and if a device is free, for those before it. */
const GRACE = 5_000;

/** Milliseconds after which nobody waits any longer for a device that the farm does not have. Hosts may be starting. */
const NONE_LIMIT = 15_000;

/** Milliseconds until a device is tried again that could not be had. */
const AVOIDED = 3_000;

/** Milliseconds before the end of a call at which a wait ends, so that its answer says the place. */
const ANSWER_TIME = 500;

export interface FarmLeasesOptions {
  readonly bus: Bus;
  readonly view: FarmView;
  readonly clock: Clock;
  /** Between 0 and 1: servers that choose among free devices should not all choose the same. */
  readonly random?: (() => number) | undefined;
  /** Fires when the server ends; what it still does by itself ends with that. */
  readonly closed?: AbortSignal | undefined;
}

/** Leases of a farm's devices, for the clients of one server. It keeps nothing of them: any server can serve any lease. */
export class FarmLeases implements Leases {
  readonly #bus: Bus;
  readonly #view: FarmView;
  readonly #clock: Clock;
  readonly #random: () => number;
  readonly #closed: AbortSignal;

  constructor({
    bus,
    view,
    clock,
    random = Math.random,
    closed = new AbortController().signal,
  }: FarmLeasesOptions) {
    this.#bus = bus;
    this.#view = view;
    this.#clock = clock;
    this.#random = random;
    this.#closed = closed;
  }

  get isConnected(): boolean {
    return this.#bus.isConnected;
  }

  claims(name: string): boolean {
    if (leasedNameOf(name)) return true;
    const parts = deviceNameOf(name);
    return parts !== undefined && (this.#view.device(name) !== undefined || this.#view.hasHost(parts.host));
  }

  async lease(wish: LeaseWish, call: Call): Promise<Leased> {
    const wants = storable(wish.wants);
    const record = ticketRecord.parse({ wants, holder: clientName(wish.client) });
    const ticket = new Ticket(await this.#bus.bucket('queue'), this.#clock, record);
    try {
      const now = this.#clock.now();
      const deadline = now + Math.min(wish.waitSeconds * 1000, call.remaining() - ANSWER_TIME);
      await this.#enter(ticket, call);
      return await new Wait({ ...wish, wants }, ticket, deadline, this.#tools(call)).run();
    } finally {
      void ticket.leave();
    }
  }

  renew(name: string, minutes: number, call: Call): Promise<number> {
    const lease = leaseIn(name);
    const { secret } = lease;
    const ask = { verb: 'renew', body: { secret, minutes } } as const;
    return this.#ask(lease, ask, { otherwise: 'Nothing was renewed', call });
  }

  async release(name: string, call: Call): Promise<void> {
    const lease = leaseIn(name);
    const { secret } = lease;
    const ask = { verb: 'release', body: { secret } } as const;
    await this.#ask(lease, ask, { otherwise: 'There is nothing to release', call });
  }

  devices(wants: Wants): Promise<readonly LeasableDevice[]> {
    const found = [...this.#view.devices(storable(wants))].map(leasable);
    return Promise.resolve(found.sort((one, other) => (one.id < other.id ? -1 : 1)));
  }

  /** Takes a place in the queue, in time to say why that is not possible. */
  async #enter(ticket: Ticket, call: Call): Promise<void> {
    const clock = this.#clock;
    const patience = this.isConnected ? ENTER_LIMIT : RECONNECT_LIMIT;
    const limit = Math.max(0, Math.min(patience, call.remaining() - ANSWER_TIME));
    try {
      await withinLimit({ clock, limit, cancelled: call.signal }, (own) =>
        ticket.enter(clock.now() + limit, own),
      );
    } catch (error) {
      call.signal.throwIfAborted();
      if (!this.isConnected) throw farmLost(NOT_LEASED, error);
      if (!isTimeout(error)) throw error;
      throw actionFailed(
        `${NOT_LEASED}: the farm's NATS does not answer. Try again in a few seconds.`,
        error,
      );
    }
  }

  async #ask(
    lease: LeasedName,
    ask: Parameters<typeof askHost>[2],
    { otherwise, call }: { readonly otherwise: string; readonly call: Call },
  ): Promise<number> {
    try {
      return await askHost(this.#bus, lease, ask, call);
    } catch (error) {
      if (!(error instanceof NoAnswer)) throw error;
      if (!this.isConnected) throw farmLost('Nothing was done', error);
      if (await isOver(this.#bus, lease, call)) throw leaseOver(fullName(lease), otherwise);
      throw error;
    }
  }

  #tools(call: Call): WaitTools {
    const [bus, view, clock] = [this.#bus, this.#view, this.#clock];
    return { bus, view, clock, random: this.#random, closed: this.#closed, call };
  }
}

interface WaitTools extends Required<FarmLeasesOptions> {
  readonly random: () => number;
  readonly closed: AbortSignal;
  readonly call: Call;
}

/** A client's wait for a device. */
class Wait {
  readonly #wish: LeaseWish;
  readonly #ticket: Ticket;
  readonly #deadline: number;
  readonly #tools: WaitTools;
  readonly #since: number;
  /** Offers that could not be had, and until when they are left alone. */
  readonly #avoided = new Map<string, number>();
  /** When there was a device like that last, free or not. */
  #matched: number;
  #told = '';

  constructor(wish: LeaseWish, ticket: Ticket, deadline: number, tools: WaitTools) {
    this.#wish = wish;
    this.#ticket = ticket;
    this.#deadline = deadline;
    this.#tools = tools;
    this.#since = this.#matched = tools.clock.now();
  }

  async run(): Promise<Leased> {
    const { view, call } = this.#tools;
    for (;;) {
      const change = nextChange(view);
      try {
        const device = this.#choose();
        const leased = device && (await this.#take(device));
        if (leased) return leased;
        if (device) continue;
        const left = this.#left();
        if (left <= 0) throw this.#inVain();
        this.#tellPlace();
        await orAborted(this.#atMost(left, change.happened), call.signal);
      } finally {
        change.stop();
      }
    }
  }

  #inVain(): DeviceError {
    const { bus, view } = this.#tools;
    if (!bus.isConnected) return farmLost(NOT_LEASED);
    return waitedInVain(view, this.#wish, { ticket: this.#ticket.key, tried: new Set(this.#avoided.keys()) });
  }

  async #take(device: FarmDevice): Promise<Leased | undefined> {
    const { clock, call } = this.#tools;
    const leased = await take(this.#tools, device, this.#wish, call);
    this.#avoided.set(device.record.offer ?? '', clock.now() + AVOIDED);
    return leased;
  }

  /**
   * A free device that nobody who came earlier would take. Only once the view shows the own ticket, and is not being told all
   * again, does it show all earlier ones, as a watch tells everything in the order in which it was written.
   */
  #choose(): FarmDevice | undefined {
    const { view, clock, random } = this.#tools;
    if (!view.isQueueKnown) return undefined;
    const queue = view.queue();
    const { key, order } = this.#ticket;
    const own = queue.findIndex((waiting) => waiting.key === key && waiting.order === order);
    if (own < 0) return undefined;
    const earlier = queue.slice(0, own);
    // Who came earlier and wants the same would take any of them: in a long queue most need not look at the devices at all.
    if (earlier.some(({ wantsClass }) => wantsClass === queue[own]?.wantsClass)) return undefined;
    const now = clock.now();
    for (const device of view.free(this.#wish.wants, random)) {
      const { name, record } = device;
      const isAvoided = (this.#avoided.get(record.offer ?? '') ?? 0) > now;
      if (!isAvoided && !earlier.some(({ wants }) => matches(wants, name, record))) return device;
    }
    return undefined;
  }

  /** Milliseconds that the client still waits. */
  #left(): number {
    const { view, clock, call } = this.#tools;
    const now = clock.now();
    const isAny = view.candidates(this.#wish.wants).next().done !== true;
    if (!isAny) return Math.min(this.#deadline, this.#matched + NONE_LIMIT) - now;
    this.#matched = now;
    const isFree = view.free(this.#wish.wants).next().done !== true;
    const isTold = placeOf(view, this.#ticket.key) !== undefined;
    const patience = Math.min(this.#since + GRACE, now + call.remaining() - ANSWER_TIME);
    return (isFree || !isTold ? Math.max(this.#deadline, patience) : this.#deadline) - now;
  }

  #tellPlace(): void {
    const place = placeOf(this.#tools.view, this.#ticket.key);
    if (place === undefined || place === this.#told) return;
    this.#told = place;
    this.#wish.progress?.(place);
  }

  /** Waits for a change, but no longer than the client does, nor than it takes until an avoided device may be tried again. */
  async #atMost(left: number, change: Promise<void>): Promise<void> {
    const limit = Math.min(left, AVOIDED);
    let stop: () => void = () => undefined;
    const over = new Promise<void>((resolve) => {
      stop = this.#tools.clock.after(limit, resolve);
    });
    await Promise.race([change, over]).finally(() => {
      stop();
    });
  }
}

function nextChange(view: FarmView): { readonly happened: Promise<void>; stop(): void } {
  let stop: () => void = () => undefined;
  const happened = new Promise<void>((resolve) => {
    stop = view.onChange(resolve);
  });
  return { happened, stop };
}

/** A name that carries a lease must not come into the queue, which others can read, wherever a client puts it. */
function storable(wants: Wants): Wants {
  const { device, labels } = wants;
  const masked = ([label, value]: [string, string]) => [withoutLeases(label), withoutLeases(value)] as const;
  return {
    ...wants,
    ...(device !== undefined && { device: withoutLease(device) }),
    ...(labels !== undefined && { labels: Object.fromEntries(Object.entries(labels).map(masked)) }),
  };
}

function leaseIn(name: string): LeasedName {
  const lease = leasedNameOf(name);
  if (lease) return lease;
  throw invalidParams(
    `${withoutLease(name)} is not the name of a leased device. Pass the name that lease_device answered with, with all that follows the #.`,
  );
}

function leasable({ name, record, lease }: FarmDevice): LeasableDevice {
  const { kind, title, platform, version, labels, state, reason, holder } = record;
  const isTaken = state === 'free' && lease !== undefined;
  return {
    id: name,
    kind,
    title,
    platform,
    version,
    labels,
    state: isTaken ? 'leased' : state,
    reason,
    holder: holder ?? lease?.holder,
  };
}
