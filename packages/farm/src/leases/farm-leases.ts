import { type Call, orAborted, withinLimit } from '@handeye/core/call/call';
import type { Clock } from '@handeye/core/call/clock';
import {
  actionFailed,
  type DeviceError,
  invalidParams,
  isTimeout,
  timedOut,
} from '@handeye/core/device/errors';
import type { LeasableDevice, Leased, Leases, LeaseWish, Wants } from '@handeye/core/device/leases';
import { clientName } from '@handeye/core/guard/client';
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
import { isUnknown, matches } from './matches.ts';
import { take } from './taking.ts';
import { Ticket } from './ticket.ts';

/** Milliseconds to enter the queue: NATS may need ten seconds to elect a leader. */
const ENTER_LIMIT = 15_000;

/** The same while disconnected: the connection may be about to return. */
const RECONNECT_LIMIT = 5_000;

const NOT_LEASED = 'No device was leased';

/**
 * Minimum milliseconds of a wait: for the own ticket to appear in the view, and, if a device is free, for earlier clients to
 * take theirs.
 */
const GRACE = 5_000;

/** Milliseconds to wait for a device that the farm does not have: hosts may be starting. */
const NONE_LIMIT = 15_000;

/** Milliseconds until a device that could not be taken is tried again. */
const AVOIDED = 3_000;

/** Milliseconds before the deadline of a call at which a wait ends, so that its answer can state the place. */
const ANSWER_TIME = 500;

interface FarmLeasesOptions {
  readonly bus: Bus;
  readonly view: FarmView;
  readonly clock: Clock;
  /** Between 0 and 1: spreads the servers over the free devices. */
  readonly random?: (() => number) | undefined;
  /** Fires when the server stops, and ends background work. */
  readonly closed?: AbortSignal | undefined;
}

/** Leases of a farm's devices for the clients of one server. It keeps no state of a lease: any server can serve any lease. */
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

  /** Enters the queue, with a limit that leaves time to report a failure. */
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
  /** Offers that could not be taken, and until when they are skipped. */
  readonly #avoided = new Map<string, number>();
  /** When a matching device, free or not, was last in the farm. */
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
        if (left <= 0) throw this.#timedOut();
        this.#tellPlace();
        await orAborted(this.#atMost(left, change.happened), call.signal);
      } finally {
        change.stop();
      }
    }
  }

  #timedOut(): DeviceError {
    const { bus, view } = this.#tools;
    if (!bus.isConnected) return farmLost(NOT_LEASED);
    return waitTimedOut(view, this.#wish, { ticket: this.#ticket.key, tried: new Set(this.#avoided.keys()) });
  }

  async #take(device: FarmDevice): Promise<Leased | undefined> {
    const { clock, call } = this.#tools;
    const leased = await take(this.#tools, device, this.#wish, call);
    this.#avoided.set(device.record.offer ?? '', clock.now() + AVOIDED);
    return leased;
  }

  /**
   * A free device that no earlier client would take. The view shows all earlier tickets only once it shows the own one and is
   * not being reported again: a watch reports everything in the order in which it was written.
   */
  #choose(): FarmDevice | undefined {
    const { view, clock, random } = this.#tools;
    if (!view.isQueueKnown) return undefined;
    const queue = view.queue();
    const { key, order } = this.#ticket;
    const own = queue.findIndex((waiting) => waiting.key === key && waiting.order === order);
    if (own < 0) return undefined;
    const earlier = queue.slice(0, own);
    // An earlier client with the same wants would take any of them: in a long queue most clients need not check the devices.
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

  /** Waits for a change, but not past the client's deadline, nor past the end of an avoided offer. */
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

/** Strips leases from wants: other clients can read the queue. */
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

const SILENT = 'free, but its host does not answer';

/** The place of a ticket among equal wants: `3rd of 5 waiting for this`. Undefined if it is not in the queue. */
function placeOf(view: FarmView, ticket: string): string | undefined {
  const queue = view.queue();
  const own = queue.find(({ key }) => key === ticket);
  if (!own) return undefined;
  const same = queue.filter(({ wantsClass }) => wantsClass === own.wantsClass);
  return `${ordinal(same.indexOf(own) + 1)} of ${same.length} waiting for this`;
}

interface Attempt {
  readonly ticket: string;
  /** Offers that this client tried to take. */
  readonly tried: ReadonlySet<string>;
}

/** The error for a client that got no device in time. */
function waitTimedOut(
  view: FarmView,
  { wants, waitSeconds }: LeaseWish,
  { ticket, tried }: Attempt,
): DeviceError {
  const states = new Map<string, number>();
  for (const device of view.candidates(wants)) {
    const state = stateOf(device, tried);
    states.set(state, (states.get(state) ?? 0) + 1);
  }
  if (states.size === 0) {
    return actionFailed(
      'No device of the farm is like that. Call list_devices to see what there is, and want less.',
    );
  }
  const place = placeOf(view, ticket);
  const found = [...states].map(([state, count]) => `${count} ${state}`).join(', ');
  const facts = `Devices like that: ${found}.${place === undefined ? '' : ` You were ${place}.`}`;
  return waitSeconds === 0
    ? actionFailed(`No such device is free now. ${facts} Pass wait_seconds to wait in the queue.`)
    : timedOut(
        `No such device became free within ${waitSeconds} seconds. ${facts} Call lease_device again to wait anew.`,
      );
}

function stateOf({ record, lease }: FarmDevice, tried: Attempt['tried']): string {
  if (isUnknown(record)) return `${record.state} that may be`;
  if (record.state !== 'free') return record.state;
  // Its own attempt, which the host has not accepted, is not another client's lease.
  if (lease?.accepted !== true && tried.has(record.offer ?? '')) return SILENT;
  return lease ? 'leased' : 'free';
}

function ordinal(count: number): string {
  const isTeen = count % 100 >= 11 && count % 100 <= 13;
  const endings: Readonly<Record<number, string>> = { 1: 'st', 2: 'nd', 3: 'rd' };
  return `${count}${(isTeen ? undefined : endings[count % 10]) ?? 'th'}`;
}
