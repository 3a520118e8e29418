import assert from 'node:assert/strict';
import { test } from 'node:test';
import { pointersOf } from '../../../src/android/helper/gesture.ts';
import type { Stroke } from '../../../src/device/port.ts';

const moment = (x: number, y: number, time: number) => ({ x, y, time });

/** What the server makes of a chain: where the finger is at which time (durations are stretched to 20 ms). */
function walked(stroke: Stroke, alone = true): string[] {
  const strokes = alone ? [stroke] : [stroke, stroke];
  let time = 0;
  return (pointersOf(strokes)[0]?.actions ?? []).map((action) => {
    if ('duration' in action) {
      assert.equal(action.duration % 20, 0, 'nothing is left for the server to stretch');
      time += action.duration;
    }
    return action.type === 'pointerMove'
      ? `${time} to ${action.x},${action.y}`
      : `${time} ${action.type.replace('pointer', '').toLowerCase()}`;
  });
}

test('a tap is down, a while, up', () => {
  assert.deepEqual(walked([moment(5, 6, 0), moment(5, 6, 60)]), ['0 to 5,6', '0 down', '60 pause', '60 up']);
});

test('a tap that is shorter than a step still touches', () => {
  assert.deepEqual(walked([moment(5, 6, 0), moment(5, 6, 1)]).at(-1), '20 up');
});

test('times are kept to the nearest step, and no error adds up along a path of a hundred points', () => {
  const points = Array.from({ length: 100 }, (_, at) => moment(at, at, at * 7));
  const steps = walked(points as unknown as Stroke).slice(2, -1);
  steps.forEach((step, at) => {
    const wanted = (at + 1) * 7;
    assert.ok(Math.abs(Number.parseInt(step) - wanted) <= 10, `${step}, wanted at ${wanted}`);
  });
});

test('a finger that starts later waits for its time', () => {
  assert.deepEqual(walked([moment(1, 1, 100), moment(2, 2, 200)]).slice(0, 3), [
    '100 pause',
    '100 to 1,1',
    '100 down',
  ]);
});

test('among others, a finger at rest is reported with every step', () => {
  assert.deepEqual(walked([moment(5, 6, 0), moment(5, 6, 60)], false)[2], '60 to 5,6');
});
