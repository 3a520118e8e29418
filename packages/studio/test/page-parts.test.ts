import assert from 'node:assert/strict';
import { test } from 'node:test';
import { devicePoint, gestureOf, type HandCall } from '../src/page/hand/gestures.ts';
import { deviceKey } from '../src/page/hand/device-keys.ts';
import { HandQueue } from '../src/page/hand/hand-queue.ts';
import { isHeard, keyName } from '../src/page/keys/heard.ts';
import { wakeOnUse } from '../src/page/questions/wake-on-use.ts';
import { FreshTexts } from '../src/page/texts/fresh-texts.ts';
import { merged } from '../src/page/timeline/merged.ts';
import { argumentsFrom, entriesFrom, fieldsOf } from '../src/page/try/schema-fields.ts';
import type { ScreenTexts } from '../src/wire/screen.ts';
import type { TimelineEntry } from '../src/wire/timeline.ts';

const screen = { width: 1000, height: 2000 };

test('a point of the picture is a point of the device, and what lies beside it is none', () => {
  const place = { left: 100, top: 50, width: 400, height: 400 };
  // The picture is 200 wide, in the middle of its place.
  assert.deepEqual(devicePoint({ x: 300, y: 250 }, place, screen), { x: 500, y: 1000 });
  assert.equal(devicePoint({ x: 150, y: 250 }, place, screen), undefined);
});

test('a finger taps, presses long, swipes, or goes a way of its own', () => {
  const at = (x: number, y: number, time: number) => ({ x, y, time });
  const tool = (...path: ReturnType<typeof at>[]) => gestureOf(path, screen)?.tool;
  assert.equal(tool(at(10, 10, 0), at(12, 11, 80)), 'tap');
  assert.equal(tool(at(10, 10, 0), at(12, 11, 900)), 'long_press');
  assert.equal(tool(at(10, 10, 0), at(10, 300, 60), at(10, 600, 120)), 'swipe');
  assert.equal(tool(at(10, 10, 0), at(400, 300, 60), at(10, 600, 120)), 'custom_gesture');
  // A finger that rests before it is lifted does not fling.
  assert.equal(tool(at(10, 10, 0), at(10, 600, 60), at(10, 600, 400)), 'custom_gesture');
});

test('a long way has no more points than a gesture takes, and its times rise', () => {
  const path = Array.from({ length: 1000 }, (_, index) => ({
    x: index,
    y: 500 + 300 * Math.sin(index / 50),
    time: 7 + index / 2,
  }));
  const call = gestureOf(path, screen);
  const [points = []] = (call?.arguments.paths ?? []) as { x: number; time: number }[][];
  assert.ok(points.length > 50 && points.length <= 100, `${points.length} points`);
  assert.equal(points[0]?.time, 0);
  assert.equal(points.at(-1)?.x, 999);
  assert.ok(points.every(({ time }, index) => index === 0 || time > (points[index - 1]?.time ?? 0)));
});

/** A queue whose calls end when the test says so. */
function queue() {
  const sent: HandCall[] = [];
  const devices: string[] = [];
  let shown = 'phone';
  let end: (worked: boolean) => void = () => undefined;
  let full = 0;
  const hand = new HandQueue({
    device: () => shown,
    send: (call, device) => {
      sent.push(call);
      devices.push(device);
      return new Promise((resolve) => (end = resolve));
    },
    onFull: () => (full += 1),
  });
  const ends = async (worked = true) => {
    end(worked);
    await new Promise((resolve) => setImmediate(resolve));
  };
  const show = (device: string) => (shown = device);
  return { hand, sent, devices, show, ends, full: () => full };
}

test('while a call is under way, a fast wheel becomes one scroll and fast typing one text', async () => {
  const { hand, sent, ends } = queue();
  for (let turn = 0; turn < 30; turn += 1) hand.add({ kind: 'wheel', across: 0, down: 100 });
  for (const text of 'hello') hand.add({ kind: 'text', text });
  await ends();
  await ends();
  await ends();
  assert.deepEqual(sent, [
    { tool: 'scroll', arguments: { direction: 'down', amount: 'small' } },
    { tool: 'scroll', arguments: { direction: 'down', amount: 'large' } },
    { tool: 'input_text', arguments: { text: 'hello' } },
  ]);
});

