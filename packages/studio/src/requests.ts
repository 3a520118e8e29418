import * as z from 'zod';
import { answers } from '@handeye/core/guard/questions';
import type { PageConnection } from './page-connection.ts';
import type { RequestName, Requests } from './wire/messages.ts';

const device = z.string().min(1).max(500);
const count = z.int().nonnegative();
const nothing = z.undefined();
const screen = z.enum(['lean', 'compact']).optional();

const flowName = z.string().min(1).max(200);

/** The schema of each request; others are refused. */
export const requestSchemas: { readonly [Name in RequestName]: z.ZodType<Requests[Name]['takes']> } = {
  watch: z.strictObject({ device: device.optional(), visible: z.boolean() }),
  texts: z.strictObject({ device }),
  element: z.strictObject({ device, id: z.string().max(100) }),
  timeline: z.strictObject({ before: count.optional(), limit: count.max(500) }),
  entry: z.strictObject({ number: count }),
  search: z.strictObject({ text: z.string().max(1000) }),
  answer: z.strictObject({ question: count, answer: z.enum(answers) }),
  call: z.strictObject({
    tool: z.string().max(200),
    arguments: z.record(z.string(), z.unknown()),
    device: device.optional(),
    from: z.enum(['hand', 'form']),
    screen,
  }),
  tools: z.strictObject({ screen }),
  takeOver: z.strictObject({ device }),
  handBack: z.strictObject({ device }),
  stop: nothing,
  resume: nothing,
  devices: z.strictObject({ thumbnails: z.boolean() }).optional(),
  invitePhone: nothing,
  phoneScanned: nothing,
  pairPhone: z.strictObject({ code: z.string().max(100), address: z.string().max(200).optional() }),
  lever: z.strictObject({
    device,
    lever: z.string().max(100),
    value: z.string().max(1000).or(z.boolean()).optional(),
  }),
  levers: z.strictObject({ device }),
  flows: nothing,
  flow: z.strictObject({ name: flowName, isHealed: z.boolean() }),
  performFlow: z.strictObject({
    name: flowName,
    isHealed: z.boolean(),
    device,
    heal: z.boolean(),
    goOn: z.boolean(),
  }),
  stopFlow: nothing,
  chooseTarget: z.strictObject({ run: count, candidate: count }),
  acceptHealing: z.strictObject({ name: flowName, diff: z.string().max(2_000_000) }),
  discardHealing: z.strictObject({ name: flowName }),
  saveFlow: z.strictObject({
    name: flowName,
    description: z.string().max(1000).optional(),
    calls: z.array(count).min(1).max(2000),
    variables: z.boolean(),
  }),
};

/** Handlers for requests of pages. Each feature brings its own. */
export type Handlers = {
  readonly [Name in RequestName]?: (
    takes: Requests[Name]['takes'],
    page: PageConnection,
  ) => Requests[Name]['gives'] | Promise<Requests[Name]['gives']>;
};

export const requestSchema = z.object({
  id: count,
  request: z.string(),
  // Absent for a request without parameters.
  takes: z.unknown().optional(),
});

/** A name is only one of the table's own. */
export function isRequestName(name: string): name is RequestName {
  return Object.hasOwn(requestSchemas, name);
}

export const shownSchema = z.strictObject({ shown: count });
