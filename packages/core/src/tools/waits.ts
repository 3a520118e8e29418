import * as z from 'zod';
import { foundText } from '@handeye/screen/format/lean/found';
import { cut, flat, shown } from '@handeye/screen/sanitize';
import { elementFacts, elementShape } from './element-facts.ts';
import { defineTool, reading, Waited } from './frame/define.ts';
import { criteria, flag, leanBy, waitingTime } from './frame/parameters.ts';
import { withRemarks } from './frame/words.ts';
import { type Match, ratherInSight, untilFound, untilGone, untilIdle } from './waiting.ts';

/** The longest list of texts to wait for. */
const MOST_VALUES = 20;

export const waitForElement = defineTool({
  name: 'wait_for_element',
  title: 'Wait for element',
  description:
    'Wait until an element appears whose property contains the value. A timeout is not an error: see found.',
  hints: reading,
  class: 'read',
  onlyWaits: true,
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
    const { match, doubt, ...times } = await untilFound(eyes, [query], { timeout, call });
    if (match) {
      eyes.shown(match.snapshot);
      return { found: true, ...times, element: elementFacts(match.element) };
    }
    return { found: false, ...times, message: withRemarks(`Element not found within ${timeout}ms`, doubt) };
  },
  // It answers in a line, and also waits until something is gone.
  lean: {
    description: 'Wait until an element appears, or is gone. A timeout is not an error.',
    input: z.strictObject({
      by: leanBy,
      value: z
        .union([criteria.value, z.array(z.string().min(1)).min(1).max(MOST_VALUES)], {
          error: `must be a text or a list of 1 to ${MOST_VALUES} texts`,
        })
        .describe('Text to find; of a list, the first that appears'),
      gone: flag().optional().describe('Wait for its absence'),
      timeout: waitingTime,
    }),
    example: { value: ['Sent', 'Try again'], timeout: 5000 },
    limit: ({ wait }, { timeout }) => wait + timeout,
    async handle({ eyes, call, maxTokens }, { by, value, gone = false, timeout }) {
      const values = typeof value === 'string' ? [value] : value;
      const queries = values.map((one) => ({ by, value: one, exact: false, byName: 'whole' as const }));
      const line = ({ snapshot, element }: Match) => {
        eyes.shown(snapshot);
        return foundText(snapshot, [element], { most: 1, maxTokens });
      };
      if (gone) {
        const outcome = await untilGone(eyes, queries, { timeout, call });
        return new Waited(goneText(outcome, timeout, line), { came: outcome.gone });
      }
      const { match, doubt } = await untilFound(eyes, queries, { timeout, call, choose: ratherInSight });
      if (!match) return new Waited(withRemarks(`not found within ${timeout}ms`, doubt), { came: false });
      const which = values.length > 1 ? ` '${cut(flat(shown(match.query.value)), 50)}'` : '';
      return new Waited(`found${which}: ${line(match)}`, { came: true });
    },
  },
});

function goneText(
  { gone, still, doubt, elapsedMs }: Awaited<ReturnType<typeof untilGone>>,
  timeout: number,
  line: (match: Match) => string,
): string {
  if (gone) return `gone after ${(elapsedMs / 1000).toFixed(1)} s`;
  if (still) return `still there after ${timeout}ms: ${line(still)}`;
  return withRemarks(`not known whether it is gone after ${timeout}ms`, doubt);
}

export const waitForIdle = defineTool({
  name: 'wait_for_idle',
  title: 'Wait for idle',
  description:
    'Wait until the screen stops changing, for example while a page loads. A timeout is not an error.',
  hints: reading,
  class: 'read',
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
  onlyWaits: true,
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
