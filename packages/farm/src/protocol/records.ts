import * as z from 'zod';
import { deviceKinds } from '@handeye/core/device/platforms';
import { recordedWants } from '@handeye/core/tools/leases/wants';

/** Maximum characters of a client's name that others see. */
const MOST_NAME = 200;
const holder = z.string().overwrite((name) => name.slice(0, MOST_NAME));

/** The buckets of a farm; each account has its own. */
export const bucketNames = ['devices', 'leases', 'queue'] as const;
export type BucketName = (typeof bucketNames)[number];

/** Milliseconds until an entry that is not renewed expires: a dead host's devices, its leases, a dead server's tickets. */
export const TIME_TO_LIVE = 30_000;

/**
 * Milliseconds after its last confirmed write for which a writer relies on its key. Less than the time to live, so the writer
 * gives up before others see the key expired, even if its clock is a bit slow.
 */
export const LAPSE = TIME_TO_LIVE - 5_000;

/** Milliseconds between two renewals: two may be lost. */
export const BEAT = 10_000;

/**
 * The same for a ticket of the queue. Clients behind a dead server's ticket can take nothing until it expires, so it expires
 * sooner than a device.
 */
export const TICKET_TIME_TO_LIVE = 8_000;
export const TICKET_BEAT = 2_000;

/**
 * The state of a device. `free`: offered. `leased`: a lease was accepted. `resetting`: between two holders. `quarantined`: its
 * reset failed; `reason` says how. `unwell`: it does not answer; `reason` says why.
 */
export const deviceStates = ['free', 'leased', 'resetting', 'quarantined', 'unwell'] as const;

/** Key `<host>.<device>` of the bucket `devices`, written only by its host, on every change and every BEAT. */
export const deviceRecord = z.object({
  title: z.string(),
  kind: z.enum(deviceKinds),
  /** `android`, `linux` or `macos`. */
  platform: z.string(),
  /** Of the system, if known: `14`, `5.1.1`. */
  version: z.string().optional(),
  tier: z.string().optional(),
  /** Its capabilities, by the names of the port. */
  capabilities: z.array(z.string()),
  /** Set by its owner: `{ rack: '2' }`. */
  labels: z.record(z.string(), z.string()),
  state: z.enum(deviceStates),
  reason: z.string().optional(),
  /** A lease must name the offer that it takes; each time a device becomes free it has a new one. */
  offer: z.string().optional(),
  /** The client's name, for people; never the lease itself. */
  holder: z.string().optional(),
  /** Identifies the run of the host. */
  incarnation: z.string(),
});
export type DeviceRecord = z.infer<typeof deviceRecord>;

/** Key `<host>` of the bucket `devices`. */
export const hostRecord = z.object({
  incarnation: z.string(),
  version: z.string(),
  devices: z.number(),
  /** Calls that run now, and the load of the machine per processor. */
  calls: z.number(),
  load: z.number(),
});
export type HostRecord = z.infer<typeof hostRecord>;

/**
 * Key `<host>.<device>` of the bucket `leases`. Created by a server, then written only by the host, which renews it by
 * compare-and-set while the lease lasts. The revision is the fencing token.
 */
export const leaseRecord = z.object({
  /** The hash of the lease's secret. */
  id: z.string(),
  offer: z.string(),
  /** The client, for people. */
  holder,
  minutes: z.number(),
  /** Whether the host accepted it; before that it gives no access. */
  accepted: z.boolean(),
});
export type LeaseRecord = z.infer<typeof leaseRecord>;

/** Key of the bucket `queue`: a random ticket. Its place is the revision of its creation, which renewals repeat as `order`. */
export const ticketRecord = z.object({
  wants: recordedWants,
  holder,
  order: z.number().optional(),
});
export type TicketRecord = z.infer<typeof ticketRecord>;
