import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { DesktopNode } from '@handeye/screen/desktop/node';
import type { ContractBench, OpenBench, TreeAnswer } from './bench.ts';
import { appWith, calculator, calculatorDisplay, element, labels, nodesOf, tree } from './bench.ts';

/** get_ui_tree, and its pages. */
export function treeContract(open: OpenBench): void {
  const calculating = () => open([calculator()]);

  describe('get_ui_tree', () => {
    test('shows three levels, the application first, and the true number of children below', async () => {
      const { tree: app, depth, hasMoreResults, resultCount } = await tree(await calculating());
      assert.deepEqual(
        { depth, hasMoreResults, resultCount },
        { depth: 3, hasMoreResults: false, resultCount: 4 },
      );
      const [window] = app.children;
      const [display, panel] = window?.children ?? [];
      assert.deepEqual(display, calculatorDisplay);
      assert.equal(panel?.childCount, 12);
      assert.deepEqual(panel.children, []);
    });

    test('goes as deep as asked', async () => {
      const tools = await calculating();
      assert.equal((await tree(tools, { depth: 1 })).resultCount, 1);
      assert.equal((await tree(tools, { depth: 4 })).resultCount, 16);
      assert.equal((await tree(tools, { depth: 100 })).resultCount, 16);
    });

    test('goes as deep as configured when a call does not say', async () => {
      const tools = await open([calculator()], { treeDepth: 2 });
      assert.equal((await tree(tools)).depth, 2);
      assert.equal((await tree(tools, { depth: 4 })).depth, 4);
    });

    test('says so where roles that were asked for may lie deeper than the levels asked for', async () => {
      const roles = { filter_roles: ['button'] };
      const shallow = await tree(await calculating(), { depth: 2, ...roles });
      assert.equal(shallow.resultCount, 1);
      assert.match(shallow.guidance ?? '', /first 2 levels.*greater depth.*find_element/);
      assert.equal((await tree(await calculating(), { depth: 10, ...roles })).guidance, undefined);
    });

    test('cut by depth says that there is more, and how to get it; a whole tree says nothing', async () => {
      const cut = await tree(await calculating(), { depth: 2 });
      assert.match(
        cut.guidance ?? '',
        /first 2 levels.*one element.*has children.*greater depth.*find_element/,
      );
      assert.equal((await tree(await calculating(), { depth: 10 })).guidance, undefined);
    });

    test('shows roles that were asked for below parents that were not', async () => {
      const answer = await tree(await calculating(), { depth: 10, filter_roles: ['axbutton'] });
      assert.equal(answer.resultCount, 15);
      assert.deepEqual(
        nodesOf(answer.tree).map(({ role }) => role),
        ['application', 'window', 'group', ...Array.from({ length: 12 }, () => 'button')],
      );
      assert.equal(answer.tree.children[0]?.childCount, 2, 'the true count, not that of the filter');
    });

    test('an empty filter is none', async () => {
      assert.equal((await tree(await calculating(), { filter_roles: [] })).resultCount, 4);
    });

    test('adds exactly the attributes that were named', async () => {
      const tools = await calculating();
      const display = async (names: string[]) =>
        (await tree(tools, { include_attributes: names })).tree.children[0]?.children[0];
      const plain = await display([]);
      assert.deepEqual(await display(['AXHelp', 'AXPlaceholderValue', 'none']), {
        ...plain,
        AXHelp: 'Shows the result',
        AXPlaceholderValue: '0',
      });
      assert.deepEqual(await display(['AXHELP']), plain);
    });

    test('cuts long texts', async () => {
      const long = 'x'.repeat(501);
      const tools = await open([
        appWith([element('textfield', { title: long, value: long, attributes: { AXHelp: long } })]),
      ]);
      const answer = await tree(tools, { app: 'Editor', include_attributes: ['AXHelp'] });
      const field = answer.tree.children[0]?.children[0];
      const cut = `${'x'.repeat(500)}...truncated`;
      assert.deepEqual([field?.title, field?.value, field?.AXHelp], [cut, cut, cut]);
    });
  });

  describe('pages of get_ui_tree', () => {
    const wholePages = async (tools: ContractBench, args: object = {}) => {
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
      const pages = await wholePages(await open([appWith(labels(498))]));
      assert.deepEqual(
        pages.map(({ resultCount, guidance }) => ({ resultCount, guidance })),
        [{ resultCount: 500, guidance: undefined }],
      );
    });

    test('one more goes behind a cursor, with advice to narrow', async () => {
      const [first, second, ...others] = await wholePages(await open([appWith(labels(499))]));
      assert.deepEqual([first?.resultCount, second?.resultCount, others.length], [500, 1, 0]);
      assert.match(first?.guidance ?? '', /1 to 500 of 501.*nextCursor.*depth, filter_roles, or a search/);
      assert.equal(second?.guidance, undefined);
    });

    test('all pages together are the whole tree, each node once, never more than 500 in an answer', async () => {
      const deep = (levels: number): DesktopNode =>
        element('group', {
          children: levels === 0 ? labels(30) : [...labels(20), deep(levels - 1), ...labels(3)],
        });
      const app = appWith([deep(60), deep(90)]);
      const pages = await wholePages(await open([app]), { depth: 100 });
      assert.ok(pages.length > 5, `${pages.length} pages`);
      for (const page of pages) assert.ok(nodesOf(page.tree).length <= 500);
      const fresh = pages.flatMap((page) => nodesOf(page.tree)).filter(({ repeated }) => !repeated);
      const count = (node: DesktopNode): number =>
        node.children.reduce((sum, child) => sum + count(child), 1);
      assert.equal(fresh.length, count(app.tree));
      assert.equal(new Set(fresh.map(({ path }) => path)).size, fresh.length);
      assert.equal(
        pages.reduce((sum, { resultCount }) => sum + resultCount, 0),
        fresh.length,
      );
    });

    test('a later page repeats the ancestors of its nodes and marks them', async () => {
      const [, second] = await wholePages(await open([appWith(labels(499))]));
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
      const buttons = Array.from({ length: 700 }, () => element('group', { children: [element('button')] }));
      const pages = await wholePages(await open([appWith([...labels(600), ...buttons])]), {
        depth: 5,
        filter_roles: ['button'],
      });
      const fresh = pages.flatMap((page) => nodesOf(page.tree)).filter(({ repeated }) => !repeated);
      assert.equal(fresh.filter(({ role }) => role === 'button').length, 700);
      assert.equal(fresh.length, 1402);
    });

    test('all pages come from one read, even if the application changes', async () => {
      const tools = await open([appWith(labels(600))]);
      const { nextCursor: cursor } = await tree(tools, { app: 'Editor' });
      tools.becomes([appWith(labels(3))]);
      const second = await tree(tools, { app: 'Editor', cursor });
      const fresh = nodesOf(second.tree).filter(({ repeated }) => !repeated);
      assert.deepEqual(
        fresh.map(({ title }) => title),
        labels(600)
          .slice(498)
          .map(({ title }) => title),
      );
    });

    test('an application that was started anew is stale', async () => {
      const tools = await open([appWith(labels(499))]);
      const { nextCursor: cursor } = await tree(tools, { app: 'Editor' });
      tools.becomes([appWith(labels(499), { pid: 457 })]);
      assert.equal(
        (await tools.refusal('get_ui_tree', { app: 'Editor', cursor })).error_type,
        'stale_element',
      );
    });

    test('a cursor continues its own question only', async () => {
      const tools = await open([appWith(labels(600))]);
      const { nextCursor: cursor } = await tree(tools, { app: 'Editor' });
      for (const args of [{ depth: 4 }, { filter_roles: ['text'] }]) {
        const refusal = await tools.refusal('get_ui_tree', { app: 'Editor', cursor, ...args });
        assert.equal(refusal.error_type, 'invalid_parameter');
        assert.match(refusal.message, /other arguments/);
      }
      const other = await tools.refusal('find_element', { app: 'Editor', role: 'text', cursor });
      assert.equal(other.error_type, 'invalid_parameter');
      await tree(tools, { app: 'Editor', cursor, include_attributes: ['AXHelp'] });
    });
  });
}