test('a wheel scrolls what is below the pointer; where nothing is known to scroll, a finger moves there', async () => {
  const { hand, sent, ends } = queue();
  const turn = { kind: 'wheel', across: 0, down: 100 } as const;
  hand.add({ ...turn, on: { scroller: 'node_1' } });
  hand.add({ ...turn, on: { scroller: 'node_1' } });
  hand.add({ ...turn, on: { scroller: 'node_2' } });
  hand.add({ ...turn, on: { x: 500, y: 1000, screen } });
  hand.add({ kind: 'wheel', across: -900, down: 0, on: { scroller: 'node_2' } });
  hand.add({ kind: 'wheel', across: -900, down: 0, on: { x: 700, y: 1000, screen } });
  for (let call = 0; call < 6; call += 1) await ends();
  assert.deepEqual(sent, [
    { tool: 'scroll', arguments: { direction: 'down', amount: 'small', element_id: 'node_1' } },
    { tool: 'scroll', arguments: { direction: 'down', amount: 'small', element_id: 'node_1' } },
    { tool: 'scroll', arguments: { direction: 'down', amount: 'small', element_id: 'node_2' } },
    { tool: 'swipe', arguments: { x1: 500, y1: 1000, x2: 500, y2: 700, duration: 400 } },
    { tool: 'scroll', arguments: { direction: 'left', amount: 'large', element_id: 'node_2' } },
    { tool: 'swipe', arguments: { x1: 700, y1: 1000, x2: 950, y2: 1000, duration: 400 } },
  ]);
});

test('after a failure what waits is not done, and there is an end to what waits', async () => {
  const { hand, sent, ends, full } = queue();
  const tap = (x: number) => {
    hand.add({ kind: 'call', call: { tool: 'tap', arguments: { x, y: 1 } } });
  };
  for (let x = 0; x < 30; x += 1) tap(x);
  assert.equal(full(), 9);
  await ends(false);
  tap(99);
  assert.deepEqual(
    sent.map(({ arguments: { x } }) => x),
    [0, 99],
  );
});

test('what waits goes to the device that was shown when the person acted', async () => {
  const { hand, sent, devices, show, ends } = queue();
  for (const device of ['phone', 'tablet']) {
    show(device);
    for (const text of 'abc') hand.add({ kind: 'text', text });
  }
  show('watch');
  await ends();
  await ends();
  assert.deepEqual(
    sent.map(({ arguments: { text } }, at) => [devices[at], text]),
    [
      ['phone', 'a'],
      ['phone', 'bc'],
      ['tablet', 'abc'],
    ],
  );
  await ends();
  // A failure of one does not affect the others.
  show('phone');
  for (const text of 'de') hand.add({ kind: 'text', text });
  show('tablet');
  hand.add({ kind: 'text', text: 'f' });
  await ends(false);
  assert.deepEqual(devices.slice(3), ['phone', 'tablet']);
});

test('keys go to the device as it names them; the browser keeps its own, and Tab leaves', () => {
  const pressed = { ctrlKey: false, altKey: false, metaKey: false, shiftKey: false };
  assert.equal(deviceKey({ ...pressed, key: 'Escape' }, 'phone'), 'BACK');
  assert.equal(deviceKey({ ...pressed, key: 'Escape' }, 'desktop'), 'ESCAPE');
  assert.equal(deviceKey({ ...pressed, key: 'a' }, 'phone'), undefined);
  assert.equal(deviceKey({ ...pressed, key: 'Tab' }, 'phone'), undefined);
  assert.equal(deviceKey({ ...pressed, key: 'a', ctrlKey: true }, 'desktop'), 'ctrl+a');
  assert.equal(deviceKey({ ...pressed, key: 'a', ctrlKey: true }, 'phone'), undefined);
  // Pasted content arrives as text.
  assert.equal(deviceKey({ ...pressed, key: 'v', ctrlKey: true }, 'desktop'), undefined);
});

