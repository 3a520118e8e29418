import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { actionFailed, permissionDenied } from '../../src/device/errors.ts';
import type { LogQuery } from '../../src/device/port.ts';
import { calculator } from '@handeye/testing/screens';
import { capable, ScriptedDevice } from '@handeye/testing/scripted-device';
import { bench } from '@handeye/testing/tools';

describe('system actions', () => {
  for (const [tool, key, words] of [
    ['press_back', 'BACK', 'Back button press'],
    ['press_home', 'HOME', 'Home button press'],
    ['press_recents', 'RECENTS', 'Recents button press'],
    ['open_notifications', 'NOTIFICATIONS', 'Open notifications'],
    ['open_quick_settings', 'QUICK_SETTINGS', 'Open quick settings'],
  ] as const) {
    test(`${tool} presses ${key}`, async () => {
      const { text, fails, device } = bench(calculator());
      assert.equal(await text(tool), `${words} executed successfully`);
      assert.deepEqual(device.actions, [{ did: 'press', key }]);
      device.react = () => {
        throw actionFailed('exit code 1');
      };
      assert.equal(await fails(tool, {}, 'action_failed'), `${words} failed: exit code 1`);
      device.react = () => {
        throw permissionDenied('unauthorised');
      };
      assert.equal(await fails(tool, {}, 'permission_denied'), 'unauthorised');
    });
  }

  test('a device without the key says why', async () => {
    const device = new ScriptedDevice(calculator(), {
      capabilities: capable({ recents: 'A desktop has no recents button.' }),
    });
    assert.equal(
      await bench(calculator(), { device }).fails('press_recents', {}, 'permission_denied'),
      'A desktop has no recents button.',
    );
  });
});

describe('get_device_logs', () => {
  /** The request to the device when the tool is called with these arguments. */
  async function queryOf(args: object): Promise<LogQuery> {
    const { json, device } = bench(calculator());
    await json('get_device_logs', args);
    const [deed] = device.actions;
    assert.ok(deed?.did === 'logs');
    return deed.query;
  }

  test('hands all six filters to the device and answers as JSON', async () => {
    const { json, device } = bench(calculator());
    device.logLines = {
      lines: ['02-11 16:30:00.123 D/MCP:ServerService: one', '02-11 16:30:01.456 I/MCP:ServerService: two'],
      truncated: true,
    };
    const filters = {
      last_lines: 50,
      since: '2024-01-15T10:30:00',
      until: '2024-01-15T11:30:00.5+02:00',
      tag: 'MCP:ServerService',
      level: 'W',
      package_name: 'com.example',
    };
    assert.deepEqual(await json('get_device_logs', filters), {
      logs: '02-11 16:30:00.123 D/MCP:ServerService: one\n02-11 16:30:01.456 I/MCP:ServerService: two',
      line_count: 2,
      truncated: true,
    });
    assert.deepEqual(device.actions, [
      {
        did: 'logs',
        query: {
          lastLines: 50,
          since: '2024-01-15T10:30:00',
          until: '2024-01-15T11:30:00.5+02:00',
          tag: 'MCP:ServerService',
          level: 'W',
          packageName: 'com.example',
        },
      },
    ]);
  });

  test('asks for 100 lines from debug level up by default', async () => {
    const { json } = bench(calculator());
    assert.deepEqual(await json('get_device_logs'), { logs: '', line_count: 0, truncated: false });
    const { lastLines, level } = await queryOf({});
    assert.deepEqual({ lastLines, level }, { lastLines: 100, level: 'D' });
  });

  for (const level of ['V', 'D', 'I', 'W', 'E', 'F'] as const) {
    test(`takes ${level} as the lowest level`, async () => {
      assert.equal((await queryOf({ level })).level, level);
    });
  }

  test('takes any filter by itself, a tag with a colon too', async () => {
    assert.equal((await queryOf({ last_lines: 50 })).lastLines, 50);
    assert.equal((await queryOf({ tag: 'MCP:ServerService' })).tag, 'MCP:ServerService');
    assert.equal((await queryOf({ since: '2024-01-15T10:30:00' })).since, '2024-01-15T10:30:00');
    assert.equal((await queryOf({ until: '2024-01-15T10:30:00Z' })).until, '2024-01-15T10:30:00Z');
    assert.equal((await queryOf({ package_name: 'com.example' })).packageName, 'com.example');
  });

  test('a line holds nothing that steers a terminal or hides', async () => {
    const { json, device } = bench(calculator());
    device.logLines = { lines: ['I/App: \u001b[31mred\u202e\u200b'], truncated: false };
    assert.equal((await json('get_device_logs')).logs, 'I/App: [31mred');
  });

  test('a logcat that failed is action_failed with its own words', async () => {
    const { fails, device } = bench(calculator());
    device.react = () => {
      throw actionFailed('logcat command failed (exit 1): no \u001bbuffer');
    };
    assert.equal(
      await fails('get_device_logs', {}, 'action_failed'),
      'logcat command failed (exit 1): no buffer',
    );
  });
});
