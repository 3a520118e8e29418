import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import * as z from 'zod';
import { permissionDenied } from '../../src/device/errors.ts';
import { defaultLimits } from '../../src/tools/define.ts';
import { desktopTools } from '../../src/tools/toolsets.ts';
import type { DesktopNode } from '../../src/ui/desktop-node.ts';
import type { Facts, Tree } from '../../src/ui/desktop/index.ts';
import { form } from '../support/screens.ts';
import {
  appWith,
  type DesktopBench,
  desktopBench,
  desktopCalculator,
  desktopNode,
} from '../support/scripted-desktop.ts';
import { bench } from '../support/tools.ts';

interface TreeAnswer {
  readonly tree: Tree;
  readonly depth: number;
  readonly hasMoreResults: boolean;
  readonly resultCount: number;
  readonly nextCursor?: string;
  readonly guidance?: string;
}

interface FindAnswer extends Omit<TreeAnswer, 'tree' | 'depth'> {
  readonly elements: Facts[];
}

/** Calls a tool that must succeed, and checks the answer against the tool's own output schema. */
async function answer(tools: DesktopBench, name: string, args: unknown): Promise<unknown> {
  const value = await tools.json(name, args);
  const schema = desktopTools.find((tool) => tool.name === name)?.output;
  assert.ok(schema);
  const outcome = schema.safeParse(value);
  assert.ok(outcome.success, z.prettifyError(outcome.error ?? new z.ZodError([])));
  return value;
}

const tree = (tools: DesktopBench, args: object = {}) =>
  answer(tools, 'get_ui_tree', { app: 'Calculator', ...args }) as Promise<TreeAnswer>;
const find = (tools: DesktopBench, args: object) =>
  answer(tools, 'find_element', { app: 'Calculator', ...args }) as Promise<FindAnswer>;

const calculating = () => desktopBench([desktopCalculator()]);
const labels = (count: number) =>
  Array.from({ length: count }, (_, index) => desktopNode('text', { title: `Row ${index}` }));

function nodesOf(root: Tree): Tree[] {
  return [root, ...root.children.flatMap(nodesOf)];
}

describe('get_ui_tree', () => {
  test('shows three levels, the application first, and the true number of children below', async () => {
    const { tree: app, depth, hasMoreResults, resultCount } = await tree(calculating());
    assert.deepEqual(
      { depth, hasMoreResults, resultCount },
      { depth: 3, hasMoreResults: false, resultCount: 4 },
    );
    const [window] = app.children;
    const [display, panel] = window?.children ?? [];
    assert.deepEqual(display, {
      role: 'textfield',
      nativeRole: 'text',
      value: '42',
      identifier: 'display',
      enabled: true,
      focused: true,
      bounds: { left: 20, top: 40, right: 190, bottom: 100 },
      actions: [],
      path: 'app(123)/window["Calculator"]/textfield[0]',
      childCount: 0,
      children: [],
    });
    assert.equal(panel?.childCount, 12);
    assert.deepEqual(panel.children, []);
  });

  test('goes as deep as asked', async () => {
    const tools = calculating();
    assert.equal((await tree(tools, { depth: 1 })).resultCount, 1);
    assert.equal((await tree(tools, { depth: 4 })).resultCount, 16);
    assert.equal((await tree(tools, { depth: 100 })).resultCount, 16);
  });

  test('goes as deep as configured when a call does not say', async () => {
    const tools = desktopBench([desktopCalculator()], { treeDepth: 2 });
    assert.equal((await tree(tools)).depth, 2);
    assert.equal((await tree(tools, { depth: 4 })).depth, 4);
  });

  test('shows roles that were asked for below parents that were not', async () => {
    const answer = await tree(calculating(), { depth: 10, filter_roles: ['Push Button'] });
    assert.equal(answer.resultCount, 15);
    assert.deepEqual(
      nodesOf(answer.tree).map(({ role }) => role),
      ['application', 'window', 'panel', ...Array.from({ length: 12 }, () => 'button')],
    );
    assert.equal(answer.tree.children[0]?.childCount, 2, 'the true count, not that of the filter');
  });

  test('an empty filter is none', async () => {
    assert.equal((await tree(calculating(), { filter_roles: [] })).resultCount, 4);
  });

  test('adds exactly the attributes that were named', async () => {
    const tools = calculating();
    const display = async (names: string[]) =>
      (await tree(tools, { include_attributes: names })).tree.children[0]?.children[0];
    const plain = await display([]);
    assert.deepEqual(await display(['text-length', 'placeholder', 'none']), {
      ...plain,
      'text-length': 2,
      placeholder: null,
    });
    assert.deepEqual(await display(['TEXT-LENGTH']), plain);
  });

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

  test('cuts long texts', async () => {
    const long = 'x'.repeat(501);
    const tools = desktopBench([
      appWith([desktopNode('textfield', { title: long, value: long, attributes: { help: long } })]),
    ]);
    const answer = await tree(tools, { app: 'Editor', include_attributes: ['help'] });
    const field = answer.tree.children[0]?.children[0];
    const cut = `${'x'.repeat(500)}...truncated`;
    assert.deepEqual([field?.title, field?.value, field?.help], [cut, cut, cut]);
  });
});

