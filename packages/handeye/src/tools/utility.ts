import * as z from 'zod';
import { permissionDenied } from '../device/errors.ts';
import { detailsText } from '../ui/format/details.ts';
import { codePoints, shown } from '../ui/sanitize.ts';
import { defineTool, navigating, reading } from './frame/define.ts';
import { elementFacts, elementShape } from './element-facts.ts';
import { criteria, nothing, waitingTime } from './frame/parameters.ts';
import { untilFound, untilIdle } from './waiting.ts';
import { withRemarks } from './frame/words.ts';

const NO_CLIPBOARD = 'The device cannot be reached, or its clipboard cannot.';

export const getClipboard = defineTool({
  name: 'get_clipboard',
  title: 'Get clipboard',
  description: "Read the clipboard's text.",
  hints: reading,
  needs: 'clipboard',
  input: nothing,
  output: z.object({ text: z.string().nullable() }),
  limit: ({ action }) => action,
  example: {},
  fails: { permission_denied: NO_CLIPBOARD, action_failed: 'The device refused to read it.' },
  async handle({ device, call }) {
    if (!device.clipboard) throw permissionDenied('This device has no clipboard that can be reached.');
    const text = await device.clipboard.read(call);
    return { text: text === null ? null : (shown(text) ?? null) };
  },
});

export const setClipboard = defineTool({
  name: 'set_clipboard',
  title: 'Set clipboard',
  description: 'Put text on the clipboard.',
  hints: navigating,
  needs: 'clipboard',
  input: z.strictObject({ text: z.string().describe('New content') }),
  limit: ({ action }) => action,
  example: { text: 'Hello from MCP' },
  fails: {
    invalid_params: '`text` is missing.',
    permission_denied: NO_CLIPBOARD,
    action_failed: 'The device refused to set it.',
  },
  async handle({ hands }, { text }) {
    await hands.writeClipboard(text);
    return `Clipboard set successfully (${codePoints(text)} characters)`;
  },
});

export const waitForElement = defineTool({
  name: 'wait_for_element',
  title: 'Wait for element',
  description:
    'Wait until an element appears whose property contains the value. Running out of time is no error: see found.',
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
    'Wait until the screen stops changing, for example while a page loads. Running out of time is no error.',
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

export const getElementDetails = defineTool({
  name: 'get_element_details',
  title: 'Get element details',
  description: 'Read the full text and description of elements whose values were cut.',
  hints: reading,
  input: z.strictObject({ ids: z.array(z.string()).min(1).describe('Ids from get_screen_state') }),
  limit: ({ look }) => look,
  example: { ids: ['node_403', 'node_499'] },
  fails: {
    invalid_params: '`ids` is missing, empty, or not an array of strings.',
    permission_denied: 'The device cannot be reached, or no window can be read.',
  },
  async handle({ eyes }, { ids }) {
    return detailsText(await eyes.look(), ids);
  },
});
