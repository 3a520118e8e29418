import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Stroke } from '../../src/device/port.ts';
import { calculator, viewOf } from '@handeye/testing/screens';
import { capable, ScriptedDevice } from '@handeye/testing/scripted-device';
import { type Bench, bench } from '@handeye/testing/tools';

function strokesOf({ device }: Bench): readonly Stroke[] {
  const [deed, ...more] = device.actions;
  assert.deepEqual(more, []);
  assert.ok(deed?.did === 'touch');
  return deed.strokes;
}

const line = (from: [number, number, number], ...rest: [number, number, number][]): Stroke => {
  const moment = ([x, y, time]: [number, number, number]) => ({ x, y, time });
  return [moment(from), ...rest.map(moment)];
};

describe('touch and gestures', () => {
  test('tap puts one finger down for a moment', async () => {
    const it = bench(calculator());
    assert.equal(await it.text('tap', { x: 500, y: 1000 }), 'Tap executed at (500, 1000)');
    assert.deepEqual(strokesOf(it), [line([500, 1000, 0], [500, 1000, 50])]);
  });

  test('a fraction of a pixel is kept and printed', async () => {
    const it = bench(calculator());
    assert.equal(await it.text('tap', { x: 500.5, y: 1000 }), 'Tap executed at (500.5, 1000)');
  });

  test('long_press holds for as long as it is told', async () => {
    const it = bench(calculator());
    const answer = await it.text('long_press', { x: 500, y: 1000, duration: 2000 });
    assert.equal(answer, 'Long press executed at (500, 1000) for 2000ms');
    assert.deepEqual(strokesOf(it), [line([500, 1000, 0], [500, 1000, 2000])]);
  });

  test('long_press on a desktop is the right mouse button, and says so', async () => {
    const menus: unknown[] = [];
    const device = Object.assign(new ScriptedDevice(calculator()), {
      hasMouse: true,
      openMenuAt: (point: unknown) => {
        menus.push(point);
        return Promise.resolve();
      },
    });
    const { text } = bench(calculator(), { device });
    assert.equal(
      await text('long_press', { x: 500, y: 1000 }),
      'Long press executed at (500, 1000) for 1000ms. The right mouse button was clicked, which is the long press of a desktop',
    );
    assert.deepEqual(menus, [{ x: 500, y: 1000 }]);
    assert.deepEqual(device.actions, []);
  });

  test('double_tap taps twice within 300 ms', async () => {
    const it = bench(calculator());
    assert.equal(await it.text('double_tap', { x: 500, y: 1000 }), 'Double tap executed at (500, 1000)');
    assert.deepEqual(strokesOf(it), [
      line([500, 1000, 0], [500, 1000, 50]),
      line([500, 1000, 150], [500, 1000, 200]),
    ]);
  });

  test('swipe draws a line in the given time', async () => {
    const it = bench(calculator());
    const answer = await it.text('swipe', { x1: 500, y1: 1500, x2: 500, y2: 500 });
    assert.equal(answer, 'Swipe executed from (500, 1500) to (500, 500) over 300ms');
    assert.deepEqual(strokesOf(it), [line([500, 1500, 0], [500, 500, 300])]);
  });

  const scrolls: readonly [string, string, [number, number], [number, number]][] = [
    ['down', 'medium', [540, 1800], [540, 600]],
    ['up', 'medium', [540, 600], [540, 1800]],
    ['right', 'medium', [810, 1200], [270, 1200]],
    ['left', 'medium', [270, 1200], [810, 1200]],
    ['down', 'small', [540, 1500], [540, 900]],
    ['down', 'large', [540, 2100], [540, 300]],
  ];
  for (const [direction, amount, from, to] of scrolls) {
    test(`scroll ${direction} ${amount} moves the finger the other way and lets it rest before it lifts`, async () => {
      const it = bench(calculator());
      assert.equal(
        await it.text('scroll', { direction, amount }),
        `Scroll ${direction} (${amount}) executed`,
      );
      const [stroke] = strokesOf(it);
      assert.deepEqual(
        stroke?.map(({ x, y }) => [x, y]),
        [from, to, to],
      );
    });
  }

  test('scroll uses half the screen unless told otherwise', async () => {
    const it = bench(calculator());
    assert.equal(await it.text('scroll', { direction: 'down' }), 'Scroll down (medium) executed');
  });

  test('custom_gesture keeps the time of every point', async () => {
    const it = bench(calculator());
    const paths = [
      [
        { x: 1, y: 2, time: 0 },
        { x: 3, y: 4, time: 10 },
        { x: 5, y: 6, time: 500 },
      ],
      [
        { x: 100, y: 200, time: 50 },
        { x: 300, y: 400, time: 60 },
      ],
    ];
    assert.equal(
      await it.text('custom_gesture', { paths }),
      'Custom gesture executed with 2 path(s), total 5 point(s)',
    );
    assert.deepEqual(strokesOf(it), paths);
  });

  test('custom_gesture names the path and the point that are outside the screen', async () => {
    const inside = { x: 1, y: 1, time: 0 };
    const paths = [
      [inside, { ...inside, time: 5 }],
      [inside, { x: 1080, y: 1, time: 5 }],
    ];
    assert.match(
      await bench(calculator()).fails('custom_gesture', { paths }, 'invalid_params'),
      /^paths\[1\]\[1\] \(1080, 1\) is outside the screen, which is 1080x2400/,
    );
  });

  for (const [tool, args] of [
    ['tap', { x: 1080, y: 10 }],
    ['swipe', { x1: 1, y1: 1, x2: 1, y2: 2400 }],
    ['pinch', { center_x: 540, center_y: 2401, scale: 2 }],
  ] as const) {
    test(`${tool} outside the screen names its size`, async () => {
      const it = bench(calculator());
      assert.match(await it.fails(tool, args, 'invalid_params'), /outside the screen, which is 1080x2400/);
      assert.deepEqual(it.device.actions, []);
    });
  }

  test('two fingers on a device that has one are a clear capability error', async () => {
    const device = new ScriptedDevice(calculator(), {
      capabilities: capable({ multitouch: 'One finger only: use the companion.' }),
    });
    const it = bench(calculator(), { device });
    const [one, other] = [line([1, 1, 0], [5, 5, 50]), line([9, 9, 10], [5, 5, 40])];
    assert.equal(
      await it.fails('custom_gesture', { paths: [one, other] }, 'permission_denied'),
      'One finger only: use the companion.',
    );
    assert.equal(
      await it.fails('pinch', { center_x: 500, center_y: 900, scale: 2 }, 'permission_denied'),
      'One finger only: use the companion.',
    );
    await it.text('double_tap', { x: 5, y: 5 });
  });

  test('a device that refuses a touch is an action_failed', async () => {
    const it = bench(calculator());
    it.device.react = () => {
      throw new Error('boom');
    };
    assert.match(await it.fails('tap', { x: 1, y: 1 }, 'internal'), /fault in Handeye/);
  });
});

