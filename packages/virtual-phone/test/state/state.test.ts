import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startPhone } from '../../src/start-phone.ts';
import { phoneShell } from '../commands/phone-shell.ts';
import { companionOnPhone } from '../companion/companion-on-phone.ts';
import { walkedPhone } from './walk.ts';

/** Compares place by place: a difference shows where it is. */
function same(actual: Readonly<Record<string, string>>, expected: Readonly<Record<string, string>>): void {
  for (const [place, text] of Object.entries(expected))
    assert.equal(actual[place], text, `differs: ${place}`);
}

for (const [seed, release] of [
  [1, 14],
  [2, 12],
  [3, 9],
  [4, 5],
] as const)
  test(`a restored phone is as it was at its snapshot, and goes on in the same way: Android ${release}`, async (t) => {
    const { phone, walk, look } = await walkedPhone(t, seed, release);
    await walk(60, seed);
    const state = phone.snapshot();
    const atSnapshot = await look();
    await walk(60, seed + 100);
    const later = await look();
    assert.notDeepEqual(later, atSnapshot);
    phone.restore(state);
    same(await look(), atSnapshot);
    await walk(60, seed + 100);
    same(await look(), later);
    phone.restore(state);
    same(await look(), atSnapshot);
  });

test('a reset phone is as a phone that was just started with the same seed, also after a reboot', async (t) => {
  const { phone, walk, look } = await walkedPhone(t, 7);
  await walk(40, 1);
  phone.android.reboot('');
  await walk(40, 2);
  phone.reset();
  const fresh = await walkedPhone(t, 7);
  same(await look(), await fresh.look());
});

test('the same seed and the same actions lead to the same phone; another seed is another phone', async (t) => {
  const [one, other] = [await walkedPhone(t, 11), await walkedPhone(t, 11)];
  await one.walk(60, 3);
  await other.walk(60, 3);
  same(await one.look(), await other.look());
  const stranger = await walkedPhone(t, 12);
  const serial = 'getprop ro.serialno';
  assert.equal(await one.run(serial), await other.run(serial));
  assert.notEqual(await one.run(serial), await stranger.run(serial));
  assert.notEqual(await one.run('echo $RANDOM'), await stranger.run('echo $RANDOM'));
});

test('a phone without a seed draws one, with which it can be started again', async (t) => {
  const lines: string[] = [];
  const first = await startPhone({ onLog: (line) => lines.push(line) });
  t.after(() => first.close());
  assert.deepEqual(lines, [`seed ${first.seed}`]);
  const second = await startPhone({ seed: first.seed });
  t.after(() => second.close());
  assert.equal(second.android.property('ro.serialno'), first.android.property('ro.serialno'));
});

test('time goes on from the snapshot: what was about to happen happens after the rest of its time', async (t) => {
  const { phone, clock } = await walkedPhone(t, 1);
  const toasts = () => phone.framework.windows().filter(({ kind }) => kind === 'toast').length;
  phone.framework.toast('soon gone');
  clock.advance(1500);
  const state = phone.snapshot();
  assert.equal(state.time, phone.clock.now());
  clock.advance(10_000);
  phone.clock.forward(3_600_000);
  phone.restore(state);
  assert.equal(phone.clock.now(), state.time);
  clock.advance(400);
  assert.equal(toasts(), 1);
  clock.advance(200);
  assert.equal(toasts(), 0);
});

test('faults are part of the state, those of connections too', async (t) => {
  const phone = await startPhone({ faults: [{ kind: 'slow', delayMs: 3 }] });
  t.after(() => phone.close());
  phone.faults.end('slow');
  for (const kind of ['offline', 'never-idle', 'inject-denied', 'companion-no-windows'] as const)
    phone.faults.apply({ kind });
  phone.faults.apply({ kind: 'dump', how: 'crash', times: 2 });
  phone.reset();
  for (const kind of ['offline', 'never-idle', 'inject-denied', 'companion-no-windows', 'dump'] as const)
    assert.equal(phone.faults.isOn(kind), false, kind);
  assert.equal(phone.faults.isOn('slow'), true);
});

test('a shell that runs goes on, and sees the restored phone', async (t) => {
  const { phone, run } = await phoneShell(t);
  await run('settings put global walk before; echo kept > /sdcard/note');
  const state = phone.snapshot();
  const shell = phone.android.spawn('read go; settings get global walk; cat /sdcard/note');
  await run('settings put global walk after; rm /sdcard/note');
  phone.restore(state);
  await shell.stdin.write(Buffer.from('go\n'));
  const output: Uint8Array[] = [];
  for await (const bytes of shell.stdout) output.push(bytes);
  assert.equal(Buffer.concat(output).toString(), 'before\nkept\n');
});

test('a companion goes on over its adb connection, and knows nothing of what was undone', async (t) => {
  const { phone, companion } = await companionOnPhone(t, { open: 'com.example.login/.LoginActivity' });
  const front = async () => (await companion.look()).windows.find(({ active }) => active === true)?.package;
  assert.equal(await front(), 'com.example.login');
  const state = phone.snapshot();
  phone.framework.home();
  phone.framework.toast('undone');
  assert.equal((await companion.look()).toasts.length, 1);
  assert.equal(await front(), 'com.android.launcher3');
  phone.restore(state);
  assert.equal(await front(), 'com.example.login');
  assert.deepEqual((await companion.look()).toasts, []);
});

test('a phone restores only its own states', async (t) => {
  const [one, other] = [await startPhone(), await startPhone()];
  t.after(() => Promise.all([one.close(), other.close()]));
  assert.throws(() => {
    one.restore(other.snapshot());
  }, /This state is of another phone/);
});
