import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Facts } from '../../src/state/facts.ts';
import { plansFor } from '../../src/state/plans.ts';

const facts: Facts = {
  settings: new Map(),
  configuration: undefined,
  display: undefined,
  focus: { window: undefined, activity: undefined },
  night: undefined,
};

test('what the commands of a release do not offer is refused with the reason', () => {
  const refused = (sdk: number) => {
    const wish = { airplane: true, dark_theme: true, font_scale: 1.3, wifi: true };
    const { plans, refusals } = plansFor(wish, { sdk, release: String(sdk), facts, noLanguages: undefined });
    assert.equal(plans.length + refusals.length, 4);
    return refusals.map(({ item }) => item);
  };
  assert.deepEqual(refused(22), ['dark_theme', 'font_scale']);
  assert.deepEqual(refused(23), ['dark_theme', 'font_scale']);
  assert.deepEqual(refused(24), ['airplane', 'dark_theme']);
  assert.deepEqual(refused(26), ['airplane', 'dark_theme']);
  assert.deepEqual(refused(27), ['airplane']);
  for (const sdk of [28, 29, 31, 34, 36]) assert.deepEqual(refused(sdk), [], `API ${sdk}`);
});