test('a key of the page is known by its letter, also as a chord, and what types a letter is no chord', () => {
  const pressed = { code: 'KeyS', ctrlKey: false, altKey: false, metaKey: false, shiftKey: false };
  const chord = { ...pressed, altKey: true, shiftKey: true };
  assert.equal(keyName({ ...pressed, key: 's' }), 's');
  assert.equal(keyName({ ...pressed, key: '?', shiftKey: true }), '?');
  assert.equal(keyName({ ...chord, key: 'S' }), 'Alt+Shift+S');
  // On a Mac; and where the letters have other places.
  assert.equal(keyName({ ...chord, key: 'Í' }), 'Alt+Shift+S');
  assert.equal(keyName({ ...chord, key: 'O' }), 'Alt+Shift+O');
  // AltGr on Windows, the browser's own.
  assert.equal(keyName({ ...chord, key: 'Ś', ctrlKey: true }), undefined);
  assert.equal(keyName({ ...pressed, key: 's', altKey: true }), undefined);
  assert.equal(keyName({ ...pressed, key: 's', metaKey: true }), undefined);
});

test('while the person types on the device, only a chord or the card of a question hears letters and digits', () => {
  const heard = (name: string, place: 'text' | 'choice' | 'question' | 'page', isUrgent = true) =>
    [false, true].map((lettersRest) => isHeard(name, { place, isUrgent, lettersRest }));
  for (const name of ['1', 'n', 's', 'R']) {
    assert.deepEqual(heard(name, 'page'), [true, false]);
    assert.deepEqual(heard(name, 'choice'), [true, false]);
    assert.deepEqual(heard(name, 'question'), [true, true]);
    assert.deepEqual(heard(name, 'text'), [false, false]);
  }
  assert.deepEqual(heard('d', 'choice', false), [false, false]);
  assert.deepEqual(heard('Alt+Shift+S', 'text', false), [true, true]);
});

test('a call that ended while the page was away has ended, and what the page heard meanwhile is newer', () => {
  const entry = (number: number, outcome?: string): TimelineEntry => ({
    ...{ number, outcome, kind: 'call', at: 0, client: 'a', byPerson: false, tool: 'tap', summary: '' },
    ...{ device: undefined, app: undefined, writes: true, isWaiting: false, told: '' },
    ...{ milliseconds: 0, waited: 0, tokens: 0 },
  });
  const all = merged([entry(3), entry(2), entry(1, 'ok')], [entry(4), entry(2, 'timeout'), entry(1)]);
  assert.deepEqual(all.map(({ number, outcome }) => [number, outcome]).sort(), [
    [1, 'ok'],
    [2, 'timeout'],
    [3, undefined],
    [4, undefined],
  ]);
});

test('the texts follow the screen to another device, and those of the previous device are dropped', async () => {
  const text = { lines: [], tokens: 0 };
  let screen: { device: string; frame: number } | undefined = { device: 'phone', frame: 70 };
  const asked: string[] = [];
  const shown: (number | undefined)[] = [];
  let answer: (texts: ScreenTexts | undefined) => void = () => undefined;
  const fresh = new FreshTexts({
    screen: () => screen,
    ask: (device) => {
      asked.push(device);
      return new Promise((resolve) => (answer = resolve));
    },
    show: (texts) => shown.push(texts?.frame),
  });
  const answers = async (frame: number | undefined) => {
    answer(frame === undefined ? undefined : { frame, lean: text, compact: text, changes: undefined });
    await new Promise((resolve) => setImmediate(resolve));
  };
  const done = fresh.refresh();
  screen = { device: 'tablet', frame: 3 };
  void fresh.refresh();
  await answers(70);
  assert.deepEqual([asked, shown], [['phone', 'tablet'], []]);
  screen = { device: 'tablet', frame: 4 };
  await answers(3);
  await answers(4);
  await done;
  assert.deepEqual(
    [asked, shown],
    [
      ['phone', 'tablet', 'tablet'],
      [3, 4],
    ],
  );
  // A request that failed is made again with the next screen.
  const failed = fresh.refresh();
  await answers(undefined);
  await failed;
  assert.deepEqual(shown, [3, 4, undefined]);
});

