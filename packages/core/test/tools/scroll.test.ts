import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Stroke } from '../../src/device/port.ts';
import { contains } from '@handeye/screen/bounds';
import type { UiNode } from '@handeye/screen/node';
import type { View } from '@handeye/screen/snapshot';
import { box, full, list, node, viewOf, windowOf } from '@handeye/testing/screens';
import { capable, fingerOnly, ScriptedDevice } from '@handeye/testing/scripted-device';
import { bench } from '@handeye/testing/tools';

const screenOf = (...children: UiNode[]) => viewOf(node('FrameLayout', full, { children }));

/** Rows from the top of the screen to its end, with `gap` pixels between them. */
function rows(gap: number, height = 200): UiNode[] {
  return Array.from({ length: 2400 / (height + gap) }, (_, index) => {
    const top = index * (height + gap);
    return node('FrameLayout', box(0, top, 1080, top + height), { clickable: true, text: `Row ${index}` });
  });
}

const unknown = (children: UiNode[]) =>
  node('', full, { className: 'android.view.View', scrollable: true, children });

function strokesOf(device: ScriptedDevice): readonly Stroke[] {
  return device.actions.flatMap((deed) => (deed.did === 'touch' ? deed.strokes : []));
}

describe('a scroll is never a click', () => {
  for (const direction of ['left', 'right'] as const) {
    test(`scroll ${direction} on a vertical list is refused, and nothing is touched`, async () => {
      const { fails, device } = bench(list(0));
      assert.match(
        await fails('scroll', { direction }, 'action_failed'),
        new RegExp(
          `Scroll ${direction} is not possible here: the ListView 'node_\\d+' scrolls up and down only`,
        ),
      );
      assert.deepEqual(device.actions, []);
    });
  }

  test('scroll down on a horizontal list is refused', async () => {
    const cards = [0, 400, 800].map((left) =>
      node('FrameLayout', box(left, 0, left + 390, 2400), { clickable: true }),
    );
    const carousel = node('HorizontalScrollView', full, { scrollable: true, children: cards });
    const { fails, text, device } = bench(screenOf(carousel));
    assert.match(
      await fails('scroll', { direction: 'down' }, 'action_failed'),
      /scrolls left and right only/,
    );
    assert.deepEqual(device.actions, []);
    assert.equal(await text('scroll', { direction: 'right' }), 'Scroll right (medium) executed');
  });

  const pagerOfLists = (): View => {
    const { root } = list(0).windows[0]!;
    return viewOf(
      node('', full, {
        className: 'androidx.viewpager.widget.ViewPager',
        resourceId: 'pager',
        scrollable: true,
        children: [root!],
      }),
    );
  };

  test('scroll right flings a pager that holds lists to the next page, whatever the amount', async () => {
    for (const amount of ['small', 'medium', 'large']) {
      const view = pagerOfLists();
      const device = new ScriptedDevice(view, { capabilities: capable(fingerOnly) });
      const { text } = bench(view, { device });
      await text('scroll', { direction: 'right', amount });
      const [stroke] = strokesOf(device);
      const [first, last] = [stroke![0], stroke!.at(-1)!];
      // The long one begins on a row's button, and leaves it.
      if (amount !== 'large') assert.ok(first.y < 200 || first.y >= 2200, 'it begins beside the list');
      const { density } = view.screen;
      const speed = ((first.x - last.x) * 160_000) / (density * (last.time - first.time));
      assert.ok(speed > 600, `${speed} dp per second; ViewPager takes 400 for a fling`);
      assert.equal(stroke!.length, 2, 'and does not rest before it is lifted');
    }
  });

  test('scroll right turns the page of a pager by accessibility where the device can', async () => {
    const { text, device } = bench(pagerOfLists());
    await text('scroll', { direction: 'right', amount: 'small' });
    const done = device.actions.filter(({ did }) => did !== 'look');
    assert.deepEqual(done, [{ did: 'act', on: 'pager', action: { kind: 'scroll', direction: 'right' } }]);
  });

  test('where the axis is not known the finger begins beside the rows', async () => {
    const children = rows(20);
    const { text, device } = bench(screenOf(unknown(children)));
    await text('scroll', { direction: 'right' });
    const [stroke] = strokesOf(device);
    assert.deepEqual(
      children.filter(({ bounds }) => contains(bounds, stroke![0])),
      [],
    );
    assert.equal(stroke!.at(-1)!.y, stroke![0].y);
    assert.equal(stroke![0].x - stroke!.at(-1)!.x, 540);
  });

  test('where rows fill all of it the finger leaves the row before it is lifted', async () => {
    const children = rows(0);
    const { text, device } = bench(screenOf(unknown(children)));
    await text('scroll', { direction: 'right' });
    const [stroke] = strokesOf(device);
    const row = children.find(({ bounds }) => contains(bounds, stroke![0]))!;
    assert.ok(stroke!.some((moment) => moment.y >= row.bounds.bottom + 8 || moment.y < row.bounds.top - 8));
    assert.equal(stroke!.at(-1)!.y, stroke![0].y, 'and takes back what it moved by that');
  });

  test('a button as wide as the screen is not pressed by a scroll to the side', async () => {
    const wide = node('Button', box(0, 1100, 1080, 1300), { clickable: true, text: 'Buy' });
    const { text, device } = bench(screenOf(wide));
    await text('scroll', { direction: 'left' });
    const [stroke] = strokesOf(device);
    assert.equal(contains(wide.bounds, stroke![0]), false);
  });

  test('a screen that is a single touch target, such as a game, is scrolled as usual', async () => {
    const { text, device } = bench(screenOf(node('View', full, { clickable: true })));
    await text('scroll', { direction: 'right' });
    assert.deepEqual(
      strokesOf(device)[0]!.map(({ x, y }) => [x, y]),
      [
        [810, 1200],
        [270, 1200],
        [270, 1200],
      ],
    );
  });

  test('a screen that cannot be read is scrolled by a finger that no list takes for a press, and it is said', async () => {
    for (const direction of ['up', 'down', 'left', 'right'] as const) {
      for (const amount of ['small', 'medium', 'large'] as const) {
        const { text, device } = bench(viewOf(undefined));
        assert.match(
          await text('scroll', { direction, amount }),
          /^Scroll \w+ \(\w+\) executed\. The screen could not be read first, .*may have taken it for a press$/,
        );
        const [[first, ...rest]] = strokesOf(device) as [Stroke];
        const [second, last] = [rest[0]!, rest.at(-1)!];
        const share = { small: 0.25, medium: 0.5, large: 0.75 }[amount];
        const isVertical = direction === 'up' || direction === 'down';
        const [along, across] = [last.y - first.y, last.x - first.x].map(Math.abs);
        const [way, aside] = isVertical ? [along, across] : [across, along];
        assert.equal(way, share * (isVertical ? 2400 : 1080));
        // 18 dp, the largest touch slop (Compose), are 48 px here; Android takes half as much aside for the way meant.
        assert.ok(aside! > 48 && aside! < way / 2, `${aside} px aside`);
        // It is beyond the slop long before a long press begins.
        assert.ok((second.time - first.time) * (48 / way) < 200);
      }
    }
  });

  test('what lies over the middle of the screen in another window decides', async () => {
    const { root } = list(0).windows[0]!;
    const dialog = windowOf(node('FrameLayout', box(0, 800, 1080, 1600)), { key: 'dialog', type: 'dialog' });
    const view = viewOf(undefined, { windows: [dialog, windowOf(root, { active: false })] });
    await bench(view).text('scroll', { direction: 'right' });
  });

  test('scroll_to_element goes along the axis of a list, whatever the direction it was told', async () => {
    const hidden = node('TextView', box(0, 0, 0, 0), { text: 'Last', visible: false });
    const strip = node('HorizontalScrollView', box(0, 500, 1080, 900), {
      scrollable: true,
      children: [node('LinearLayout', box(0, 500, 1080, 900), { clickable: true, children: [hidden] })],
    });
    const view = screenOf(strip);
    const device = new ScriptedDevice(view, { capabilities: capable(fingerOnly) });
    const { idOf, fails } = bench(view, { device });
    await fails('scroll_to_element', { element_id: await idOf('Last') }, 'action_failed');
    const strokes = strokesOf(device);
    assert.ok(strokes.length > 0);
    for (const stroke of strokes) assert.equal(stroke[0].y, stroke.at(-1)!.y);
  });
});

