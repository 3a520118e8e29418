import assert from 'node:assert/strict';
import { test } from 'node:test';
import { walkedPhone } from './walk.ts';

/** Compares place by place: a difference shows where it is. */
function same(actual: Readonly<Record<string, string>>, expected: Readonly<Record<string, string>>): void {
  for (const [place, text] of Object.entries(expected))
    assert.equal(actual[place], text, `differs: ${place}`);
}

for (const [seed, release] of [
  [1, 14],
  [2, 14],
  [3, 12],
  [4, 9],
  [5, 5],
] as const)
  test(`a restored phone is as it was at its snapshot, and goes on in the same way (seed ${seed}, Android ${release})`, async (t) => {
    const { phone, walk, look } = await walkedPhone(t, seed, release);
    await walk(60, seed);
    const state = phone.snapshot();
    const atSnapshot = await look();
    await walk(60, seed + 1000);
    const later = await look();
    assert.notDeepEqual(later, atSnapshot);
    phone.restore(state);
    same(await look(), atSnapshot);
    await walk(60, seed + 1000);
    same(await look(), later);
    phone.restore(state);
    same(await look(), atSnapshot);
  });