describe('pages of get_ui_tree', () => {
  const wholePages = async (tools: DesktopBench, args: object = {}) => {
    const pages: TreeAnswer[] = [];
    for (let cursor: string | undefined, more = true; more; more = cursor !== undefined) {
      const page = await tree(tools, { app: 'Editor', ...args, ...(cursor !== undefined && { cursor }) });
      pages.push(page);
      assert.equal(page.hasMoreResults, page.nextCursor !== undefined);
      cursor = page.nextCursor;
    }
    return pages;
  };

  test('500 nodes are one answer', async () => {
    const pages = await wholePages(desktopBench([appWith(labels(498))]));
    assert.deepEqual(
      pages.map(({ resultCount, guidance }) => ({ resultCount, guidance })),
      [{ resultCount: 500, guidance: undefined }],
    );
  });

  test('one more goes behind a cursor, with advice to narrow', async () => {
    const [first, second, ...others] = await wholePages(desktopBench([appWith(labels(499))]));
    assert.deepEqual([first?.resultCount, second?.resultCount, others.length], [500, 1, 0]);
    assert.match(first?.guidance ?? '', /1 to 500 of 501.*nextCursor.*depth, filter_roles, or a search/);
    assert.equal(second?.guidance, undefined);
  });

  test('all pages together are the whole tree, each node once, never more than 500 in an answer', async () => {
    const deep = (levels: number): DesktopNode =>
      desktopNode('panel', {
        children: levels === 0 ? labels(30) : [...labels(20), deep(levels - 1), ...labels(3)],
      });
    const app = appWith([deep(60), deep(90)]);
    const pages = await wholePages(desktopBench([app]), { depth: 100 });
    assert.ok(pages.length > 5, `${pages.length} pages`);
    for (const page of pages) assert.ok(nodesOf(page.tree).length <= 500);
    const fresh = pages.flatMap((page) => nodesOf(page.tree)).filter(({ repeated }) => !repeated);
    const count = (node: DesktopNode): number => node.children.reduce((sum, child) => sum + count(child), 1);
    assert.equal(fresh.length, count(app.tree));
    assert.equal(new Set(fresh.map(({ path }) => path)).size, fresh.length);
    assert.equal(
      pages.reduce((sum, { resultCount }) => sum + resultCount, 0),
      fresh.length,
    );
  });

  test('a later page repeats what leads to its nodes and says so', async () => {
    const [, second] = await wholePages(desktopBench([appWith(labels(499))]));
    const shown = second ? nodesOf(second.tree) : [];
    assert.deepEqual(
      shown.map(({ role, title, repeated }) => ({ role, title, repeated })),
      [
        { role: 'application', title: 'Editor', repeated: true },
        { role: 'window', title: 'Main', repeated: true },
        { role: 'text', title: 'Row 498', repeated: undefined },
      ],
    );
  });

  test('a filter applies before the pages', async () => {
    const buttons = Array.from({ length: 700 }, () =>
      desktopNode('panel', { children: [desktopNode('button')] }),
    );
    const pages = await wholePages(desktopBench([appWith([...labels(600), ...buttons])]), {
      depth: 5,
      filter_roles: ['button'],
    });
    const fresh = pages.flatMap((page) => nodesOf(page.tree)).filter(({ repeated }) => !repeated);
    assert.equal(fresh.filter(({ role }) => role === 'button').length, 700);
    assert.equal(fresh.length, 1402);
  });

  test('a tree that changed before the cursor is stale', async () => {
    const tools = desktopBench([appWith(labels(499))]);
    const { nextCursor: cursor } = await tree(tools, { app: 'Editor' });
    tools.desktop.apps[0] = appWith(labels(600).slice(1));
    const { error_type, kind, guidance } = await tools.refusal('get_ui_tree', { app: 'Editor', cursor });
    assert.deepEqual([error_type, kind], ['stale_element', 'element_not_found']);
    assert.match(guidance ?? '', /without cursor/);
  });

  test('an application that was started anew is stale', async () => {
    const tools = desktopBench([appWith(labels(499))]);
    const { nextCursor: cursor } = await tree(tools, { app: 'Editor' });
    tools.desktop.apps[0] = appWith(labels(499), { pid: 457 });
    assert.equal((await tools.refusal('get_ui_tree', { app: 'Editor', cursor })).error_type, 'stale_element');
  });

  test('a cursor continues its own question only', async () => {
    const tools = desktopBench([appWith(labels(600))]);
    const { nextCursor: cursor } = await tree(tools, { app: 'Editor' });
    for (const args of [{ depth: 4 }, { filter_roles: ['text'] }]) {
      const refusal = await tools.refusal('get_ui_tree', { app: 'Editor', cursor, ...args });
      assert.equal(refusal.error_type, 'invalid_parameter');
      assert.match(refusal.message, /other arguments/);
    }
    const other = await tools.refusal('find_element', { app: 'Editor', role: 'text', cursor });
    assert.equal(other.error_type, 'invalid_parameter');
    await tree(tools, { app: 'Editor', cursor, include_attributes: ['toolkit'] });
  });
});

