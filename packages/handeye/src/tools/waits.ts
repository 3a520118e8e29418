import * as z from 'zod';
import { elementFacts, elementShape } from './element-facts.ts';
import { defineTool, reading } from './frame/define.ts';
import { criteria, waitingTime } from './frame/parameters.ts';
import { withRemarks } from './frame/words.ts';
import { untilFound, untilIdle } from './waiting.ts';

export const waitForElement = defineTool({
  name: 'wait_for_element',
  title: 'Wait for element',
  description:
    'Wait until an element appears whose property contains the value. A timeout is not an error: see found.',
  hints: reading,
  input: z.strictObject({ ...criteria, timeout: waitingTime }),
  output: z.object({
    found: z.boolean(),
    elapsedMs: z.number(),
    attempts: z.int(),
    element: elementShape.optional(),
    message: z.string().optional(),
  }),
  limit: ({ wait }, { timeout }) => wait + timeout,
  example: { by: 'text', value: '10', timeout: 5000 },
  fails: {
    invalid_params: 'An unknown `by`, an empty `value`, a `timeout` outside 1..30000.',
    permission_denied: 'The device cannot be reached.',
  },
  async handle({ eyes, call }, { by, value, timeout }) {
    const query = { by, value, exact: false };
    const { element, doubt, ...times } = await untilFound(eyes, query, { timeout, call });
    if (element) return { found: true, ...times, element: elementFacts(element) };
    return { found: false, ...times, message: withRemarks(`Element not found within ${timeout}ms`, doubt) };
  },
});

export const waitForIdle = defineTool({
  name: 'wait_for_idle',
  title: 'Wait for idle',
  description:
    'Wait until the screen stops changing, for example while a page loads. A timeout is not an error.',
  hints: reading,
  input: z.strictObject({
    timeout: waitingTime,
    match_percentage: z
      .number()
      .min(0)
      .max(100)
      .default(100)
      .describe('Below 100, small changes such as a clock do not count'),
  }),
  output: z.object({ message: z.string(), elapsedMs: z.number() }),
  limit: ({ wait }, { timeout }) => wait + timeout,
  example: { timeout: 3000 },
  fails: {
    invalid_params: 'A `timeout` outside 1..30000, a `match_percentage` outside 0..100.',
    permission_denied: 'The device cannot be reached.',
  },
  async handle({ eyes, call }, { timeout, match_percentage }) {
    const { idle, doubt, elapsedMs } = await untilIdle(eyes, { timeout, match: match_percentage, call });
    const late = withRemarks(`UI did not become idle within ${timeout}ms`, doubt);
    return { message: idle ? 'UI is idle' : late, elapsedMs };
  },
});
