import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { permissionDenied } from '../../src/device/errors.ts';
import { defaultLimits } from '../../src/tools/frame/defaults.ts';
import { answer, labels, tree } from '@handeye/testing/desktop-contract/bench';
import { desktopContract } from '@handeye/testing/desktop-contract/contract';
import { SkippingClock } from '@handeye/testing/clock';
import { form } from '@handeye/testing/screens';
import { appWith, desktopBench, desktopCalculator, desktopNode } from '@handeye/testing/scripted-desktop';
import { bench } from '@handeye/testing/tools';

const calculating = () => desktopBench([desktopCalculator()]);

desktopContract((apps, options) => {
  const tools = desktopBench([...apps], options);
  return Promise.resolve({
    ...tools,
    becomes(others) {
      tools.desktop.apps.splice(0, Infinity, ...others);
    },
  });
});

describe('elements', () => {
  test('no attribute can pass for a fact of the element', async () => {
    const attributes = {
      role: 'x',
      title: 'x',
      path: 'x',
      children: 'x',
      repeated: true,
      ['__proto__']: 'x',
    };
    const tools = desktopBench([appWith([desktopNode('button', { attributes })])]);
    const answer = await tree(tools, { app: 'Editor', include_attributes: Object.keys(attributes) });
    const button = answer.tree.children[0]?.children[0];
    assert.deepEqual(
      [button?.role, button?.title, button?.path, button?.children, button?.repeated],
      ['button', undefined, 'app(456)/window["Main"]/button[0]', [], undefined],
    );
  });

  test('a focus that left the tree meanwhile is stale', async () => {
    const tools = calculating();
    const [app] = tools.desktop.apps;
    assert.ok(app);
    tools.desktop.focused = () =>
      Promise.resolve({ app, root: app.tree, node: desktopNode('button', { focused: true }) });
    assert.equal((await tools.refusal('get_focused_element')).error_type, 'stale_element');
  });
});

describe('pages', () => {
  const paging = (count: number) => {
    const clock = new SkippingClock();
    const tools = desktopBench([appWith(labels(count))], { clock });
    const { desktop } = tools;
    const read = desktop.tree.bind(desktop);
    const reads = { count: 0 };
    desktop.tree = (app, call) => {
      reads.count += 1;
      return read(app, call);
    };
    return { clock, tools, reads };
  };
  const MINUTE_MS = 60_000;
  const passing = (clock: SkippingClock, milliseconds: number) =>
    new Promise<void>((resolve) => {
      clock.after(milliseconds, resolve);
    });

  test('six pages read the tree once', async () => {
    const { tools, reads } = paging(2_600);
    let pages = 0;
    for (let cursor: string | undefined, more = true; more; pages += 1) {
      const page = await tree(tools, { app: 'Editor', ...(cursor !== undefined && { cursor }) });
      cursor = page.nextCursor;
      more = page.hasMoreResults;
    }
    assert.deepEqual([pages, reads.count], [6, 1]);
  });

  test('a cursor that is not used for more than five minutes says to start again', async () => {
    const { clock, tools } = paging(1_100);
    const { nextCursor: cursor } = await tree(tools, { app: 'Editor' });
    await passing(clock, 4 * MINUTE_MS);
    await tree(tools, { app: 'Editor', cursor });
    await passing(clock, 4 * MINUTE_MS);
    await tree(tools, { app: 'Editor', cursor });
    await passing(clock, 6 * MINUTE_MS);
    const refusal = await tools.refusal('get_ui_tree', { app: 'Editor', cursor });
    assert.deepEqual([refusal.error_type, refusal.kind], ['stale_element', 'element_not_found']);
    assert.match(refusal.guidance ?? '', /without cursor/);
  });

  test('of many reads only the last few are kept', async () => {
    const { tools } = paging(600);
    const { nextCursor: first } = await tree(tools, { app: 'Editor' });
    for (let count = 0; count < 6; count += 1) await tree(tools, { app: 'Editor' });
    const refusal = await tools.refusal('get_ui_tree', { app: 'Editor', cursor: first });
    assert.equal(refusal.error_type, 'stale_element');
  });

  test('what fits into one answer is not kept and pushes nothing out', async () => {
    const { tools } = paging(600);
    const { nextCursor: cursor } = await tree(tools, { app: 'Editor' });
    for (let count = 0; count < 10; count += 1) await tree(tools, { app: 'Editor', depth: 1 });
    await tree(tools, { app: 'Editor', cursor });
  });

  test('a cursor of another device is none here', async () => {
    const { nextCursor: cursor } = await tree(paging(600).tools, { app: 'Editor' });
    const refusal = await paging(600).tools.refusal('get_ui_tree', { app: 'Editor', cursor });
    assert.equal(refusal.error_type, 'stale_element');
  });
});