describe('a scroll begins on what it scrolls', () => {
  const search = node('EditText', box(40, 100, 1040, 420), {
    text: 'Search',
    clickable: true,
    editable: true,
  });
  const listBelow = node('ListView', box(0, 440, 1080, 2400), { scrollable: true, children: [] });

  test('scroll up large of a list below a search bar stays inside the list', async () => {
    const { text, device } = bench(screenOf(listBelow, search));
    await text('scroll', { direction: 'up', amount: 'large' });
    const [stroke] = strokesOf(device);
    assert.ok(stroke);
    for (const point of stroke) assert.ok(contains(listBelow.bounds, point), JSON.stringify(point));
    assert.equal((stroke.at(-1)?.y ?? 0) - stroke[0].y, 1960 * 0.75, 'the same share of the list itself');
  });

  test('a scroll that begins on the list, or on a page around it, goes over the usual share of the screen', async () => {
    const page = node('ScrollView', full, { scrollable: true, children: [listBelow] });
    for (const [screen, direction] of [
      [screenOf(listBelow, search), 'down'],
      [screenOf(page), 'up'],
    ] as const) {
      const { text, device } = bench(screen);
      await text('scroll', { direction, amount: 'large' });
      const [stroke] = strokesOf(device);
      assert.equal(Math.abs((stroke?.at(-1)?.y ?? 0) - (stroke?.[0].y ?? 0)), 1800);
    }
  });
});
