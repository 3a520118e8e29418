import * as z from 'zod';
import type { DeviceError } from '../device/errors.ts';
import { actionFailed, permissionDenied } from '../device/errors.ts';
import { shown } from '@handeye/screen/sanitize';
import type { Limits } from './frame/define.ts';
import { defineTool, moving, navigating, reading } from './frame/define.ts';
import { nothing } from './frame/parameters.ts';

/** The common parts of system actions; `words` names one in its failures. */
const systemAction = (words: string) => ({
  input: nothing,
  limit: ({ action }: Limits) => action,
  example: {},
  fails: {
    permission_denied: 'The device cannot be reached, or has no such action.',
    action_failed: `The device refused: \`${words} failed: <cause>\`.`,
  },
  reword: (failure: DeviceError) =>
    failure.kind === 'action_failed' ? actionFailed(`${words} failed: ${failure.message}`, failure) : failure,
});

export const pressBack = defineTool({
  ...systemAction('Back button press'),
  name: 'press_back',
  title: 'Press back',
  description: 'Go back: closes the keyboard, a dialog or the current page.',
  hints: moving,
  class: 'navigate',
  needs: 'back',
  async handle({ hands }) {
    await hands.press('BACK');
    return 'Back button press executed successfully';
  },
});

export const pressHome = defineTool({
  ...systemAction('Home button press'),
  name: 'press_home',
  title: 'Press home',
  description: 'Go to the home screen, where apps can be opened.',
  hints: navigating,
  class: 'navigate',
  needs: 'home',
  async handle({ hands }) {
    await hands.press('HOME');
    return 'Home button press executed successfully';
  },
});

export const pressRecents = defineTool({
  ...systemAction('Recents button press'),
  name: 'press_recents',
  title: 'Press recents',
  description: 'Show the recently used apps.',
  hints: moving,
  class: 'navigate',
  needs: 'recents',
  async handle({ hands }) {
    await hands.press('RECENTS');
    return 'Recents button press executed successfully';
  },
});

export const openNotifications = defineTool({
  ...systemAction('Open notifications'),
  name: 'open_notifications',
  title: 'Open notifications',
  description: 'Pull down the notification shade. press_back closes it.',
  hints: navigating,
  class: 'navigate',
  needs: 'notifications',
  async handle({ hands }) {
    await hands.press('NOTIFICATIONS');
    return 'Open notifications executed successfully';
  },
});

export const openQuickSettings = defineTool({
  ...systemAction('Open quick settings'),
  name: 'open_quick_settings',
  title: 'Open quick settings',
  description: 'Open the quick settings panel. press_back closes it.',
  hints: navigating,
  class: 'navigate',
  needs: 'quickSettings',
  async handle({ hands }) {
    await hands.press('QUICK_SETTINGS');
    return 'Open quick settings executed successfully';
  },
});

/** A moment as logs are asked for it: ISO 8601, in the device's time zone unless it names an offset. */
export const isoTime = z
  .string()
  .refine(
    (text) => /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:?\d\d)?$/.test(text) && exists(text),
    {
      error: 'must be an ISO 8601 time such as 2024-01-15T10:30:00',
    },
  );

/** Refuses 2024-13-45T99:00:00, which has the right shape and is no time, and 30 February, which Date takes for March. */
function exists(text: string): boolean {
  const day = new Date(`${text.slice(0, 10)}T00:00:00Z`);
  const isDay = !Number.isNaN(day.valueOf()) && day.toISOString().startsWith(text.slice(0, 10));
  return isDay && !Number.isNaN(Date.parse(text.replace(/([+-]\d\d)(\d\d)$/, '$1:$2')));
}

export const getDeviceLogs = defineTool({
  name: 'get_device_logs',
  title: 'Get device logs',
  description: 'Read the newest lines of the device log. All given filters must match.',
  hints: reading,
  class: 'read',
  needs: 'logs',
  input: z.strictObject({
    last_lines: z.int().min(1).max(1000).default(100).describe('How many'),
    since: isoTime.optional().describe('ISO 8601; device time unless it has an offset'),
    until: isoTime.optional().describe('ISO 8601'),
    tag: z.string().min(1).optional().describe('Exact tag'),
    level: z.enum(['V', 'D', 'I', 'W', 'E', 'F']).default('D').describe('Lowest level'),
    package_name: z.string().min(1).optional().describe("Only this app's lines"),
  }),
  output: z.object({ logs: z.string(), line_count: z.int(), truncated: z.boolean() }),
  limit: ({ logs }) => logs,
  example: { last_lines: 3, level: 'I' },
  fails: {
    invalid_params: '`last_lines` outside 1..1000, an unknown `level`, or an invalid time.',
    permission_denied: 'The device cannot be reached, or has no log that can be read.',
    action_failed: '`logcat command failed (exit N): <stderr>`.',
  },
  async handle({ device, call }, { last_lines, package_name, ...filters }) {
    if (!device.logs) throw permissionDenied('This device has no log that can be read.');
    const { lines, truncated } = await device.logs.read(
      { lastLines: last_lines, packageName: package_name, ...filters },
      call,
    );
    return { logs: lines.map(shown).join('\n'), line_count: lines.length, truncated };
  },
});
