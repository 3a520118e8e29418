import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Facts } from '@handeye/screen/desktop/facts';
import type { OpenBench } from './bench.ts';
import { answer, appWith, calculator, calculatorDisplay, element, find, labels } from './bench.ts';

/** find_element and get_focused_element. */
export function elementContract(open: OpenBench): void {
  const calculating = () => open([calculator()]);

  describe('find_element', () => {
    test('finds by all criteria together and shows no children', async () => {
      const { elements, hasMoreResults, resultCount } = await find(await calculating(), {
        role: 'BUTTON',
        title: '7',
      });
      assert.deepEqual({ hasMoreResults, resultCount }, { hasMoreResults: false, resultCount: 1 });
      assert.deepEqual(elements, [
        {
          role: 'button',
          nativeRole: 'AXButton',
          title: '7',
          identifier: 'key-0',
          enabled: true,
          focused: false,
          bounds: { left: 20, top: 120, right: 70, bottom: 170 },
          actions: ['AXPress'],
          path: 'app(123)/window["Calculator"]/group[0]/button["7"]',
          childCount: 0,
        },
      ]);
    });

    test('finds by value, by identifier, at any depth', async () => {
      const tools = await calculating();
      assert.equal((await find(tools, { value: '4' })).elements[0]?.identifier, 'display');
      assert.equal((await find(tools, { identifier: 'key-3' })).elements[0]?.title, '4');
    });

    test('without a criterion finds every element, in tree order', async () => {
      const { elements, resultCount } = await find(await calculating(), {});
      assert.equal(resultCount, 16);
      assert.deepEqual(
        elements.slice(0, 3).map(({ role }) => role),
        ['application', 'window', 'textfield'],
      );
    });

    test('finding nothing is no error', async () => {
      assert.deepEqual(await find(await calculating(), { title: 'nowhere' }), {
        elements: [],
        hasMoreResults: false,
        resultCount: 0,
      });
    });

    test('exactly as many matches as asked for are all there are', async () => {
      const tools = await open([appWith(labels(20))]);
      const { hasMoreResults, resultCount } = await find(tools, { app: 'Editor', role: 'text' });
      assert.deepEqual({ hasMoreResults, resultCount }, { hasMoreResults: false, resultCount: 20 });
    });

    test('gives 20 at a time unless told otherwise, and all of them page by page', async () => {
      const tools = await open([appWith(labels(45))]);
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

    test('all pages come from one read, even if the application changes', async () => {
      const tools = await open([appWith(labels(45))]);
      const { nextCursor: cursor } = await find(tools, { app: 'Editor', role: 'text' });
      tools.becomes([appWith(labels(46).slice(1))]);
      const { elements } = await find(tools, { app: 'Editor', role: 'text', cursor });
      assert.equal(elements[0]?.title, 'Row 20');
    });

    test('searches long texts whole and shows them cut', async () => {
      const value = `${'x'.repeat(600)} needle`;
      const tools = await open([appWith([element('textfield', { value })])]);
      const { elements } = await find(tools, { app: 'Editor', value: 'needle' });
      assert.equal(elements[0]?.value, `${'x'.repeat(500)}...truncated`);
    });
  });

  describe('get_focused_element', () => {
    test('shows the element with all attributes and its path', async () => {
      const value = await answer(await calculating(), 'get_focused_element', {});
      assert.deepEqual(value, {
        hasFocus: true,
        element: { ...calculatorDisplay, AXHelp: 'Shows the result', AXPlaceholderValue: '0' },
      });
    });

    test('no focus is not an error, anywhere or in one application', async () => {
      const tools = await open([appWith(labels(1)), calculator()]);
      assert.deepEqual(await answer(tools, 'get_focused_element', { app: 'Editor' }), { hasFocus: false });
      const within = (await answer(tools, 'get_focused_element', { app: 123 })) as { hasFocus: boolean };
      assert.equal(within.hasFocus, true);
      tools.becomes([appWith(labels(1))]);
      assert.deepEqual(await answer(tools, 'get_focused_element', {}), { hasFocus: false });
    });

    test('shows more of a long text than the others', async () => {
      const value = 'x'.repeat(10_001);
      const tools = await open([appWith([element('textfield', { value, focused: true })])]);
      const { element: shown } = (await answer(tools, 'get_focused_element', {})) as { element: Facts };
      assert.equal(shown.value, `${'x'.repeat(10_000)}...truncated`);
    });
  });
}