describe('find_element', () => {
  test('finds by all criteria together and shows no children', async () => {
    const { elements, hasMoreResults, resultCount } = await find(calculating(), {
      role: 'BUTTON',
      title: '7',
    });
    assert.deepEqual({ hasMoreResults, resultCount }, { hasMoreResults: false, resultCount: 1 });
    assert.deepEqual(elements, [
      {
        role: 'button',
        nativeRole: 'push button',
        title: '7',
        identifier: 'key-0',
        enabled: true,
        focused: false,
        bounds: { left: 20, top: 120, right: 70, bottom: 170 },
        actions: ['click'],
        path: 'app(123)/window["Calculator"]/panel[0]/button["7"]',
        childCount: 0,
      },
    ]);
  });

  test('finds by value, by identifier, at any depth', async () => {
    const tools = calculating();
    assert.equal((await find(tools, { value: '4' })).elements[0]?.identifier, 'display');
    assert.equal((await find(tools, { identifier: 'key-3' })).elements[0]?.title, '4');
  });

  test('finding nothing is no error', async () => {
    assert.deepEqual(await find(calculating(), { title: 'nowhere' }), {
      elements: [],
      hasMoreResults: false,
      resultCount: 0,
    });
  });

  test('exactly as many matches as asked for are all there are', async () => {
    const tools = desktopBench([appWith(labels(20))]);
    const { hasMoreResults, resultCount } = await find(tools, { app: 'Editor', role: 'text' });
    assert.deepEqual({ hasMoreResults, resultCount }, { hasMoreResults: false, resultCount: 20 });
  });

  test('gives 20 at a time unless told otherwise, and all of them page by page', async () => {
    const tools = desktopBench([appWith(labels(45))]);
    const first = await find(tools, { app: 'Editor', title: 'row' });
    assert.equal(first.resultCount, 20);
    assert.match(first.guidance ?? '', /1 to 20 of 45/);
    const second = await find(tools, {
      app: 'Editor',
      title: 'row',
      cursor: first.nextCursor,
      max_results: 24,
    });
    const third = await find(tools, { app: 'Editor', title: 'row', cursor: second.nextCursor });
    assert.deepEqual([second.resultCount, third.resultCount, third.nextCursor], [24, 1, undefined]);
    assert.deepEqual(
      [first, second, third].flatMap(({ elements }) => elements.map(({ title }) => title)),
      labels(45).map(({ title }) => title),
    );
  });

  test('matches that changed before the cursor are stale', async () => {
    const tools = desktopBench([appWith(labels(45))]);
    const { nextCursor: cursor } = await find(tools, { app: 'Editor', role: 'text' });
    tools.desktop.apps[0] = appWith(labels(46).slice(1));
    const refusal = await tools.refusal('find_element', { app: 'Editor', role: 'text', cursor });
    assert.equal(refusal.error_type, 'stale_element');
  });

  test('searches long texts whole and shows them cut', async () => {
    const value = `${'x'.repeat(600)} needle`;
    const tools = desktopBench([appWith([desktopNode('textfield', { value })])]);
    const { elements } = await find(tools, { app: 'Editor', value: 'needle' });
    assert.equal(elements[0]?.value, `${'x'.repeat(500)}...truncated`);
  });
});

