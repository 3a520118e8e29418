import * as z from 'zod';
import { permissionDenied } from '../device/errors.ts';
import { acting, defineServerTool, defineTool, moving, reading, type Tool } from './frame/define.ts';
import type { Flows } from './frame/flows.ts';
import { nothing } from './frame/parameters.ts';

/** Milliseconds for a whole flow. */
const FLOW_LIMIT = 15 * 60_000;

const name = z.string().min(1).describe('Without .flow.yaml');

function flowsOf(flows: Flows | undefined): Flows {
  if (!flows) throw permissionDenied('This server was started without a folder for flows (--flows FOLDER).');
  return flows;
}

const saveFlow = defineTool({
  name: 'save_flow',
  title: 'Save flow',
  description:
    'Save what was done on the device in this run as a flow, to be performed again without a model.',
  hints: moving,
  // It does nothing by itself: each step of a trial is judged as what it is.
  class: 'read',
  touchesScreen: false,
  callsTools: true,
  endsItself: true,
  input: z.strictObject({
    name,
    description: z.string().optional(),
    first: z.int().optional().describe('First act; default: all. -3 is the third last'),
    last: z.int().optional(),
    client: z.string().optional().describe('Whose run, where it is not clear'),
    variables: z.boolean().default(false).describe('Typed texts become ${NAME}'),
    verify: z.boolean().default(false).describe('Perform it once on a reset device'),
  }),
  limit: () => FLOW_LIMIT,
  writes: () => 0,
  example: { name: 'sum' },
  fails: {
    invalid_params: 'No usable name, no such acts, or it is not clear whose run is meant.',
    permission_denied: 'The server has no folder for flows (--flows), or keeps no history (--no-history).',
    action_failed: 'The file could not be written; the old one is whole.',
  },
  handle: (context, args) => flowsOf(context.flows).save(args, context),
});

const runFlow = defineTool({
  name: 'run_flow',
  title: 'Run flow',
  description:
    'Perform a saved flow. Stops where a step is not certain and says what is there; go on by hand, then call it again with from.',
  hints: acting,
  class: 'read',
  callsTools: true,
  endsItself: true,
  input: z.strictObject({
    name,
    env: z.record(z.string(), z.string()).optional().describe('Its variables'),
    from: z.string().min(1).optional().describe('Where to resume, as the divergence said'),
    heal: z.boolean().default(false).describe('Mend steps whose target moved, into a second file'),
  }),
  limit: () => FLOW_LIMIT,
  // Each step is paced by itself.
  writes: () => 0,
  example: { name: 'sum' },
  fails: {
    element_not_found: 'No flow has that name.',
    invalid_params: 'The file is no flow: the text has its lines. Or `from` is no step of it.',
    action_failed:
      'A step could not be performed for certain, or its effect did not come: the text says which and why.',
    permission_denied: 'The server has no folder for flows (--flows).',
  },
  handle: (context, args) => flowsOf(context.flows).run(args, context),
});

const listFlows = defineServerTool({
  name: 'list_flows',
  title: 'List flows',
  description: 'Saved flows, and the acts of this run that can be saved.',
  hints: reading,
  class: 'read',
  input: nothing,
  example: {},
  fails: { permission_denied: 'The server has no folder for flows (--flows).' },
  handle: (context) => flowsOf(context.flows).list(context),
});

/** The toolset `flows`. */
export const flowTools: readonly Tool[] = [saveFlow, runFlow, listFlows];
