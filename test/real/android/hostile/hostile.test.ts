import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { cases } from './all-cases.ts';
import { attacks, outcomeOn } from './case.ts';
import { resultOf } from './outcomes.ts';
import { Stage, tiers } from './stage.ts';

test('each of the sixteen attacks has cases, and at least thirty of all are stopped on each tier', () => {
  const numbers = Object.keys(attacks).map(Number);
  assert.equal(numbers.length, 16);
  for (const number of numbers)
    assert.ok(
      cases.some(({ attack }) => attack === number),
      attacks[number],
    );
  assert.ok(cases.length >= 40);
  for (const tier of tiers) {
    assert.ok(cases.filter((one) => outcomeOn(one, tier) === 'stopped').length >= 30, tier);
  }
});

// Most of a case is waiting for a phone, so the cases of both tiers run at the same time.
describe('under careful, with nobody to ask', { concurrency: true }, () => {
  for (const tier of tiers) {
    describe(tier, { concurrency: false }, () => {
      let opened: Promise<Stage> | undefined;
      const closing: (() => unknown)[] = [];
      const stage = () =>
        (opened ??= Stage.open({ after: (close) => closing.push(close as () => unknown) }, tier));
      for (const one of cases) {
        const wanted = outcomeOn(one, tier);
        test(`${one.attack}. ${attacks[one.attack]}: ${one.form}: ${wanted}`, async () => {
          const { outcome, words, harm } = await resultOf(one, await stage());
          assert.equal(outcome, wanted, JSON.stringify({ words, harm }));
          if (one.says && wanted !== 'harmless') assert.match(words.join('\n'), one.says);
          if (wanted !== 'noted' || one.harm) assert.equal(harm, undefined);
        });
      }
      after(async () => {
        for (const close of closing) await close();
      });
    });
  }
});