describe('get_focused_element', () => {
  test('shows the element with all attributes and its path', async () => {
    const value = await answer(calculating(), 'get_focused_element', {});
    assert.deepEqual(value, {
      hasFocus: true,
      element: {
        role: 'textfield',
        nativeRole: 'text',
        value: '42',
        identifier: 'display',
        enabled: true,
        focused: true,
        bounds: { left: 20, top: 40, right: 190, bottom: 100 },
        actions: [],
        path: 'app(123)/window["Calculator"]/textfield[0]',
        childCount: 0,
        toolkit: 'gtk',
        'text-length': 2,
        editable: true,
        placeholder: null,
        children: [],
      },
    });
  });

  test('no focus is no error, anywhere or in one application', async () => {
    const tools = desktopBench([appWith(labels(1)), desktopCalculator()]);
    assert.deepEqual(await answer(tools, 'get_focused_element', { app: 'Editor' }), { hasFocus: false });
    const within = (await answer(tools, 'get_focused_element', { app: 123 })) as { hasFocus: boolean };
    assert.equal(within.hasFocus, true);
    tools.desktop.apps.pop();
    assert.deepEqual(await answer(tools, 'get_focused_element', {}), { hasFocus: false });
  });

  test('shows more of a long text than the others', async () => {
    const value = 'x'.repeat(10_001);
    const tools = desktopBench([appWith([desktopNode('textfield', { value, focused: true })])]);
    const { element } = (await answer(tools, 'get_focused_element', {})) as { element: Facts };
    assert.equal(element.value, `${'x'.repeat(10_000)}...truncated`);
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

describe('list_windows', () => {
  const window = (title: string, minimized = false, frontmost = false) => ({
    title,
    position: { x: -10, y: 20 },
    size: { width: 300, height: 200 },
    minimized,
    frontmost,
  });
  const editor = () =>
    appWith([], { windows: [window('Draft', false, true), window(''), window('Old', true)] });
  const titles = async (tools: DesktopBench, args: object = {}) =>
    (
      (await answer(tools, 'list_windows', args)) as { windows: { title: string; app: string }[] }
    ).windows.map(({ title, app }) => `${app}: ${title}`);

  test('shows geometry and state of every window, untitled ones too', async () => {
    assert.deepEqual(await answer(desktopBench([editor()]), 'list_windows', {}), {
      windows: [
        { ...window('Draft', false, true), app: 'Editor', pid: 456 },
        { ...window(''), app: 'Editor', pid: 456 },
      ],
    });
  });

  test('shows minimized windows when asked', async () => {
    const tools = desktopBench([editor()]);
    assert.deepEqual(await titles(tools, { include_minimized: true }), [
      'Editor: Draft',
      'Editor: ',
      'Editor: Old',
    ]);
    assert.deepEqual(await titles(tools, { include_minimized: 'true' }), [
      'Editor: Draft',
      'Editor: ',
      'Editor: Old',
    ]);
  });

  test('shows all applications, or one', async () => {
    const tools = desktopBench([editor(), desktopCalculator()]);
    assert.deepEqual(await titles(tools), ['Editor: Draft', 'Editor: ', 'Calculator: Calculator']);
    assert.deepEqual(await titles(tools, { app: 'Calculator' }), ['Calculator: Calculator']);
  });
});

describe('naming an application', () => {
  const named = (name: string, pid: number, id?: string) => appWith([], { name, pid, id });
  const apps = () => [
    named('Files', 10, 'org.gnome.Nautilus'),
    named('files', 11, 'org.kde.dolphin'),
    named('Text Editor', 12, 'org.gnome.TextEditor'),
    named('Terminal', 13),
    named('Terminal', 14),
    named('2048', 15),
    named('13', 16),
  ];
  const pidOf = async (app: unknown) => {
    const { tree } = (await answer(desktopBench(apps()), 'get_ui_tree', { app })) as TreeAnswer;
    return Number(/^app\((\d+)\)$/.exec(tree.path)?.[1]);
  };

  for (const [app, pid, why] of [
    [12, 12, 'a PID as a number'],
    ['12', 12, 'a PID as a text'],
    ['Text Editor', 12, 'its exact name'],
    ['org.gnome.TextEditor', 12, 'its id'],
    ['text EDITOR', 12, 'the only name that is the same in another case'],
    ['ORG.kde.Dolphin', 11, 'the only id that is the same in another case'],
    ['Files', 10, 'the exact name before one in another case'],
    ['files', 11, 'the exact name before one in another case'],
    ['13', 13, 'a PID before a name'],
    ['2048', 15, 'a name of digits that is no PID'],
  ] as const) {
    test(`${JSON.stringify(app)} is process ${pid}: ${why}`, async () => {
      assert.equal(await pidOf(app), pid);
    });
  }

  test('several that fit are named, and how to choose', async () => {
    for (const [app, message] of [
      ['Terminal', "Multiple applications match 'Terminal': Terminal (PID 13), Terminal (PID 14)"],
      [
        'FILES',
        "Multiple applications match 'FILES': Files (org.gnome.Nautilus, PID 10), files (org.kde.dolphin, PID 11)",
      ],
    ] as const) {
      const refusal = await desktopBench(apps()).refusal('find_element', { app, role: 'button' });
      assert.deepEqual(refusal, {
        kind: 'element_not_found',
        operation: 'find_element',
        error_type: 'multiple_matches',
        message,
        app,
        guidance: 'Pass the PID, exact name or id of the one you mean as app.',
      });
    }
  });

  for (const [app, near] of [
    ['Editor', 'Text Editor'],
    ['Termnal', 'Terminal'],
    ['gnome terminal', 'Terminal'],
  ] as const) {
    test(`'${app}' is not running, but '${near}' is near`, async () => {
      const refusal = await desktopBench(apps()).refusal('list_windows', { app });
      assert.equal(refusal.error_type, 'app_not_running');
      assert.equal(refusal.message, `Application '${app}' is not running`);
      assert.match(refusal.guidance ?? '', new RegExp(`^Did you mean '${near}'\\?`));
    });
  }

  test('a name near to none gets the list of what runs', async () => {
    const tools = desktopBench(apps());
    for (const app of ['Zzyzx', 99_999]) {
      const refusal = await tools.refusal('get_focused_element', { app });
      assert.deepEqual(refusal, {
        kind: 'element_not_found',
        operation: 'get_focused_element',
        error_type: 'app_not_running',
        message: `Application '${app}' is not running`,
        app: String(app),
        guidance:
          "Start the application and try again. Running: 'Files', 'files', 'Text Editor', 'Terminal', '2048', '13'.",
      });
    }
    tools.desktop.apps.length = 0;
    assert.match(
      (await tools.refusal('list_windows', { app: 'Zzyzx' })).guidance ?? '',
      /No application with a window is running/,
    );
  });

  test('a long or hostile name does not flood or forge the message', async () => {
    const refusal = await desktopBench([]).refusal('list_windows', { app: `a\n\u202e${'x'.repeat(500)}` });
    assert.equal(refusal.message, `Application 'a ${'x'.repeat(98)}...truncated' is not running`);
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
      "Unknown parameter 'filterRoles'. Valid parameters: app, depth, include_attributes, filter_roles, cursor.",
    ],
    ['find_element', { role: 'button' }, "Missing required parameter 'app'"],
    ['find_element', { app: 'x' }, 'At least one of role, title, value, identifier is required'],
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
    ['list_windows', [], 'The arguments must be an object.'],
  ] as const) {
    test(`${name} ${JSON.stringify(args)}: ${message}`, async () => {
      const refusal = await calculating().refusal(name, args);
      assert.equal(refusal.message, message);
      assert.deepEqual(
        [refusal.kind, refusal.operation, refusal.error_type],
        ['invalid_params', name, 'invalid_parameter'],
      );
    });
  }

  test('a cursor that is none says where to get one', async () => {
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

  test('a fault of our own shows nothing of its insides', async () => {
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
      message: 'Scripted device does not tell its applications and windows.',
      guidance: 'Read what it shows with get_screen_state.',
    });
  });

  test('the prefix of the tools is on the operation and in the guidance', async () => {
    const tools = bench(form(), { toolsets: ['desktop'], prefix: 'my_' });
    const text = await tools.fails('my_list_windows', {}, 'permission_denied');
    assert.match(text, /"operation":"my_list_windows".*my_get_screen_state/);
  });

  test('failures of other tools stay words', async () => {
    assert.equal(await calculating().fails('tap', {}, 'invalid_params'), "Missing required parameter 'x'");
  });
});

describe('the toolset', () => {
  test('is there when asked for, all reading, each with an output schema', () => {
    const names = (toolsets: ('device' | 'desktop')[]) =>
      bench(form(), { toolsets }).toolbox.tools.map(({ name }) => name);
    const four = ['get_ui_tree', 'find_element', 'get_focused_element', 'list_windows'];
    assert.deepEqual(names(['desktop']), four);
    assert.deepEqual(names(['device', 'desktop']).slice(27), four);
    assert.equal(names(['device']).length, 27);
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
