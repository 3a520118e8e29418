import assert from 'node:assert/strict';
import { test } from 'node:test';
import { phoneTools } from './phone-tools.ts';

const limits = { look: 15_000, action: 2_500 };

test('a phone on which each tool takes two seconds is given the time that it needs, once it has shown it', async (t) => {
  const { phone, text } = await phoneTools(t, { release: 5, limits });
  await text('press_home');
  phone.faults.apply({ kind: 'slow-java', startMs: 1_500 });
  for (let times = 0; times < 3; times++) await text('press_home');
  phone.faults.apply({ kind: 'slow-java', startMs: 2_600 });
  assert.equal(await text('press_home'), 'Home button press executed successfully');
});

test('a phone that hangs is found in bounded time, however slow it was', async (t) => {
  const { phone, text, fails } = await phoneTools(t, { release: 5, limits });
  phone.faults.apply({ kind: 'slow-java', startMs: 1_000 });
  await text('press_home');
  phone.faults.apply({ kind: 'slow-java', startMs: 600_000 });
  const [, limit] = /did not answer within (\d+) ms/.exec(await fails('press_home', {}, 'timeout')) ?? [];
  assert.ok(Number(limit) <= 4 * limits.action, limit);
});
