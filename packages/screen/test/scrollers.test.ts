import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { createIdentity } from '../src/identity/identity.ts';
import type { UiNode } from '../src/node.ts';
import { axisOf, effectAt } from '../src/touch/scrollers.ts';
import type { Element, Snapshot } from '../src/snapshot.ts';
import { box, node, SCREEN, viewOf } from '@handeye/testing/view-screens';

const FULL = box(0, 0, SCREEN.width, SCREEN.height);
const RECYCLER = 'androidx.recyclerview.widget.RecyclerView';

function screen(...children: UiNode[]): Snapshot {
  return createIdentity().identify(viewOf(node({ bounds: FULL, children })));
}

function axisIn(scroller: UiNode): string | undefined {
  const found: Element = screen(scroller).elements[1]!;
  return axisOf(found);
}

const cells = (...places: [number, number, number, number][]): UiNode[] =>
  places.map(([left, top, right, bottom]) =>
    node({ bounds: box(left, top, right, bottom), clickable: true }),
  );

describe('the axis of a list is told', () => {
  for (const [className, axis] of [
    ['android.widget.ListView', 'vertical'],
    ['android.widget.ExpandableListView', 'vertical'],
    ['android.widget.GridView', 'vertical'],
    ['android.widget.ScrollView', 'vertical'],
    ['androidx.core.widget.NestedScrollView', 'vertical'],
    ['android.widget.HorizontalScrollView', 'horizontal'],
    ['androidx.viewpager.widget.ViewPager', undefined],
    ['android.webkit.WebView', undefined],
    ['android.view.View', undefined],
  ] as const) {
    test(`by its class: ${className}`, () => {
      assert.equal(axisIn(node({ className, scrollable: true })), axis);
    });
  }

  for (const [shape, axis, places] of [
    ['rows', 'vertical', cells([0, 0, 900, 100], [0, 100, 900, 200], [0, 200, 900, 300])],
    ['indented rows', 'vertical', cells([0, 0, 500, 100], [300, 100, 900, 200])],
    ['rows from the bottom up', 'vertical', cells([0, 200, 900, 300], [0, 100, 900, 200])],
    ['cards side by side', 'horizontal', cells([0, 0, 300, 400], [310, 0, 610, 400])],
    ['cards from right to left', 'horizontal', cells([610, 0, 910, 400], [300, 0, 600, 400])],
    [
      'a grid row by row',
      'vertical',
      cells([0, 0, 300, 300], [300, 0, 600, 300], [0, 300, 300, 600], [300, 300, 600, 600]),
    ],
    [
      'a grid below a header',
      'vertical',
      cells([0, 0, 600, 100], [0, 100, 300, 300], [300, 100, 600, 300], [0, 300, 300, 500]),
    ],
    [
      'a grid column by column',
      'horizontal',
      cells([0, 0, 300, 300], [0, 300, 300, 600], [300, 0, 600, 300], [300, 300, 600, 600]),
    ],
    ['a single page', undefined, cells([0, 0, 1080, 2400])],
    ['a pile of cards', undefined, cells([0, 0, 1080, 2400], [0, 0, 1080, 2400])],
  ] as const) {
    test(`by the children of a RecyclerView: ${shape}`, () => {
      const children = [...places];
      assert.equal(axisIn(node({ className: RECYCLER, scrollable: true, children })), axis);
    });
  }

  test('but not of the pages of a launcher, which call themselves a ScrollView', () => {
    const workspace = { className: 'android.widget.ScrollView', scrollable: true };
    assert.equal(axisIn(node({ ...workspace, resourceId: 'com.android.launcher3:id/workspace' })), undefined);
  });
});

describe('a moving finger', () => {
  const list = (parts: object, children: UiNode[] = []) =>
    node({ bounds: FULL, className: 'android.widget.ListView', scrollable: true, children, ...parts });
  const row = node({ bounds: box(0, 1000, 1080, 1400) });
  const at = { x: 500, y: 1200 };

  test('scrolls the scroller with its axis, even around one with the other axis', () => {
    const inner = node({ bounds: FULL, className: 'android.widget.HorizontalScrollView', scrollable: true });
    const both = screen(list({}, [inner]));
    assert.equal(effectAt(both, at, 'vertical').kind, 'scrolls');
    assert.equal(effectAt(both, at, 'horizontal').kind, 'scrolls');
  });

  test('across a list has the wrong axis, also where the list has nothing to scroll', () => {
    assert.equal(effectAt(screen(list({}, [row])), at, 'horizontal').kind, 'wrong axis');
    assert.equal(effectAt(screen(list({ scrollable: false }, [row])), at, 'horizontal').kind, 'wrong axis');
  });

  test('on a pager around a list may turn its pages', () => {
    const pager = node({
      bounds: FULL,
      className: 'androidx.viewpager.widget.ViewPager',
      scrollable: true,
      children: [list({}, [row])],
    });
    assert.equal(effectAt(screen(pager), at, 'horizontal').kind, 'unknown');
  });

  test('does not scroll anything below the element that takes it', () => {
    const sheet = node({ bounds: box(0, 1000, 1080, 2400), clickable: true, text: 'sheet' });
    const effect = effectAt(screen(list({}), sheet), at, 'vertical');
    assert.ok(effect.kind === 'unknown');
    assert.equal(effect.taker?.node.text, 'sheet');
  });

  test('on a ScrollView whose content fits may press its content', () => {
    const form = node({
      bounds: FULL,
      className: 'android.widget.ScrollView',
      children: [node({ bounds: FULL, clickable: true })],
    });
    assert.equal(effectAt(screen(form), at, 'vertical').kind, 'unknown');
  });

  describe('on a list that shows one row of cells', () => {
    const row = cells([0, 1000, 360, 1400], [360, 1000, 720, 1400], [720, 1000, 1080, 1400]);
    const effects = (className: string, scrollable: boolean) => {
      const shown = screen(node({ bounds: FULL, className, scrollable, children: row }));
      return (['vertical', 'horizontal'] as const).map((axis) => effectAt(shown, at, axis).kind);
    };

    test('scrolls a GridView up and down, and presses its cells sideways', () => {
      for (const scrollable of [true, false]) {
        assert.deepEqual(effects('android.widget.GridView', scrollable), ['scrolls', 'wrong axis']);
      }
    });

    test('scrolls a RecyclerView sideways if it scrolls at all', () => {
      assert.deepEqual(effects(RECYCLER, true), ['wrong axis', 'scrolls']);
      assert.deepEqual(effects(RECYCLER, false), ['unknown', 'unknown']);
    });

    test('scrolls a GridView sideways only if its cells fill several columns one by one', () => {
      const children = cells([0, 0, 300, 300], [0, 300, 300, 600], [300, 0, 600, 300], [300, 300, 600, 600]);
      const grid = { className: 'android.widget.GridView', children };
      assert.equal(axisIn(node({ ...grid, scrollable: true })), 'horizontal');
      const idle = screen(node({ ...grid, bounds: FULL }));
      assert.equal(effectAt(idle, { x: 100, y: 100 }, 'horizontal').kind, 'unknown');
    });
  });
});
