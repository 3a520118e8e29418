import * as z from 'zod';
import { deviceKinds } from '../../device/platforms.ts';
import { recordedWants } from '../../tools/leases/wants.ts';

/** Characters of a client's name that others get to see. */
const MOST_NAME = 200;
const holder = z.string().overwrite((name) => name.slice(0, MOST_NAME));

/** The buckets of a farm; each account has its own. */
export const bucketNames = ['devices', 'leases', 'queue'] as const;
export type BucketName = (typeof bucketNames)[number];

/** Milliseconds after which what nobody writes again is gone: a dead host's devices, its leases, a dead server's waits. */
export const TIME_TO_LIVE = 30_000;

/**
 * Milliseconds after its last confirmed write in which the writer of a key counts on it. Less than the time to live: it gives
 * up before anybody else can take the key for gone, also if its clock is a bit slow.
 */
export const LAPSE = TIME_TO_LIVE - 5_000;

/** Milliseconds between two writes of what is alive: two may be lost. */
export const BEAT = 10_000;

/**
 * The same for a ticket of the queue: whoever waits behind one whose server is gone can take nothing until it is known for
 * dead, and that should not take as long as a device may be silent.
 */
export const TICKET_TIME_TO_LIVE = 8_000;
export const TICKET_BEAT = 2_000;

/**
 * How a device stands. `free`: it is offered. `leased`: a lease was accepted. `resetting`: between two holders. `quarantined`:
 * its reset failed; `reason` says how. `unwell`: it does not answer; `reason` says why.
 */
export const deviceStates = ['free', 'leased', 'resetting', 'quarantined', 'unwell'] as const;

/** Key `<host>.<device>` of the bucket `devices`, written by its host alone, on every change and every BEAT. */
export const deviceRecord = z.object({
  title: z.string(),
  kind: z.enum(deviceKinds),
  /** `android`, `linux` or `macos`. */
  platform: z.string(),
  /** Of the system, as far as it is known: `14`, `5.1.1`. */
  version: z.string().optional(),
  tier: z.string().optional(),
  /** What it can do, by the names of the port. */
  capabilities: z.array(z.string()),
  /** What its owner says of it: `{ rack: '2' }`. */
  labels: z.record(z.string(), z.string()),
  state: z.enum(deviceStates),
  reason: z.string().optional(),
  /** A lease must name the offer that it takes; each time a device becomes free it is another one. */
  offer: z.string().optional(),
  /** Who has it, for people; never the lease itself. */
  holder: z.string().optional(),
  /** Of the host's clock: it says only whether two records are of the same run of the host. */
  incarnation: z.string(),
});
export type DeviceRecord = z.infer<typeof deviceRecord>;

/** Key `<host>` of the bucket `devices`. */
export const hostRecord = z.object({
  incarnation: z.string(),
  version: z.string(),
  devices: z.number(),
  /** Calls that run now, and the load of the machine by its number of processors. */
  calls: z.number(),
  load: z.number(),
});
export type HostRecord = z.infer<typeof hostRecord>;

/**
 * Key `<host>.<device>` of the bucket `leases`. Created by a server, and from then on written by the host alone: its
 * compare-and-set keeps it alive while the lease lasts. The revision is the fencing token.
 */
export const leaseRecord = z.object({
  /** The hash of the lease's secret. */
  id: z.string(),
  offer: z.string(),
  /** The client, for people. */
  holder,
  minutes: z.number(),
  /** When the host accepted it; before that nobody may use it. */
  accepted: z.boolean(),
});
export type LeaseRecord = z.infer<typeof leaseRecord>;

/**
 * Key of the bucket `queue`: a random ticket. Its place is the revision of its creation, which it repeats as `order` when
 * it is written again to stay alive.
 */
export const ticketRecord = z.object({
  wants: recordedWants,
  holder,
  order: z.number().optional(),
});
export type TicketRecord = z.infer<typeof ticketRecord>;
