import assert from 'node:assert/strict';
import { test } from 'node:test';
import { start } from './support/companion.ts';
import { button, formWindow, formWorld } from './support/world.ts';

const click = {
  look: 1,
  h: 3,
  expect: { c: 'android.widget.Button', t: 'Send “now”\n\u{1f600}', d: 'Sends it', r: 'org.example:id/send' },
  action: 'click',
};

function formThatHangs(ms: number): ReturnType<typeof formWorld> {
  return formWorld(30, { root: { ...formWindow().root!, n: [button({ hangOnAction: ms })] } });
}

test('a request behind a hung one times out without having begun, and the other lane goes on', async (t) => {
  const { companion, phone } = await start(t, formThatHangs(4000));
  await companion.ok('look', { keep: true });
  const hung = companion.start('act', click, 1500);
  const queued = companion.start('key', { codes: [66] }, 300);
  await companion.ok('ping');
  const { error } = await queued.answer;
  assert.deepEqual([error?.code, error?.done], ['timeout', 'no']);
  assert.deepEqual((await hung.answer).error?.done, 'maybe');
  assert.deepEqual(phone.log('inject'), []);
});

test('requests of a lane are served in order', async (t) => {
  const { companion, phone } = await start(t, formWorld(30));
  await Promise.all([1, 2, 3, 4, 5].map((code) => companion.ok('key', { codes: [code] })));
  const keys = phone.log('inject').map(({ event }) => (event as { key: number }).key);
  assert.deepEqual(keys, [1, 1, 2, 2, 3, 3, 4, 4, 5, 5]);
});

test('a queued request that is cancelled is never begun; one that hangs is given up', async (t) => {
  const { companion, phone } = await start(t, formThatHangs(4000));
  await companion.ok('look', { keep: true });
  const hung = companion.start('act', click);
  const queued = companion.start('key', { codes: [66] });
  companion.cancel(queued.id);
  const { error } = await queued.answer;
  assert.deepEqual([error?.code, error?.done], ['cancelled', 'no']);
  while (phone.log('performAction').length === 0) await companion.ok('ping');
  companion.cancel(hung.id);
  const given = (await hung.answer).error;
  assert.deepEqual([given?.code, given?.done], ['cancelled', 'maybe']);
  await companion.ok('key', { codes: [67] });
  assert.equal(phone.log('inject').length, 2);
});

test('a settling that is cancelled ends at once', async (t) => {
  const { companion } = await start(t, formWorld(30));
  const { id, answer } = companion.start('settle', { quiet: 10_000 });
  companion.cancel(id);
  assert.deepEqual((await answer).error?.code, 'cancelled');
});

test('cancelling an unknown or finished request has no answer', async (t) => {
  const { companion } = await start(t, formWorld(30));
  await companion.ok('ping');
  companion.cancel(1);
  companion.cancel(77);
  await companion.ok('ping');
});

test('when nine calls hang at once the process ends', async (t) => {
  const { companion } = await start(t, formThatHangs(60_000));
  await companion.ok('look', { keep: true });
  for (let i = 0; i < 9; i++) assert.equal(await companion.fails('act', click, 100), 'timeout, maybe');
  assert.equal(await companion.exit, 3);
});

test('an invalid request gets an error', async (t) => {
  const { companion } = await start(t, formWorld(30));
  const bad: readonly unknown[] = [
    '{',
    '[]',
    '{"do":1,"within":5}',
    '{"do":"ping"}',
    '{"within":5}',
    '"x"',
    '',
    '{"a":1}x',
    '{"a":"\\x"}',
  ];
  for (const [i, request] of bad.entries()) {
    const { error } = await companion.sendAs(100 + i, request);
    assert.deepEqual([error?.code, error?.done], ['bad-request', 'no'], String(request));
  }
  const { error } = await companion.sendAs(200, { do: 'fly', within: 100 });
  assert.deepEqual([error?.code, error?.done], ['unknown-method', 'no']);
  const deep = await companion.sendAs(201, '['.repeat(100_000));
  assert.equal(deep.error?.code, 'bad-request');
  await companion.ok('ping');
});

for (const [what, bytes] of [
  ['too short', [0, 0, 0, 4, 0, 0, 0, 1]],
  ['too long', [0, 16, 0, 1, 0, 0, 0, 0, 1]],
  ['negative', [255, 0, 0, 0, 0, 0, 0, 0, 1]],
  ['deflated', [0, 0, 0, 6, 1, 0, 0, 0, 1, 0]],
] as const) {
  test(`a frame that is ${what} ends the companion, and it disconnects`, async (t) => {
    const { companion, phone } = await start(t, formWorld(30));
    companion.sendBytes(Buffer.from(bytes));
    assert.equal(await companion.exit, 0);
    assert.equal(phone.log('disconnect').length, 1);
  });
}

test('after hundreds of looks only the last two are kept', async (t) => {
  const { companion } = await start(t, formWorld(30));
  for (let i = 0; i < 300; i++) await companion.ok('look', { keep: true });
  assert.equal(await companion.fails('act', { ...click, look: 298 }), 'stale, no');
  await companion.ok('act', { ...click, look: 299 });
});