describe('arguments', () => {
  for (const [name, args, message] of [
    ['get_ui_tree', {}, "Missing required parameter 'app'"],
    ['get_ui_tree', { app: '' }, "Parameter 'app' must not be empty"],
    ['get_ui_tree', { app: 0 }, "Parameter 'app' must be >= 1, got: 0"],
    [
      'get_ui_tree',
      { app: ['x'] },
      `Parameter 'app' must be the name of an application or its PID, got: '["x"]'`,
    ],
    ['get_ui_tree', { app: 'x', depth: 0 }, "Parameter 'depth' must be between 1 and 100, got: 0"],
    ['get_ui_tree', { app: 'x', depth: 101 }, "Parameter 'depth' must be between 1 and 100, got: 101"],
    ['get_ui_tree', { app: 'x', depth: -1 }, "Parameter 'depth' must be between 1 and 100, got: -1"],
    ['get_ui_tree', { app: 'x', depth: 1.5 }, "Parameter 'depth' must be an integer, got: 1.5"],
    ['get_ui_tree', { app: 'x', depth: '3' }, "Parameter 'depth' must be a number, got string: '3'"],
    ['get_ui_tree', { app: 'x', filter_roles: 'button' }, "Parameter 'filter_roles' must be an array"],
    ['get_ui_tree', { app: 'x', filter_roles: [1] }, "Each element in 'filter_roles' must be a string"],
    [
      'get_ui_tree',
      { app: 'x', include_attributes: [null] },
      "Each element in 'include_attributes' must be a string",
    ],
    ['get_ui_tree', { app: 'x', cursor: 1 }, "Parameter 'cursor' must be a string, got: 1"],
    [
      'get_ui_tree',
      { app: 'x', filterRoles: [] },
      "Unknown parameter 'filterRoles': did you mean 'filter_roles'? Valid parameters: app, depth, include_attributes, filter_roles, cursor.",
    ],
    ['find_element', { role: 'button' }, "Missing required parameter 'app'"],
    ['find_element', { app: 'x', role: '' }, "Parameter 'role' must not be empty"],
    [
      'find_element',
      { app: 'x', role: 'a', max_results: 0 },
      "Parameter 'max_results' must be between 1 and 100, got: 0",
    ],
    [
      'find_element',
      { app: 'x', role: 'a', max_results: 101 },
      "Parameter 'max_results' must be between 1 and 100, got: 101",
    ],
    [
      'get_focused_element',
      { app: {} },
      "Parameter 'app' must be the name of an application or its PID, got: '{}'",
    ],
    [
      'list_windows',
      { include_minimized: 'yes' },
      "Parameter 'include_minimized' must be a boolean, got string: 'yes'",
    ],
    ['list_windows', [], 'The arguments must be an object. Valid parameters: app, include_minimized.'],
  ] as const) {
    test(`${name} ${JSON.stringify(args)}: ${message}`, async () => {
      const refusal = await calculating().refusal(name, args);
      assert.equal(refusal.message, message);
      assert.deepEqual(
        [refusal.kind, refusal.operation, refusal.error_type],
        ['invalid_params', name, 'invalid_parameter'],
      );
      assert.match(refusal.guidance ?? '', /Nothing was read\. Correct the parameter/);
    });
  }

  test('an invalid cursor says where to get one', async () => {
    const refusal = await calculating().refusal('get_ui_tree', { app: 'Calculator', cursor: 'page 2' });
    assert.equal(refusal.error_type, 'invalid_parameter');
    assert.match(refusal.guidance ?? '', /nextCursor/);
  });

  test('a null stands for an argument that is not there', async () => {
    await answer(calculating(), 'list_windows', { app: null, include_minimized: null });
  });
});

describe('time limits', () => {
  const stopped = () => [{ ...desktopCalculator(), hangs: true }, appWith(labels(1))];

  for (const [name, args, limit] of [
    ['get_ui_tree', {}, 5000],
    ['find_element', { role: 'button' }, 2000],
    ['get_focused_element', {}, 1000],
    ['list_windows', {}, 1000],
  ] as const) {
    test(`${name} gives up on a stopped application after ${limit} ms`, async () => {
      const tools = desktopBench(stopped());
      const refusal = await tools.refusal(name, { app: 'Calculator', ...args });
      assert.deepEqual(
        [refusal.kind, refusal.error_type, refusal.app, refusal.operation],
        ['timeout', 'timeout', 'Calculator', name],
      );
      assert.match(refusal.message, new RegExp(`within ${limit} ms`));
      assert.match(refusal.guidance ?? '', /others still answer/);
      assert.equal(tools.clock.now(), limit);
    });
  }

  test('other applications answer meanwhile, and the stopped one when it goes on', async () => {
    const tools = desktopBench(stopped());
    const pending = tools.refusal('get_ui_tree', { app: 'Calculator' });
    assert.equal((await tree(tools, { app: 'Editor' })).resultCount, 3);
    assert.equal(tools.clock.now(), 0);
    assert.equal((await pending).error_type, 'timeout');
    tools.desktop.apps[0] = desktopCalculator();
    assert.equal((await tree(tools)).resultCount, 4);
  });

  test('a platform that is slow by itself gets that time on top', async () => {
    const tools = desktopBench(stopped());
    tools.desktop.slowness = 3000;
    await tools.refusal('list_windows', { app: 'Calculator' });
    assert.equal(tools.clock.now(), 4000);
  });

  test('they are what the configuration says', async () => {
    const limits = { ...defaultLimits, tree: 70, find: 60, focus: 50, windows: 40 };
    for (const [name, args, limit] of [
      ['get_ui_tree', {}, 70],
      ['find_element', { role: 'button' }, 60],
      ['get_focused_element', {}, 50],
      ['list_windows', {}, 40],
    ] as const) {
      const tools = desktopBench(stopped(), { limits });
      assert.equal((await tools.refusal(name, { app: 'Calculator', ...args })).error_type, 'timeout');
      assert.equal(tools.clock.now(), limit);
    }
  });
});

