import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { actionFailed, permissionDenied } from '../../src/device/errors.ts';
import type { LogQuery } from '../../src/device/port.ts';
import { button, calculator, form, full, node, viewOf } from '../support/screens.ts';
import { capable, ScriptedDevice } from '../support/scripted-device.ts';
import { bench } from '../support/tools.ts';

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
  /** What the device is asked for when the tool is called with these arguments. */
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

describe('the clipboard', () => {
  test('set, then got', async () => {
    const { text, json } = bench(calculator());
    assert.deepEqual(await json('get_clipboard'), { text: null });
    assert.equal(
      await text('set_clipboard', { text: 'Hello 😀' }),
      'Clipboard set successfully (7 characters)',
    );
    assert.deepEqual(await json('get_clipboard'), { text: 'Hello 😀' });
  });

  test('what nobody could see is not in the text', async () => {
    const { json, device } = bench(calculator());
    device.clip = 'two\n\u202elines\u200b';
    assert.deepEqual(await json('get_clipboard'), { text: 'two\nlines' });
  });

  test('a device without one says why', async () => {
    const device = new ScriptedDevice(calculator(), {
      capabilities: capable({ clipboard: 'Install the helper.' }),
    });
    const { fails } = bench(calculator(), { device });
    assert.equal(await fails('get_clipboard', {}, 'permission_denied'), 'Install the helper.');
    assert.equal(await fails('set_clipboard', { text: 'x' }, 'permission_denied'), 'Install the helper.');
  });

  test('a clipboard that refuses is action_failed', async () => {
    const { fails, device } = bench(calculator());
    const refuse = () => Promise.reject(actionFailed('Only the app in front may use it.'));
    Object.assign(device.clipboard, { read: refuse, write: refuse });
    const message = 'Only the app in front may use it.';
    assert.equal(await fails('get_clipboard', {}, 'action_failed'), message);
    assert.equal(await fails('set_clipboard', { text: 'x' }, 'action_failed'), message);
  });
});

describe('wait_for_element', () => {
  test('finds at the first look what is there', async () => {
    const { json } = bench(calculator('10'));
    const answer = await json('wait_for_element', { by: 'text', value: '10', timeout: 5000 });
    assert.equal(answer.found, true);
    assert.equal(answer.attempts, 1);
    assert.equal(answer.elapsedMs, 0);
    assert.equal((answer.element as { text: string }).text, '10');
  });

  test('looks every 500 ms until it comes', async () => {
    const { json, device } = bench(calculator());
    device.react = () => {
      if (device.deeds.length === 3) device.view = calculator('10');
    };
    const answer = await json('wait_for_element', { by: 'text', value: '10', timeout: 5000 });
    assert.deepEqual([answer.found, answer.attempts, answer.elapsedMs], [true, 3, 1000]);
  });

  test('looks again at once where a look takes longer than that', async () => {
    const { json, device } = bench(calculator());
    device.delay = 800;
    const answer = await json('wait_for_element', { by: 'text', value: '10', timeout: 2500 });
    // At 0, 800, 1600 and 2400 ms; the last one is cut off by the end of the time.
    assert.deepEqual([answer.found, answer.attempts], [false, 4]);
  });

  test('running out of time is an answer, not an error', async () => {
    const { json } = bench(calculator());
    const answer = await json('wait_for_element', { by: 'text', value: '10', timeout: 1200 });
    assert.deepEqual(answer, {
      found: false,
      elapsedMs: 1200,
      attempts: 3,
      message: 'Element not found within 1200ms',
    });
  });

  test('a look that hangs is cancelled when the time is up', async () => {
    const { json, device } = bench(calculator());
    device.delay = Infinity;
    const answer = await json('wait_for_element', { by: 'text', value: '10', timeout: 700 });
    assert.deepEqual([answer.found, answer.elapsedMs, answer.attempts], [false, 700, 1]);
    assert.match(
      String(answer.message),
      /^Element not found within 700ms\. The screen could not be read in that time/,
    );
  });

  test('a passing failure to read counts as an attempt', async () => {
    const { json, device } = bench(calculator('10'));
    device.react = () => {
      if (device.deeds.length === 1) throw actionFailed('null root');
      if (device.deeds.length === 2) device.view = viewOf(undefined);
      if (device.deeds.length === 3) device.view = calculator('10');
    };
    const answer = await json('wait_for_element', { by: 'text', value: '10', timeout: 5000 });
    assert.deepEqual([answer.found, answer.attempts], [true, 3]);
  });

  test('a device that cannot be reached is an error', async () => {
    const { fails, device } = bench(calculator());
    device.react = () => {
      throw permissionDenied('offline');
    };
    await fails('wait_for_element', { by: 'text', value: 'x', timeout: 5000 }, 'permission_denied');
  });
});

