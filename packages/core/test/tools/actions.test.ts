import assert from 'node:assert/strict';
import { test } from 'node:test';
import { actionFailed, NotOffered } from '../../src/device/errors.ts';
import type { NodeAction } from '@handeye/screen/node';
import { box, full, node, viewOf, windowOf } from '@handeye/testing/screens';
import { type Deed, ScriptedDevice } from '@handeye/testing/scripted-device';
import { bench } from '@handeye/testing/tools';

/** On a phone, an accessibility action is for what a finger could reach; elsewhere a finger touches what is free. */

const SEND = box(100, 100, 500, 300);

function sendButton(actions: readonly NodeAction[] | undefined) {
  return node('Button', SEND, { text: 'Send', clickable: true, longClickable: true, actions });
}

function phone(...args: Parameters<typeof viewOf>) {
  const view = viewOf(...args);
  const device = new ScriptedDevice(view);
  device.actsInReach = true;
  return bench(view, { device });
}

/** The calls that are no looks: `act`, or the point that a finger touched. */
function done(deeds: readonly Deed[]): unknown[] {
  return deeds.flatMap((deed): unknown[] => {
    if (deed.did === 'look') return [];
    if (deed.did === 'act') return [deed.action.kind];
    return deed.did === 'touch' ? [[deed.strokes[0]?.[0].x, deed.strokes[0]?.[0].y]] : [deed.did];
  });
}

test('an element that lies open and offers the action is clicked by accessibility', async () => {
  const { device, text, idOf } = phone(
    node('FrameLayout', full, { children: [sendButton(['click', 'longClick'])] }),
  );
  await text('click_element', { element_id: await idOf('Send') });
  await text('long_click_element', { element_id: await idOf('Send') });
  assert.deepEqual(done(device.deeds), ['click', 'longClick']);
});

test('with a mouse everything that can be seen takes a long click, and what holds it does not take it instead', async () => {
  const label = node('static', box(100, 100, 500, 200), { text: 'Row' });
  const list = node('list', full, { longClickable: true, children: [label] });
  const view = viewOf(list);
  const device = Object.assign(new ScriptedDevice(view), { openMenuAt: () => Promise.resolve() });
  const { text, idOf } = bench(view, { device });
  const id = await idOf('Row');
  assert.equal(
    await text('long_click_element', { element_id: id }),
    `Long-click performed on element '${id}'`,
  );
  assert.deepEqual(done(device.deeds), ['longClick']);
});

test('one that does not offer it is touched in its middle', async () => {
  const { device, text, idOf } = phone(node('FrameLayout', full, { children: [sendButton(['longClick'])] }));
  await text('click_element', { element_id: await idOf('Send') });
  assert.deepEqual(done(device.deeds), [[300, 200]]);
});

test('one that something lies over is touched where it is free', async () => {
  const floating = node('ImageButton', box(300, 100, 500, 300), { text: 'Add', clickable: true });
  const { device, text, idOf } = phone(
    node('FrameLayout', full, { children: [sendButton(['click']), floating] }),
  );
  await text('click_element', { element_id: await idOf('Send') });
  assert.deepEqual(done(device.deeds), [[200, 200]]);
});

test('a row that something lies over is touched when its list has come to rest, not while it is flung', async () => {
  const flung = (by: number) => {
    const rows = ['Ann', 'Ben', 'Cem', 'Dan', 'Eve', 'Fay'].map((text, at) => {
      const top = 1500 + at * 200 - by;
      return node('TextView', box(0, top, 1080, top + 200), { text, clickable: true, actions: ['click'] });
    });
    const list = node('RecyclerView', full, { scrollable: true, children: rows });
    const floating = node('ImageButton', box(800, 100, 1000, 2300), { text: 'Add', clickable: true });
    return viewOf(node('FrameLayout', full, { children: [list, floating] }));
  };
  const device = new ScriptedDevice(flung(0));
  device.actsInReach = true;
  const { text, idOf } = bench(device.view, { device });
  const id = await idOf('Ben');
  const places = [400, 700, 800];
  device.react = ({ did }) => {
    if (did === 'look') device.view = flung(places.shift() ?? 800);
  };
  await text('click_element', { element_id: id });
  assert.deepEqual(done(device.deeds), [[400, 1000]]);
});

test('its own clickable parts do not lie over it', async () => {
  const row = node('LinearLayout', SEND, {
    text: 'Row',
    clickable: true,
    actions: ['click'],
    children: [node('Switch', box(400, 100, 500, 300), { clickable: true })],
  });
  const { device, text, idOf } = phone(node('FrameLayout', full, { children: [row] }));
  await text('click_element', { element_id: await idOf('Row') });
  assert.deepEqual(done(device.deeds), ['click']);
});

test('one that a window covers is not clicked behind it', async () => {
  const root = node('FrameLayout', full, { children: [sendButton(['click'])] });
  const message = node('FrameLayout', box(0, 0, 1080, 1000), { text: 'Update now?' });
  const dialog = windowOf(message, { key: 'dialog', type: 'dialog', active: false, app: 'com.update' });
  const { device, fails, idOf } = phone(root, { windows: [windowOf(root), dialog] });
  const id = await idOf('Send');
  assert.match(
    await fails('click_element', { element_id: id }, 'action_failed'),
    /is covered \(a window of com\.update lies over it\)/,
  );
  assert.deepEqual(done(device.deeds), []);
});

test('where the application says no and nothing was done, a finger does it; any other failure is one', async () => {
  const { device, text, fails, idOf } = phone(
    node('FrameLayout', full, { children: [sendButton(['click'])] }),
  );
  const id = await idOf('Send');
  device.react = ({ did }) => {
    if (did === 'act') throw new NotOffered('the application did not take it');
  };
  await text('click_element', { element_id: id });
  assert.deepEqual(done(device.deeds), ['click', [300, 200]]);
  device.deeds.length = 0;
  device.react = ({ did }) => {
    if (did === 'act') throw actionFailed('it may or may not have been done');
  };
  await fails('click_element', { element_id: id }, 'action_failed');
  assert.deepEqual(done(device.deeds), ['click'], 'nothing is done twice');
});
