import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import test from 'node:test';
import { browse } from './browse.ts';
import { sharedDesktop, until } from './desktop-session.ts';
import { failureOf, ownTools } from './own-tools.ts';

const desktopFor = sharedDesktop();

interface Told {
  readonly role: string;
  readonly nativeRole: string;
  readonly title?: string;
  readonly focused: boolean;
  readonly path: string;
  readonly childCount: number;
  readonly repeated?: true;
  readonly children: readonly Told[];
  readonly toolkit?: string;
}

function flat(node: Told): Told[] {
  return [node, ...node.children.flatMap(flat)];
}

function cutOff(node: Told, depth: number): Told {
  return { ...node, children: depth === 1 ? [] : node.children.map((child) => cutOff(child, depth - 1)) };
}

test('an application is found by its name in any case, its desktop id and its PID; similar names are suggested', async (t) => {
  const desktop = await desktopFor(t);
  const { pid } = await desktop.launch('gnome-calculator', [], /Calculator/);
  const tools = await ownTools(t, desktop, {});
  for (const app of ['gnome-calculator', 'GNOME-Calculator', 'org.gnome.Calculator', pid, String(pid)]) {
    const { tree } = await tools.json('get_ui_tree', { app });
    assert.equal((tree as Told).path, `app(${pid})`, String(app));
  }
  const missing = await failureOf(tools, 'get_ui_tree', { app: 'calculator' });
  assert.equal(missing.error_type, 'app_not_running');
  assert.equal(missing.operation, 'get_ui_tree');
  assert.equal(missing.message, "Application 'calculator' is not running");
  assert.match(missing.guidance ?? '', /Did you mean 'gnome-calculator'\?/);
});

test('two applications with the same name are told apart by their PIDs', async (t) => {
  const desktop = await desktopFor(t);
  const tools = await ownTools(t, desktop, {});
  const pids = ['One', 'Two'].map((title) => {
    const args = ['--info', `--title=${title}`, `--text=Number ${title}`];
    return spawn('zenity', args, { env: desktop.environment, stdio: 'ignore' }).pid ?? 0;
  });
  await until('both', async () => {
    const found = await Promise.all(pids.map((app) => tools.call('get_ui_tree', { app })));
    return found.every(({ isError }) => isError !== true);
  });
  const ambiguous = await failureOf(tools, 'find_element', { app: 'zenity', role: 'button' });
  assert.equal(ambiguous.error_type, 'multiple_matches');
  for (const pid of pids) assert.match(JSON.stringify(ambiguous), new RegExp(`PID ${pid}\\b`));
  const { elements } = await tools.json('find_element', { app: pids[1], title: 'Number' });
  assert.deepEqual((elements as Told[]).map(({ title }) => title).slice(0, 1), ['Number Two']);
});

test('an application and its window are enabled, although GTK reports no states for an application', async (t) => {
  const desktop = await desktopFor(t);
  await desktop.launch('mousepad', [], /Mousepad/);
  const { tree } = await desktop.tools.json('get_ui_tree', { app: 'mousepad', depth: 2 });
  const { enabled, children } = tree as { enabled: boolean; children: { enabled: boolean }[] };
  assert.deepEqual([enabled, ...children.map((window) => window.enabled)], [true, true]);
});

test('roles filter a tree but keep ancestors; attributes come on request; deeper levels are omitted and counted', async (t) => {
  const desktop = await desktopFor(t);
  await desktop.launch('gtk3-demo', [], /Application Class|GTK\+ Demo/);
  const tools = await ownTools(t, desktop, {});
  const app = 'gtk3-demo';
  const whole = flat((await tools.json('get_ui_tree', { app, depth: 100 })).tree as Told);
  const filtered = await tools.json('get_ui_tree', {
    app,
    depth: 100,
    filter_roles: ['button'],
    include_attributes: ['toolkit'],
  });
  const kept = flat(filtered.tree as Told);
  const buttons = (nodes: Told[]) => nodes.filter(({ role }) => role === 'button').map(({ path }) => path);
  assert.ok(buttons(whole).length > 3);
  assert.deepEqual(buttons(kept), buttons(whole));
  assert.ok(kept.filter(({ children }) => children.length === 0).every(({ role }) => role === 'button'));
  assert.ok(kept.some(({ toolkit }) => toolkit === 'gtk'));
  const [root] = whole;
  assert.ok(root);
  for (const depth of [1, 2, 3, 4]) {
    const { tree } = await tools.json('get_ui_tree', { app, depth });
    assert.deepEqual(tree, cutOff(root, depth), `not the upper ${depth} levels of the whole`);
  }
  for (const args of [{ depth: 0 }, { depth: 101 }, { cursor: 'nonsense' }, { app: '' }]) {
    const { error_type } = await failureOf(tools, 'get_ui_tree', { app, ...args });
    assert.equal(error_type, 'invalid_parameter', JSON.stringify(args));
  }
  for (const args of [{ max_results: 101 }, { role: 'button', max_results: 0 }]) {
    const { error_type } = await failureOf(tools, 'find_element', { app, ...args });
    assert.equal(error_type, 'invalid_parameter', JSON.stringify(args));
  }
});