describe('wait_for_idle', () => {
  test('is idle when two looks 500 ms apart are the same', async () => {
    const { json, device } = bench(calculator());
    assert.deepEqual(await json('wait_for_idle', { timeout: 3000 }), {
      message: 'UI is idle',
      elapsedMs: 500,
    });
    assert.equal(device.deeds.length, 2);
  });

  test('a look that itself waited for rest is enough', async () => {
    const { json, device } = bench(calculator());
    device.rested = true;
    assert.deepEqual(await json('wait_for_idle', { timeout: 3000 }), { message: 'UI is idle', elapsedMs: 0 });
    assert.equal(device.deeds.length, 1);
  });

  test('a screen that never rests runs out of time without an error', async () => {
    const { json, device } = bench(calculator());
    device.react = () => (device.view = calculator(String(device.deeds.length)));
    assert.deepEqual(await json('wait_for_idle', { timeout: 1600 }), {
      message: 'UI did not become idle within 1600ms',
      elapsedMs: 1600,
    });
  });

  test('a ticking display need not hold it up', async () => {
    const { json, device } = bench(calculator());
    device.react = () => (device.view = calculator(String(device.deeds.length)));
    const answer = await json('wait_for_idle', { timeout: 3000, match_percentage: 80 });
    assert.equal(answer.message, 'UI is idle');
  });

  test('a timeout of one millisecond is kept', async () => {
    const { json } = bench(calculator());
    assert.deepEqual(await json('wait_for_idle', { timeout: 1 }), {
      message: 'UI did not become idle within 1ms',
      elapsedMs: 1,
    });
  });
});

describe('get_element_details', () => {
  test('gives full texts, and not_found for what is gone', async () => {
    const long = 'word '.repeat(60).trim();
    const { idOf, text } = bench(form({ name: `${long}\tend\nline` }));
    const id = await idOf('name');
    assert.equal(
      await text('get_element_details', { ids: [id, 'node_nope'] }),
      `id\ttext\tdesc\n${id}\t${long} end line\t-\nnode_nope\tnot_found\tnot_found`,
    );
  });

  test('gives each id a row, in the order asked for', async () => {
    const described = button('Yes', full, { description: 'Confirm' });
    const { idOf, text } = bench(viewOf(node('FrameLayout', full, { text: 'Sure?', children: [described] })));
    const [question, yes] = [await idOf('Sure?'), await idOf('Yes')];
    assert.equal(
      await text('get_element_details', { ids: [yes, question] }),
      `id\ttext\tdesc\n${yes}\tYes\tConfirm\n${question}\tSure?\t-`,
    );
  });

  test('an element that says nothing is two dashes', async () => {
    const { idOf, text } = bench(form());
    const id = await idOf('secret');
    assert.equal(await text('get_element_details', { ids: [id] }), `id\ttext\tdesc\n${id}\t-\t-`);
  });

  test('an unreadable screen is permission_denied', async () => {
    await bench(viewOf(undefined)).fails('get_element_details', { ids: ['node_1'] }, 'permission_denied');
  });
});
