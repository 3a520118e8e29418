import * as z from 'zod';
import { defineServerTool, reading } from './frame/define.ts';
import { nothing } from './frame/parameters.ts';

export const listDevices = defineServerTool({
  name: 'list_devices',
  title: 'List devices',
  description: 'List the devices that can be passed as device.',
  hints: reading,
  class: 'read',
  input: nothing,
  output: z.object({
    devices: z.array(
      z.object({ id: z.string(), title: z.string(), ready: z.boolean(), hint: z.string().optional() }),
    ),
  }),
  example: {},
  fails: {},
  async handle({ registry, call }) {
    const devices = await registry.choices(call);
    return {
      devices: devices.map(({ id, title, ready }) =>
        ready === true ? { id, title, ready } : { id, title, ready: false, hint: ready },
      ),
    };
  },
});
