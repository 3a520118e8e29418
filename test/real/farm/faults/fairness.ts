import * as z from 'zod';
import type { BucketEvent, Journal } from './journal.ts';

/**
 * Milliseconds after its last write for which a ticket counts. Waiting servers renew theirs every 2 s; one that is no longer
 * renewed belongs to a dead server.
 */
const LIVES_FOR = 8_000;

const ticket = z.object({
  wants: z.object({ labels: z.record(z.string(), z.string()).optional(), device: z.string().optional() }),
  holder: z.string(),
  order: z.number().optional(),
});
const lease = z.object({ id: z.string(), holder: z.string(), accepted: z.boolean() });

interface Ticket extends Omit<z.infer<typeof ticket>, 'order'> {
  readonly order: number;
  /** When it was written, and when it was removed. */
  readonly written: number[];
  removed: number;
}

interface Grant {
  readonly device: string;
  readonly holder: string;
  readonly created: number;
  isAccepted: boolean;
}

/**
 * Leases that were made while an earlier client waited for such a device. The order is that of the tickets in the farm's queue,
 * the times are those at which NATS took the messages.
 */
export function* unfairGrants({ queue, grants }: Pick<Journal, 'queue' | 'grants'>): Generator<string> {
  const tickets = ticketsIn(queue);
  for (const { device, holder, created, isAccepted } of grantsIn(grants)) {
    if (!isAccepted) continue;
    const own = tickets.filter((one) => one.holder === holder && isAlive(one, created)).at(-1);
    if (!own) continue;
    const earlier = tickets.filter(
      (other) => other.order < own.order && isAlive(other, created) && isFor(other, device),
    );
    const [first] = earlier;
    if (first)
      yield `${holder} (ticket ${own.order}) got ${device} at ${created} while ${earlier.length} waited for it who came ` +
        `earlier, first ${first.holder} (ticket ${first.order}, written at ${first.written.join(', ')}, removed at ${first.removed})`;
  }
}

/** The number of accepted leases whose creation was seen, so that their order is known. */
export function judgedGrants(events: readonly BucketEvent[]): number {
  return grantsIn(events).filter(({ isAccepted }) => isAccepted).length;
}

/** In their order. */
function ticketsIn(events: readonly BucketEvent[]): Ticket[] {
  const tickets = new Map<string, Ticket>();
  for (const { key, value, revision, at } of events) {
    const known = tickets.get(key);
    if (value === undefined) {
      if (known) known.removed = at;
    } else if (known) known.written.push(at);
    else {
      const { order = revision, ...record } = ticket.parse(value);
      tickets.set(key, { ...record, order, written: [at], removed: Infinity });
    }
  }
  return [...tickets.values()].sort((one, other) => one.order - other.order);
}

/**
 * Leases whose creation was seen. A bucket keeps only the newest value, so after a gap a lease may first be seen at its
 * renewal: its holder may then be a client that never learnt of it and waits again.
 */
function grantsIn(events: readonly BucketEvent[]): Grant[] {
  const grants = new Map<string, Grant>();
  for (const { key, value, at } of events) {
    if (value === undefined) continue;
    const { id, holder, accepted } = lease.parse(value);
    const known = grants.get(id);
    if (known) known.isAccepted ||= accepted;
    else if (!accepted) grants.set(id, { device: key, holder, created: at, isAccepted: false });
  }
  return [...grants.values()];
}

function isAlive({ written, removed }: Ticket, time: number): boolean {
  const last = written.findLast((at) => at <= time);
  return last !== undefined && time < removed && time - last < LIVES_FOR;
}

/** Hosts of a run are labelled with their own name. */
function isFor({ wants: { labels, device } }: Ticket, name: string): boolean {
  const [host] = name.split('.');
  return (device === undefined || device === name) && (labels?.host === undefined || labels.host === host);
}
