import * as z from 'zod';
import { permissionDenied } from '../../device/errors.ts';
import { type Leases, MOST_MINUTES } from '../../device/leases.ts';
import { defineServerTool, moving, navigating, reading, replacing } from '../frame/define.ts';
import type { Tool } from '../frame/define.ts';
import { deviceLines, systemOf } from './device-lines.ts';
import { wants } from './wants.ts';

/** Default minutes of a lease, and the most seconds that a client may wait for one. */
const DEFAULT_MINUTES = 15;
const MOST_WAIT = 600;

const minutes = z.int().min(1).max(MOST_MINUTES).default(DEFAULT_MINUTES);
const leasedDevice = z.string().min(1);

const LAST_KNOWN =
  'This server has lost its connection to the farm, and connects again by itself: this is what it knew last.';

const overFails = {
  invalid_params: 'It is not the name of a leased device.',
  permission_denied: 'The lease is over.',
  action_failed: 'The host of the device does not answer.',
} as const;

const leaseDevice = defineServerTool({
  name: 'lease_device',
  title: 'Lease a device',
  description:
    'Get a device of the farm for yourself. Pass the name it answers with as device in every call; give it back with release_device.',
  hints: moving,
  class: 'read',
  input: z.strictObject({
    wants: wants.default({}),
    minutes,
    wait_seconds: z.int().min(0).max(MOST_WAIT).default(0),
  }),
  example: { wants: { platform: 'android' }, minutes: 15, wait_seconds: 60 },
  fails: {
    action_failed: 'The farm has no such device; or none is free, and `wait_seconds` is 0.',
    timeout: 'None became free in time. The answer says the place in the queue.',
  },
  limit: ({ action }, { wait_seconds: wait }) => action + wait * 1000,
  async handle({ leases, client, progress, call }, { wants: wanted, minutes: time, wait_seconds: wait }) {
    const leased = await farm(leases).lease(
      { wants: wanted, minutes: time, waitSeconds: wait, client, progress },
      call,
    );
    return `device: ${leased.name}\n${systemOf(leased)}; yours for ${minutesText(leased.minutes)}.`;
  },
});

const renewLease = defineServerTool({
  name: 'renew_lease',
  title: 'Renew a lease',
  description: 'Keep a leased device for that many minutes from now.',
  hints: navigating,
  class: 'read',
  input: z.strictObject({ device: leasedDevice, minutes }),
  example: { device: 'rack-2.pixel-7#k3f9', minutes: 15 },
  fails: overFails,
  async handle({ leases, call }, { device, minutes: time }) {
    return `Yours for ${minutesText(await farm(leases).renew(device, time, call))} from now.`;
  },
});

const releaseDevice = defineServerTool({
  name: 'release_device',
  title: 'Release a device',
  description:
    'Give a leased device back. It is reset: nothing of what you did on it is kept, not for you either.',
  hints: replacing,
  class: 'read',
  input: z.strictObject({ device: leasedDevice }),
  example: { device: 'rack-2.pixel-7#k3f9' },
  fails: overFails,
  async handle({ leases, call }, { device }) {
    await farm(leases).release(device, call);
    return 'Released.';
  },
});

const listFarmDevices = defineServerTool({
  name: 'list_devices',
  title: 'List devices',
  description: 'List the devices: local ones by id, and those of the farm, which lease_device gives.',
  hints: reading,
  class: 'read',
  input: z.strictObject({ wants: wants.default({}), limit: z.int().min(1).max(1000).default(50) }),
  example: { wants: { platform: 'android' } },
  fails: {},
  async handle({ leases, registry, call }, { wants: wanted, limit }) {
    const local = await registry.choices(call);
    const devices = await farm(leases).devices(wanted, call);
    const lines = deviceLines(local, devices, limit);
    return [...lines, ...(farm(leases).isConnected ? [] : [LAST_KNOWN])].join('\n');
  },
});

/** The tools that clients of a farm get beside those for devices. */
export const leaseTools: readonly Tool[] = [leaseDevice, renewLease, releaseDevice, listFarmDevices];

function farm(leases: Leases | undefined): Leases {
  if (!leases) throw permissionDenied('This server has no farm. Start it with --farm.');
  return leases;
}

function minutesText(minutes: number): string {
  return `${minutes} minute${minutes === 1 ? '' : 's'}`;
}
