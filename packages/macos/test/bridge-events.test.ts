// Pointer, wheel and keys: the events that reach the Mac.
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { sharedBridge } from './fake/bridge.ts';

// CGEventType
const LEFT_DOWN = 1;
const LEFT_UP = 2;
const MOVED = 5;
const KEY_DOWN = 10;
const KEY_UP = 11;
const WHEEL = 22;

const facing = sharedBridge({ after });

test('a double click is two presses, the second marked as such', async () => {
  const { mac, bridge } = facing({});
  await bridge.ask('pointer', { moves: [{ x: 10.5, y: -20, time: 0 }], button: 'left', clicks: 2 });
  assert.deepEqual(
    mac.posted().map(({ type, x, y, detail, clicks }) => [type, x, y, detail, clicks]),
    [
      [MOVED, 10.5, -20, 0, 0],
      [LEFT_DOWN, 10.5, -20, 0, 1],
      [LEFT_UP, 10.5, -20, 0, 1],
      [LEFT_DOWN, 10.5, -20, 0, 2],
      [LEFT_UP, 10.5, -20, 0, 2],
    ],
  );
});

test('a long turn of the wheel is split into short ones', async () => {
  const { mac, bridge } = facing({});
  await bridge.ask('wheel', { x: 0, y: 0, lines: { x: 3, y: -25 } });
  const turns = mac.posted().flatMap(({ type, lines }) => (type === WHEEL ? [lines] : []));
  const sum = (which: 0 | 1) => turns.reduce((all, lines) => all + lines[which], 0);
  assert.deepEqual([sum(0), sum(1)], [-25, 3]);
  assert.ok(turns.flat().every((lines) => Math.abs(lines) <= 10));
});

test('a key goes down and up with its modifiers and its own flags', async () => {
  const { mac, bridge } = facing({});
  await bridge.ask('key', { code: 8, modifiers: ['command', 'shift'] });
  await bridge.ask('key', { code: 123, modifiers: ['option', 'control'] });
  await bridge.ask('key', { code: 36 });
  assert.deepEqual(
    mac.posted().map(({ type, detail, flags }) => [type, detail, flags]),
    [
      [KEY_DOWN, 8, 0x12_0000],
      [KEY_UP, 8, 0x12_0000],
      [KEY_DOWN, 123, 0xac_0000],
      [KEY_UP, 123, 0xac_0000],
      [KEY_DOWN, 36, 0],
      [KEY_UP, 36, 0],
    ],
  );
});

test('a text is typed in pieces that split no character', async () => {
  const { mac, bridge } = facing({});
  const text = 'nineteen characters🎈 and Zażółć gęślą jaźń 日本語';
  await bridge.ask('text', { text });
  const down = mac.posted().filter(({ type }) => type === KEY_DOWN);
  assert.equal(down.map((event) => event.text).join(''), text);
  assert.equal(down[0]?.text, 'nineteen characters');
  assert.ok(down.every((event) => event.text.length <= 20 && !/\p{Surrogate}/u.test(event.text)));
  assert.equal(mac.posted().length, 2 * down.length);
});

test('new lines and tabs are typed by their keys', async () => {
  const { mac, bridge } = facing({});
  await bridge.ask('text', { text: 'a\r\nb\tc\rd\n\n' });
  assert.deepEqual(
    mac
      .posted()
      .filter(({ type }) => type === KEY_DOWN)
      .map(({ detail, text }) => (text === '' ? detail : text)),
    ['a', 36, 'b', 48, 'c', 36, 'd', 36, 36],
  );
});

test('an unpaired surrogate is typed as it is, and an empty text types nothing', async () => {
  const { mac, bridge } = facing({});
  await bridge.ask('text', { text: '' });
  assert.deepEqual(mac.posted(), []);
  await bridge.ask('text', { text: 'x\ud83d' });
  assert.deepEqual(
    mac.posted().map(({ text }) => text),
    ['x\ud83d', 'x\ud83d'],
  );
});

test('without the permission nothing is posted', async () => {
  const { mac, bridge } = facing({ trusted: false });
  const moves = [{ x: 0, y: 0, time: 0 }];
  assert.equal((await bridge.fails('pointer', { moves, button: 'left', clicks: 1 })).kind, 'not_trusted');
  assert.equal((await bridge.fails('wheel', { x: 0, y: 0, lines: { x: 0, y: 1 } })).kind, 'not_trusted');
  assert.equal((await bridge.fails('key', { code: 36 })).kind, 'not_trusted');
  assert.equal((await bridge.fails('text', { text: 'x' })).kind, 'not_trusted');
  assert.deepEqual(mac.log(), []);
});
