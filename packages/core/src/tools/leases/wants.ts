import * as z from 'zod';
import { platformIds } from '../../device/platforms.ts';
import { capabilityNames } from '../../device/port.ts';

const version = z.string().regex(/^\d+(\.\d+)*$/, 'must be a version such as 14 or 5.1');

/** The wishes of a client, as the farm's records hold them: a server of another version may know more capabilities. */
export const recordedWants = z.strictObject({
  platform: z.enum(platformIds).optional(),
  version: z.strictObject({ from: version.optional(), to: version.optional() }).optional(),
  capabilities: z.array(z.string()).optional(),
  labels: z.record(z.string(), z.string()).optional(),
  device: z.string().describe('One by its name in list_devices').optional(),
});

/** Not an enum: most clients want no capability and need not read all their names. */
const capability = z.string().refine((name) => capabilityNames.some((known) => known === name), {
  message: `must be one of ${capabilityNames.join(', ')}`,
});

/** The same, as the tools take it. */
export const wants = recordedWants.extend({ capabilities: z.array(capability).optional() });