test('a form makes arguments of every kind, leaves out what is empty, and says what is wrong', () => {
  const fields = fieldsOf({
    type: 'object',
    required: ['text', 'steps'],
    properties: {
      text: { type: 'string' },
      times: { type: 'integer', default: 1 },
      gone: { type: 'boolean' },
      rotation: { enum: [0, 90, 'auto'] },
      value: { anyOf: [{ type: 'string' }, { type: 'array' }] },
      steps: { type: 'array' },
      place: { type: 'object', properties: { x: { type: 'number' } } },
    },
  });
  assert.deepEqual(argumentsFrom(fields, { steps: '[{"tool":"tap"}]' }), {
    arguments: { text: '', steps: [{ tool: 'tap' }] },
  });
  const entries = { text: 'a', times: '3', gone: 'false', rotation: '90', value: '["b"]', steps: '[]' };
  assert.deepEqual(argumentsFrom(fields, { ...entries, 'place.x': '5' }), {
    arguments: {
      text: 'a',
      times: 3,
      gone: false,
      rotation: 90,
      value: ['b'],
      steps: [],
      place: { x: 5 },
    },
  });
  assert.deepEqual(argumentsFrom(fields, { steps: '[' }), { field: 'steps', problem: 'must be JSON: […]' });
  assert.deepEqual(argumentsFrom(fields, {}), { field: 'steps', problem: 'is required.' });
});

test('a form that is filled with the arguments of a call makes the same arguments again', () => {
  const fields = fieldsOf({
    type: 'object',
    required: ['text'],
    properties: {
      text: { type: 'string' },
      times: { type: 'integer' },
      gone: { type: 'boolean' },
      rotation: { enum: [0, 90, 'auto'] },
      value: { anyOf: [{ type: 'string' }, { type: 'array' }] },
      other: { anyOf: [{ type: 'string' }, { type: 'array' }] },
      steps: { type: 'array' },
      place: { type: 'object', properties: { x: { type: 'number' } } },
    },
  });
  const args = {
    text: '7',
    times: 3,
    gone: false,
    rotation: 90,
    // A text that reads like a number stays a text.
    value: '12',
    other: ['a', 'b'],
    steps: [{ tool: 'tap', arguments: { x: 1 } }],
    place: { x: 5 },
  };
  assert.deepEqual(argumentsFrom(fields, entriesFrom(fields, args)), { arguments: args });
  assert.deepEqual(entriesFrom(fields, { text: 'a', typo: 'b', constructor: 'c' }), { text: 'a' });
});

test('the sound wakes with the first sign that the browser takes for use of the page, and asks no more then', async () => {
  const page = new EventTarget();
  const audio = {
    state: 'suspended',
    tries: 0,
    mayWake: false,
    resume: (): Promise<void> => {
      audio.tries += 1;
      // A browser's promise stays pending until an event counts.
      if (!audio.mayWake) return new Promise(() => undefined);
      audio.state = 'running';
      return Promise.resolve();
    },
  };
  wakeOnUse(page, () => audio);
  const happens = async (name: string) => {
    page.dispatchEvent(new Event(name));
    await new Promise((resolve) => setImmediate(resolve));
  };
  // A finger goes down, which does not count, and is lifted, which does.
  await happens('pointerdown');
  assert.deepEqual([audio.state, audio.tries], ['suspended', 1]);
  audio.mayWake = true;
  await happens('pointerup');
  assert.deepEqual([audio.state, audio.tries], ['running', 2]);
  for (const name of ['touchend', 'pointerdown', 'keydown']) await happens(name);
  assert.equal(audio.tries, 2);
});
