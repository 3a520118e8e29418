import assert from 'node:assert/strict';
import test from 'node:test';
import { helperOnPhone, type HelperOnPhone } from './helper-on-phone.ts';

const MAP = 'com.example.maps/.MapActivity';
const ELEMENT_KEY = 'element-6066-11e4-a52e-4f735466cecf';

async function scaleOf({ find, textOf }: HelperOnPhone): Promise<number> {
  return Number((await textOf(await find('id', 'com.example.maps:id/scale'))).replace('Scale ', ''));
}

function finger(id: string, from: [number, number], to: [number, number], duration = 300) {
  return {
    type: 'pointer',
    id,
    parameters: { pointerType: 'touch' },
    actions: [
      { type: 'pointerMove', duration: 0, x: from[0], y: from[1] },
      { type: 'pointerDown', button: 0 },
      { type: 'pointerMove', duration, x: to[0] - from[0], y: to[1] - from[1], origin: 'pointer' },
      { type: 'pointerUp', button: 0 },
    ],
  };
}

test('two fingers by W3C actions scale the map by as much as they move apart, in the time they are given', async (t) => {
  const helper = await helperOnPhone(t, { open: MAP });
  const before = await scaleOf(helper);
  const start = performance.now();
  await helper.post('/actions', {
    actions: [finger('a', [490, 1000], [390, 1000], 600), finger('b', [590, 1000], [690, 1000], 600)],
  });
  assert.ok(performance.now() - start >= 590);
  const ratio = (await scaleOf(helper)) / before;
  assert.ok(ratio > 2.7 && ratio < 3.1, `scaled by ${ratio}`);
});

test('any number of fingers touch at once, each with its own way', async (t) => {
  const helper = await helperOnPhone(t, { open: 'com.example.paint/.PaintActivity' });
  const touches = new Set<number>();
  const pointer = helper.phone.framework.pointer.bind(helper.phone.framework);
  helper.phone.framework.pointer = (event) => {
    touches.add(event.id);
    pointer(event);
  };
  const actions = [300, 500, 700, 900].map((y, index) => finger(`f${index}`, [300, y], [700, y], 100));
  await helper.post('/actions', { actions });
  assert.equal(touches.size, 4);
});

test('actions that make no sense are refused before anything moves', async (t) => {
  const { request } = await helperOnPhone(t, { open: MAP });
  for (const actions of [
    [{ type: 'pointer', id: 'a', actions: [{ type: 'pointerDown' }] }],
    [{ type: 'wheel', id: 'a', actions: [{ type: 'pause', duration: 1 }] }],
    [{ type: 'pointer', id: 'a', actions: [] }],
    [{ type: 'pointer', id: 'a', actions: [{ type: 'pause', duration: -1 }] }],
    [finger('a', [1, 1], [2, 2]), finger('a', [1, 1], [2, 2])],
  ]) {
    const { status, value } = await request('POST', '/session/:/actions', { actions });
    assert.equal(status, 400, JSON.stringify(value));
  }
});

test('pinches open and close the map', async (t) => {
  const helper = await helperOnPhone(t, { open: MAP });
  const area = { left: 340, top: 800, width: 400, height: 400 };
  const before = await scaleOf(helper);
  await helper.post('/appium/gestures/pinch_open', { area, percent: 0.5 });
  const opened = await scaleOf(helper);
  assert.ok(opened > before * 1.5, `${before} -> ${opened}`);
  await helper.post('/appium/gestures/pinch_close', { area, percent: 0.5 });
  assert.ok((await scaleOf(helper)) < opened * 0.7);
});

test('a scroll or a fling tells whether there is more, up to the end of the list', async (t) => {
  const { find, post, settings } = await helperOnPhone(t, { open: 'com.android.settings/.Settings' });
  await settings({ waitForIdleTimeout: 100 });
  await post('/orientation', { orientation: 'LANDSCAPE' });
  const origin = { [ELEMENT_KEY]: await find('-android uiautomator', 'scrollable(true)') };
  const scroll = (direction: string, percent: number) =>
    post('/appium/gestures/scroll', { origin, direction, percent });
  assert.equal(await scroll('up', 0.5), false, 'it is at its beginning');
  assert.equal(await scroll('down', 0.2), true);
  assert.equal(await post('/appium/gestures/fling', { origin, direction: 'down', speed: 15_000 }), false);
  assert.equal(await scroll('down', 0.5), false, 'it is at its end');
  assert.equal(await scroll('up', 0.2), true);
});

test('clicks of all kinds do what fingers do', async (t) => {
  const { post, find, source, phone } = await helperOnPhone(t, { open: MAP });
  const middle = { x: 540, y: 900 };
  await post('/appium/gestures/long_click', { offset: middle, duration: 700 });
  assert.match(await source(), /com\.example\.maps:id\/dropped_pin/);
  await post('/appium/gestures/click', { locator: { strategy: 'accessibility id', selector: 'Zoom in' } });
  const before = await source();
  await post('/appium/gestures/double_click', { offset: middle });
  assert.notEqual(await source(), before);
  await post('/appium/gestures/drag', { start: middle, end: { x: 300, y: 600 } });
  await post('/appium/gestures/swipe', {
    area: { left: 200, top: 600, width: 600, height: 600 },
    direction: 'left',
    percent: 0.75,
  });
  assert.ok(await find('id', 'com.example.maps:id/map'));
  assert.equal(phone.framework.resumedActivity()?.package, 'com.example.maps');
});
