import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import { elementAt, scrollerAt } from '../../src/page/screen/element-at.ts';
import type { WatchedScreen } from '../../src/wire/screen.ts';
import type { View } from '@handeye/screen/snapshot';
import { box, button, full, node, viewOf, windowOf } from '@handeye/testing/screens';
import { watchable } from './watched.ts';

async function screenOf(t: TestContext, view: View): Promise<WatchedScreen> {
  const { seen, pass, watch, leave } = watchable(t, view);
  watch();
  await pass(1_000);
  leave();
  return seen.at(-1)?.screen ?? assert.fail('nothing was seen');
}

/** The label of the element at a point of the picture. */
async function pointing(t: TestContext, view: View) {
  const screen = await screenOf(t, view);
  return (x: number, y: number) => elementAt(screen, x, y)?.label;
}

const rows = node('FrameLayout', full, {
  children: [
    button('Small', box(500, 600, 580, 660), { clickable: true }),
    button('Below', box(100, 1500, 980, 1600), { clickable: true }),
  ],
});

test('pointing at the picture finds what is in sight, not what lies under another window', async (t) => {
  const pay = button('Pay', box(100, 500, 980, 900), { clickable: true });
  const over = windowOf(pay, { key: 'over', type: 'other', title: 'Over', app: 'com.evil', active: false });
  const at = await pointing(t, viewOf(rows, { windows: [windowOf(rows), over] }));
  assert.equal(at(540, 630), 'Pay');
  assert.equal(at(540, 1550), 'Below');
});

test('a wheel finds the innermost list at the pointer, and none below another window', async (t) => {
  const row = node('RecyclerView', box(0, 800, 1080, 1100), { scrollable: true, resourceId: 'app:id/row' });
  const list = node('RecyclerView', box(0, 300, 1080, 2000), { scrollable: true, children: [row] });
  const root = node('FrameLayout', full, { children: [list] });
  const pay = button('Pay', box(0, 1500, 1080, 1700), { clickable: true });
  const over = windowOf(pay, { key: 'over', type: 'other', active: false });
  const screen = await screenOf(t, viewOf(root, { windows: [windowOf(root), over] }));
  const height = (y: number) => {
    const found = scrollerAt(screen, 500, y);
    return found && found.box.bottom - found.box.top;
  };
  assert.deepEqual([100, 900, 1300, 1600].map(height), [undefined, 300, 1700, undefined]);
});

test('under a window that was not read nothing is found', async (t) => {
  const over = windowOf(undefined, {
    key: 'over',
    type: 'dialog',
    bounds: box(100, 500, 980, 900),
    active: false,
  });
  const at = await pointing(t, viewOf(rows, { windows: [windowOf(rows), over] }));
  assert.equal(at(540, 630), undefined);
  assert.equal(at(540, 1550), 'Below');
});

test('through decorations as large as the screen what lies below is found, except under what they show', async (t) => {
  const corner = button('Corner', box(0, 0, 200, 200), { clickable: true });
  const decorations = node('FrameLayout', full, { children: [corner] });
  const over = windowOf(decorations, { key: 'decorations', type: 'system', app: 'android', active: false });
  const at = await pointing(t, viewOf(rows, { windows: [windowOf(rows), over] }));
  assert.equal(at(540, 630), 'Small');
  assert.equal(at(100, 100), 'Corner');
});
