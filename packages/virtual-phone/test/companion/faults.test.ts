import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseFault } from '../../src/faults.ts';
import { byId, companionOnPhone } from './companion-on-phone.ts';

const LOGIN = 'com.example.login/.LoginActivity';

test('a companion that refuses to start ends the stream before its magic', async (t) => {
  const { companion } = await companionOnPhone(t, { faults: [parseFault('companion-refuses')] });
  assert.equal(await companion.ended, '');
});

test('a companion that dies in mid-call has done the request, and answers nothing', async (t) => {
  const { companion, phone, start } = await companionOnPhone(t, { faults: [parseFault('companion-dies:2')] });
  await companion.get('ping');
  await companion.get('ping');
  assert.equal(await companion.ask('clipboard.set', { text: 'once' }), undefined);
  assert.equal(phone.framework.clipboard.text, 'once');
  await companion.ended;
  phone.faults.clear();
  const next = await start();
  assert.equal((await next.greeting).automation, 'connected');
  assert.deepEqual(await next.get('clipboard.get'), { text: 'once' });
});

test('missing windows of the system are restored, and the look reports that once', async (t) => {
  const { companion } = await companionOnPhone(t, { faults: [parseFault('companion-no-windows')] });
  const look = await companion.look();
  assert.deepEqual(look.notes, ['windows-cured']);
  assert.ok(look.windows.some(({ type }) => type === 3));
  assert.equal((await companion.look()).notes, undefined);
});

test('an application that hangs costs its window, not the look', async (t) => {
  const { companion } = await companionOnPhone(t, {
    open: LOGIN,
    faults: [parseFault('hang:com.example.login')],
  });
  const look = await companion.look({ within: 1000 });
  const hung = look.windows.find(({ active }) => active === true);
  assert.deepEqual([hung?.missing, hung?.root], ['hung', undefined]);
  assert.ok(look.windows.some(({ root }) => root !== undefined));
});

test('an act on a hanging application is not done, by its own timeout or by the deadline', async (t) => {
  const { companion, phone } = await companionOnPhone(t, { open: LOGIN });
  const look = await companion.look();
  phone.faults.apply(parseFault('hang:com.example.login'));
  const reply = await companion.act(look, byId(look, 'username'), 'setText', { text: 'x', within: 200 });
  assert.deepEqual([reply?.error?.code, reply?.error?.done], ['timeout', 'no']);
  phone.faults.clear();
  assert.equal(byId(await companion.look(), 'username').t, byId(look, 'username').t);
});

test('a taken connection is reported with its holder, until the fault ends', async (t) => {
  const { companion, phone, start } = await companionOnPhone(t, {
    faults: [parseFault('companion-registered:com.example.tests')],
  });
  const { automation } = await companion.greeting;
  assert.deepEqual((automation as { names: string[] }).names, ['com.example.tests']);
  phone.faults.clear();
  assert.equal((await (await start()).greeting).automation, 'connected');
});

test('a slow companion answers late; a request past its deadline is not done', async (t) => {
  const { companion, phone } = await companionOnPhone(t, { faults: [parseFault('companion-slow:400')] });
  const began = Date.now();
  await companion.get('ping');
  assert.ok(Date.now() - began >= 390);
  const { code, done } = await companion.fails('clipboard.set', { text: 'late', within: 50 });
  assert.deepEqual([code, done], ['timeout', 'no']);
  assert.equal(phone.framework.clipboard.text, '');
});

test('garbage comes instead of an answer', async (t) => {
  const { companion, phone } = await companionOnPhone(t, { faults: [parseFault('companion-garbage:1')] });
  await companion.get('ping');
  const { reply } = companion.start('clipboard.set', { text: 'done' });
  while (phone.framework.clipboard.text !== 'done') await new Promise((resolve) => setTimeout(resolve, 10));
  await companion.close();
  assert.equal(await reply, undefined);
});

for (const release of [5, 14] as const) {
  test(`where events may not be injected, fingers and keys are denied and actions work on Android ${release}`, async (t) => {
    const { companion, run, phone } = await companionOnPhone(t, {
      release,
      open: LOGIN,
      faults: [parseFault('inject-denied')],
    });
    const look = await companion.look();
    // The screen is already on, so no key is needed.
    await companion.get('wake');
    for (const [method, parameters] of [
      ['touch', { strokes: [[[5, 5, 0]]] }],
      ['key', { codes: [3] }],
      ['text', { text: 'a' }],
    ] as const) {
      const { code, message, done } = await companion.fails(method, parameters);
      assert.deepEqual([code, done], ['denied', 'no']);
      assert.match(message, /SecurityException.*INJECT_EVENTS/);
    }
    assert.ok((await companion.act(look, byId(look, 'username'), 'setText', { text: 'demo' }))?.ok);
    const { text } = await run('input keyevent 3; true');
    assert.match(text, release === 5 ? /^Killed/ : /INJECT_EVENTS/);
    assert.equal(phone.framework.resumedActivity()?.package, 'com.example.login');
  });
}