describe('failures', () => {
  test('an application that ended meanwhile is stale', async () => {
    const tools = calculating();
    tools.desktop.applications = () => Promise.resolve([{ name: 'Gone', id: undefined, pid: 9 }]);
    const refusal = await tools.refusal('get_ui_tree', { app: 'Gone' });
    assert.deepEqual(refusal, {
      kind: 'element_not_found',
      operation: 'get_ui_tree',
      error_type: 'stale_element',
      message: 'Process 9 has ended.',
      app: 'Gone',
      guidance: 'It changed or ended meanwhile. Read it again, without a cursor.',
    });
  });

  test('a platform that forbids it says where to allow it', async () => {
    const tools = calculating();
    tools.desktop.windows = () => Promise.reject(permissionDenied('Allow it in Settings > Accessibility.'));
    assert.deepEqual(await tools.refusal('list_windows'), {
      kind: 'permission_denied',
      operation: 'list_windows',
      error_type: 'permission_denied',
      message: 'Allow it in Settings > Accessibility.',
    });
  });

  test('a fault of our own reveals nothing of its inside', async () => {
    const tools = calculating();
    tools.desktop.windows = () => Promise.reject(new TypeError('secret'));
    const refusal = await tools.refusal('list_windows');
    assert.deepEqual([refusal.kind, refusal.error_type], ['internal', 'internal']);
    assert.doesNotMatch(refusal.message, /secret/);
  });

  test('a device without applications says so', async () => {
    const tools = bench(form(), { toolsets: ['device', 'desktop'] });
    const text = await tools.fails('list_windows', {}, 'permission_denied');
    assert.deepEqual(JSON.parse(text), {
      operation: 'list_windows',
      error_type: 'not_supported',
      message: 'Scripted device does not list its applications and windows.',
      guidance: 'Read what it shows with get_screen_state.',
    });
  });

  test('the prefix of the tools is on the operation and in the guidance', async () => {
    const tools = bench(form(), { toolsets: ['desktop'], prefix: 'my_' });
    const text = await tools.fails('my_list_windows', {}, 'permission_denied');
    assert.match(text, /"operation":"my_list_windows".*my_get_screen_state/);
  });

  test('failures of other tools stay plain text', async () => {
    assert.equal(await calculating().fails('tap', {}, 'invalid_params'), "Missing required parameter 'x'");
  });
});

describe('the toolset', () => {
  test('is there when asked for, all reading, each with an output schema', () => {
    const names = (toolsets: ('device' | 'desktop')[]) =>
      bench(form(), { toolsets }).toolbox.tools.map(({ name }) => name);
    const four = ['get_ui_tree', 'find_element', 'get_focused_element', 'list_windows'];
    assert.deepEqual(names(['desktop']), four);
    assert.deepEqual(names(['device', 'desktop']).slice(names(['device']).length), four);
    for (const tool of bench(form(), { toolsets: ['desktop'] }).toolbox.tools) {
      assert.equal(tool.annotations.readOnlyHint, true);
      assert.equal(tool.annotations.destructiveHint, false);
      assert.equal(tool.outputSchema?.type, 'object');
    }
  });

  test('describes its limits', () => {
    const { tools } = bench(form(), { toolsets: ['desktop'] }).toolbox;
    const [tree, find, focus, windows] = tools.map((tool) => JSON.stringify(tool));
    assert.match(tree ?? '', /at most 500 nodes.*over 500 characters/);
    assert.match(tree ?? '', /"minimum":1,"maximum":100/);
    assert.match(find ?? '', /"default":20.*"minimum":1,"maximum":100/);
    assert.match(focus ?? '', /over 10,000 characters/);
    assert.deepEqual(
      [tree, find, focus, windows].map((tool) => /Time limit: (\d) s/.exec(tool ?? '')?.[1]),
      ['5', '2', '1', '1'],
    );
  });

  test('the model is told of the tools that are there, and of no others', () => {
    const told = (toolsets: ('device' | 'desktop')[]) => bench(form(), { toolsets }).toolbox.instructions;
    assert.doesNotMatch(told(['device']), /list_windows|get_ui_tree/);
    assert.doesNotMatch(told(['desktop']), /get_screen_state|click_element/);
    assert.match(told(['device', 'desktop']), /get_screen_state.*list_windows.*never follow instructions/);
  });
});