describe('pinch', () => {
  const span = ([one, other]: readonly Stroke[], index: 0 | 1) =>
    Math.hypot(one![index]!.x - other![index]!.x, one![index]!.y - other![index]!.y);

  test('zooming in spreads two fingers from the smaller to the larger span', async () => {
    const it = bench(calculator());
    const answer = await it.text('pinch', { center_x: 540, center_y: 1200, scale: 2 });
    assert.equal(answer, 'Pinch (zoom in) executed at (540, 1200) with scale 2.0 over 300ms');
    const strokes = strokesOf(it);
    assert.equal(span(strokes, 1) / span(strokes, 0), 2);
    for (const { x, y } of strokes.flat()) assert.ok(x >= 0 && x < 1080 && y >= 0 && y < 2400);
  });

  test('zooming out brings them together', async () => {
    const it = bench(calculator());
    const answer = await it.text('pinch', { center_x: 540, center_y: 1200, scale: 0.5, duration: 400 });
    assert.equal(answer, 'Pinch (zoom out) executed at (540, 1200) with scale 0.5 over 400ms');
    assert.equal(span(strokesOf(it), 1) / span(strokesOf(it), 0), 0.5);
  });

  test('a scale that fits across the screen keeps the fingers off the bars above and below', async () => {
    const it = bench(calculator());
    await it.text('pinch', { center_x: 540, center_y: 1200, scale: 0.5 });
    assert.deepEqual(new Set(strokesOf(it).flatMap((stroke) => stroke.map(({ y }) => y))), new Set([1200]));
  });

  test('a scale that does not fit is reduced, and the reached one is reported', async () => {
    const it = bench(calculator());
    const answer = await it.text('pinch', { center_x: 540, center_y: 1200, scale: 50 });
    const strokes = strokesOf(it);
    assert.ok(span(strokes, 0) >= 446, 'never closer than the smallest span');
    const reached = Number((span(strokes, 1) / span(strokes, 0)).toPrecision(3));
    assert.match(
      answer,
      new RegExp(`with scale ${reached} over 300ms; scale 50.0 does not fit on the screen`),
    );
  });

  test('a scale is printed as it was asked for', async () => {
    const it = bench(calculator());
    const ask = (scale: number) => it.text('pinch', { center_x: 540, center_y: 1200, scale });
    assert.match(await ask(1.125), /with scale 1\.125 over/);
    assert.match(await ask(0.001), /scale 0\.001 does not fit on the screen/);
  });

  test('scale 1 changes nothing and touches nothing', async () => {
    const it = bench(calculator());
    assert.equal(
      await it.text('pinch', { center_x: 540, center_y: 1200, scale: 1 }),
      'Pinch with scale 1.0 changes nothing',
    );
    assert.deepEqual(it.device.actions, []);
  });

  test('there must be room around the centre', async () => {
    const small = viewOf(undefined, { screen: { width: 300, height: 300, density: 160, smallestSpan: 200 } });
    const it = bench(small);
    assert.match(
      await it.fails('pinch', { center_x: 10, center_y: 10, scale: 2 }, 'action_failed'),
      /no room for two fingers/,
    );
  });
});
