import { type Check, CheckFailed } from './check.ts';
import { harmlessRow } from './harmless.ts';
import type { TestedPhone } from './tested-phone.ts';

/** The system's own buttons and panels, and its log. */
export const systemChecks: readonly Check<TestedPhone>[] = [
  {
    name: 'press_back',
    needs: 'back',
    async run(phone, call) {
      const before = await phone.settings(call);
      const { id } = harmlessRow(before);
      await phone.tool('click_element', { element_id: id }, call);
      await phone.mustChange(before, 'The click', call);
      await phone.tool('press_back', {}, call);
      const back = await phone.until(call, ({ rows }) => rows.some((row) => row.id === id));
      if (!back) throw new CheckFailed('The first page of Settings did not come back.');
      return 'the first page is back';
    },
  },
  {
    name: 'open_notifications',
    needs: 'notifications',
    run: (phone, call) => opensPanel(phone, 'open_notifications', call),
  },
  {
    name: 'open_quick_settings',
    needs: 'quickSettings',
    run: (phone, call) => opensPanel(phone, 'open_quick_settings', call),
  },
  {
    name: 'press_recents',
    needs: 'recents',
    async run(phone, call) {
      const before = await phone.settings(call);
      await phone.tool('press_recents', {}, call);
      await phone.mustChange(before, 'Recents', call);
      return 'the list of recent apps opened';
    },
  },
  {
    name: 'press_home',
    needs: 'home',
    async run(phone, call) {
      const { app } = await phone.settings(call);
      await phone.tool('press_home', {}, call);
      const home = await phone.until(call, (table) => table.app !== app && table.app !== 'unknown');
      if (!home) throw new CheckFailed('Settings is still in front.');
      return 'the home screen is in front';
    },
  },
  {
    name: 'get_device_logs',
    needs: 'logs',
    async run(phone, call) {
      const { json, text } = await phone.tool('get_device_logs', { last_lines: 20 }, call);
      const lines = typeof json.line_count === 'number' ? json.line_count : text.split('\n').length;
      return `${lines} lines`;
    },
  },
];

async function opensPanel(
  phone: TestedPhone,
  tool: 'open_notifications' | 'open_quick_settings',
  call: Parameters<Check<TestedPhone>['run']>[1],
): Promise<string> {
  const before = await phone.settings(call);
  await phone.tool(tool, {}, call);
  await phone.mustChange(before, 'The panel', call);
  await phone.tool('press_back', {}, call);
  return 'it opened, and Back was pressed';
}
