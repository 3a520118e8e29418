import * as z from 'zod';
import { platformIds } from '../../device/platforms.ts';
import { capabilityNames } from '../../device/port.ts';

const version = z.string().regex(/^\d+(\.\d+)*$/, 'must be a version such as 14 or 5.1');

/** What a client wants of a device, as the farm's records have it: a server of another version may know more capabilities. */
export const recordedWants = z.strictObject({
  platform: z.enum(platformIds).optional(),
  version: z.strictObject({ from: version.optional(), to: version.optional() }).optional(),
  capabilities: z.array(z.string()).optional(),
  labels: z.record(z.string(), z.string()).optional(),
  device: z.string().describe('One by its name in list_devices').optional(),
});

/** Not an enum: who wants none of them, which is nearly everybody, need not read all their names. */
const capability = z.string().refine((name) => capabilityNames.some((known) => known === name), {
  message: `must be one of ${capabilityNames.join(', ')}`,
});

/** The same, as the tools take it. */
export const wants = recordedWants.extend({ capabilities: z.array(capability).optional() });