test('a large page comes in parts of 500 nodes, each once, all of one moment', async (t) => {
  const desktop = await desktopFor(t);
  const { pid } = await browse(desktop, { rows: 400 });
  await desktop.find('text', 'Row 399');
  const tools = await ownTools(t, desktop, {});
  const question = { app: pid, depth: 100 };
  const paths: string[] = [];
  let cursor: string | undefined;
  let parts = 0;
  do {
    const part = await tools.json('get_ui_tree', { ...question, ...(cursor !== undefined && { cursor }) });
    const nodes = flat(part.tree as Told);
    assert.ok(nodes.length <= 500);
    const fresh = nodes.filter(({ repeated }) => !repeated);
    assert.equal(fresh.length, part.resultCount);
    paths.push(...fresh.map(({ path }) => path));
    cursor = part.nextCursor as string | undefined;
    assert.equal(part.hasMoreResults, cursor !== undefined);
    parts += 1;
  } while (cursor !== undefined);
  assert.ok(parts >= 4, `only ${parts} parts`);
  assert.equal(new Set(paths).size, paths.length);
  assert.ok(paths.some((path) => path.endsWith('/link["Row 399"]')));

  const links = { app: pid, role: 'link', max_results: 100 };
  const first = await tools.json('find_element', links);
  assert.equal(first.resultCount, 100);
  const { nextCursor } = first;
  const second = await tools.json('find_element', { ...links, cursor: nextCursor });
  assert.equal((second.elements as Told[])[0]?.title, 'Row 100');
  const other = await failureOf(tools, 'find_element', { ...links, title: 'Row', cursor: nextCursor });
  assert.equal(other.error_type, 'invalid_parameter');

  await desktop.tools.text('click_element', { element_id: await desktop.find('text', 'Forget') });
  await until('fewer rows', async () => {
    const { elements } = await tools.json('find_element', { app: pid, title: 'Row 7', role: 'link' });
    return (elements as Told[]).every(({ title }) => title !== 'Row 7');
  });
  const again = await tools.json('find_element', { ...links, cursor: nextCursor });
  assert.deepEqual(again, second);
});

test('the focused element is the one that the tree shows as focused, in every toolkit', async (t) => {
  const desktop = await desktopFor(t);
  const tools = await ownTools(t, desktop, {});
  const programs = [
    () => desktop.launch('gnome-calculator', [], /Calculator/),
    () => desktop.launch('mousepad', [], /Mousepad/),
    () => desktop.launch('speedcrunch', [], /SpeedCrunch/),
    () => browse(desktop, { rows: 2000 }),
  ];
  let front = 0;
  for (const start of programs) {
    const { pid = 0, spawnfile } = await start();
    front = pid;
    await until(`the focus in ${spawnfile}`, async () => {
      const { hasFocus, element } = await tools.json('get_focused_element', { app: pid });
      if (hasFocus !== true) return false;
      const inTree = await focusedInTree(tools, pid);
      return inTree.length === 1 && inTree[0]?.path === (element as Told).path;
    });
    assert.equal((await tools.json('get_focused_element')).hasFocus, true);
  }
  await t.test(
    'a page of 2,000 rows is not read in a millisecond, which is a timeout, and the server goes on',
    async (t) => {
      const hasty = await ownTools(t, desktop, { find: 1 });
      await hasty.json('list_windows');
      const late = await failureOf(hasty, 'find_element', { app: front, role: 'link' });
      assert.equal(late.error_type, 'timeout');
      assert.match(
        late.message,
        /takes longer than the time limit|did not answer within 1 ms|does not answer/,
      );
      assert.equal((await hasty.json('get_ui_tree', { app: front, depth: 2 })).hasMoreResults, false);
    },
  );
});

test('a minimized window is listed only on request, with its real size', async (t) => {
  const desktop = await desktopFor(t);
  const { pid } = await desktop.launch('gnome-calculator', [], /Calculator/);
  const tools = await ownTools(t, desktop, {});
  const { windows } = await tools.json('list_windows', { app: pid });
  const [before] = windows as { title: string; size: { width: number }; frontmost: boolean }[];
  assert.equal(before?.title, 'Calculator');
  assert.equal(before.frontmost, true);
  assert.ok(before.size.width > 100);
  await desktop.click('Minimize');
  await until('no window', async () => {
    const listed = await tools.json('list_windows', { app: pid });
    return (listed.windows as unknown[]).length === 0;
  });
  const all = await tools.json('list_windows', { app: pid, include_minimized: true });
  const [hidden] = all.windows as { minimized: boolean; frontmost: boolean; size: { width: number } }[];
  assert.equal(hidden?.minimized, true);
  assert.equal(hidden.frontmost, false);
  assert.equal(hidden.size.width, before.size.width);
  assert.equal((await tools.json('get_focused_element', { app: pid })).hasFocus, false);
});

/** The nodes that a tree shows as focused, wherever its parts show them. */
async function focusedInTree(tools: Awaited<ReturnType<typeof ownTools>>, app: number): Promise<Told[]> {
  const found: Told[] = [];
  let cursor: unknown;
  do {
    const part = await tools.json('get_ui_tree', {
      app,
      depth: 100,
      ...(cursor !== undefined && { cursor }),
    });
    found.push(...flat(part.tree as Told).filter(({ focused, repeated }) => focused && !repeated));
    cursor = found.length > 0 ? undefined : part.nextCursor;
  } while (cursor !== undefined);
  return found;
}
