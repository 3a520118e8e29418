import assert from 'node:assert/strict';
import { test } from 'node:test';
import { macHouse } from './house.ts';
import { application, display } from './worlds.ts';

test('a Mac reports its state by its own programs, and does not let it be set', async (t) => {
  const { app, window } = application(600, 'Notes', { bundleId: 'com.apple.Notes' });
  const world = { displays: [display], frontmost: app.pid, applications: [app], windows: [window] };
  const { text, fails } = macHouse(t, world, { toolsets: ['device', 'state'] });
  const lines = (await text('get_device_state')).split('\n');
  assert.deepEqual(
    lines.filter((line) => !/^(time|display): /.test(line)),
    [
      'system: macOS 15.1',
      lines.find((line) => line.startsWith('app: Notes')),
      'battery: 85%, charging',
      'locale: en-GB',
      'dark_theme: off',
    ],
  );
  assert.match(lines[3] ?? '', /^time: \d{4}-\d\d-\d\d \d\d:\d\d:\d\d [+-]\d{4} \S+$/);
  assert.match(lines[5] ?? '', /^display: \d+x\d+, \d+ dpi$/);
  assert.match(await fails('set_device_state', { dark_theme: true }, 'permission_denied'), /but not set/);
});
